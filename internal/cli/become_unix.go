//go:build unix

package cli

import "syscall"

// become replaces this process by a program, and only returns if it fails.
func become(program string, argv, env []string) (int, error) {
	return 0, syscall.Exec(program, argv, env)
}
