//go:build unix

package doctor

import (
	"os/exec"
	"syscall"
	"time"
)

// alone gives a program a process group of its own, all of which ends when its
// time is over.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}
