//go:build unix

package doctor

import (
	"io/fs"
	"os"
	"syscall"
)

// mine reports whether a file belongs to the user.
func mine(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(s.Uid) == os.Geteuid()
}
