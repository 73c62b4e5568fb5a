//go:build e2e && !linux

package e2e

import (
	"os/exec"
	"syscall"
)

// apart makes the command fail to start: this system has no namespaces.
func apart(cmd *exec.Cmd) { cmd.Err = syscall.ENOTSUP }

func raiseLoopback() error { return syscall.ENOTSUP }

func ownersKnown() bool { return true }
