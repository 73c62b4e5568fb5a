//go:build unix

package beside

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func unname(path string) error { return os.Remove(path) }

// Run replaces this process by another program, which reads text on its standard
// input. dir is a directory of the user's; keep names further variables of the
// environment that it gets. Run only returns if that fails.
func Run(path string, args []string, text []byte, dir string, keep ...string) error {
	f, err := input(dir, text)
	if err != nil {
		return fmt.Errorf("what %s is to read cannot be written: %w", path, err)
	}
	if err := unix.Dup2(int(f.Fd()), 0); err != nil {
		return fmt.Errorf("what %s is to read cannot be opened: %w", path, err)
	}
	err = syscall.Exec(path, append([]string{path}, args...), environment(keep...))
	return fmt.Errorf("%s cannot be run: %w", path, err)
}
