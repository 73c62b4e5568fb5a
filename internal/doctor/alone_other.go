//go:build !unix

package doctor

import (
	"os/exec"
	"time"
)

// alone ends a program when its time is over, and does not wait for those that
// it has started.
func alone(cmd *exec.Cmd) { cmd.WaitDelay = time.Second }
