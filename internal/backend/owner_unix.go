//go:build unix

package backend

import (
	"io/fs"
	"os"
	"syscall"
)

// mine reports whether a file belongs to the user.
func mine(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// settled reports whether only the user and the system's administrator can
// change a file. In a sticky directory each can only change what is their own.
func settled(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	shared := info.Mode().Perm()&0o002 != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0)
	return ok && (s.Uid == 0 || int(s.Uid) == os.Geteuid()) && !shared
}
