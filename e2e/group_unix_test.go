//go:build e2e && unix

package e2e

import (
	"os/exec"
	"syscall"
)

// group makes a command end with all that it started.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
