//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// apart gives a program a group of its own, which ends as a whole.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
