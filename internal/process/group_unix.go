//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// group is a program in a process group of its own.
type group struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when the program has
}

// signal reaches all of the group. Its number is the program's.
func (g *group) signal(s syscall.Signal) { syscall.Kill(-g.cmd.Process.Pid, s) }
