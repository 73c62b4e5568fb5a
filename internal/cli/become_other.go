//go:build !unix

package cli

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// become runs a program in the place of this process, and returns its status. A
// key that interrupts is for the program alone.
func become(program string, argv, env []string) (int, error) {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(program)
	cmd.Args, cmd.Env = argv, env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}
