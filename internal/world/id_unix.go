//go:build unix

package world

import (
	"io/fs"
	"syscall"
)

func fileID(info fs.FileInfo) FileID {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return FileID{}
	}
	return FileID{Dev: uint64(st.Dev), Ino: uint64(st.Ino)}
}
