package beside

import (
	"fmt"
	"os"
)

// unname leaves the file its name: it cannot be removed while it is open, and is
// removed by Run.
func unname(string) error { return nil }

// Run runs another program, which reads text on its standard input, and ends this
// process with its exit status. dir is a directory of the user's; keep names
// further variables of the environment that it gets. Run only returns if that
// fails.
func Run(path string, args []string, text []byte, dir string, keep ...string) error {
	f, err := input(dir, text)
	if err != nil {
		return fmt.Errorf("what %s is to read cannot be written: %w", path, err)
	}
	p, err := os.StartProcess(path, append([]string{path}, args...), &os.ProcAttr{Files: []*os.File{f, os.Stdout, os.Stderr}, Env: environment(keep...)})
	if err == nil {
		var s *os.ProcessState
		if s, err = p.Wait(); err == nil {
			f.Close()
			os.Remove(f.Name())
			os.Exit(s.ExitCode())
		}
	}
	f.Close()
	os.Remove(f.Name())
	return fmt.Errorf("%s cannot be run: %w", path, err)
}
