//go:build !unix

package external

import "os/exec"

// apart leaves a program as it is where there are no process groups: it alone is
// ended.
func apart(*exec.Cmd) {}
