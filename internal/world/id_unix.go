//go:build unix

package world

import (
	"io/fs"
	"syscall"
)

func fileID(info fs.FileInfo) (id FileID, links uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return FileID{}, 0
	}
	return FileID{Dev: uint64(st.Dev), Ino: uint64(st.Ino)}, uint64(st.Nlink)
}
