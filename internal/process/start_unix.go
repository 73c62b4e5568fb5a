//go:build unix && !linux

package process

import (
	"os/exec"
	"syscall"
)

// tree is a program with what stays in its group.
type tree struct {
	group
	err error
}

// start starts a program in a group of its own.
func start(cmd *exec.Cmd, _ string) (*tree, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &tree{group: group{cmd, make(chan struct{})}}
	go func() {
		t.err = cmd.Wait()
		close(t.ended)
	}()
	return t, nil
}

// ask tells all of the group to end.
func (t *tree) ask() { t.signal(syscall.SIGTERM) }

// kill ends the group by force.
func (t *tree) kill() { t.signal(syscall.SIGKILL) }

// wait is how the program ended.
func (t *tree) wait() error { return t.err }

func (t *tree) sweep() {}
