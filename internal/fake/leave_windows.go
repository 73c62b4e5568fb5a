package fake

import (
	"os"
	"os/exec"
	"syscall"
)

// ending are the signals that tell a program to end.
var ending = []os.Signal{os.Interrupt}

// leave begins a program in a group of its own.
func leave(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// Alive reports whether a process is there.
func Alive(pid int) bool {
	const stillActive = 259
	h, err := syscall.OpenProcess(syscall.PROCESS_QUERY_INFORMATION, false, uint32(pid))
	if err != nil {
		return false
	}
	defer syscall.CloseHandle(h)
	var code uint32
	return syscall.GetExitCodeProcess(h, &code) == nil && code == stillActive
}
