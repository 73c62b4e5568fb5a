//go:build unix

package fake

import (
	"os"
	"os/exec"
	"syscall"
)

// ending are the signals that tell a program to end.
var ending = []os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE}

// leave begins a program in a session of its own.
func leave(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// Alive reports whether a process is there, even if it has ended and nobody has
// taken note of that.
func Alive(pid int) bool { return syscall.Kill(pid, 0) == nil }
