//go:build e2e

package e2e

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ravenclaude/thing/internal/fake"
)

var (
	network = flag.Bool("network", false, "run where no network namespace can be had: the client can then reach more than this machine")
	inside  = flag.String("inside", "", "directory of the tools; set by the run itself, once it stands apart")
	client  = flag.String("client", "", "the client's program; set by the run itself")
)

// The files that every scenario starts from.
var (
	repository string // the marketplace
	plugin     string // made by make plugin
)

func TestMain(m *testing.M) {
	fake.Main()
	flag.Parse()
	status, err := run(m)
	if err != nil {
		fmt.Fprintf(os.Stderr, "e2e: %v\n", err)
		status = 1
	}
	os.Exit(status)
}

func run(m *testing.M) (status int, err error) {
	if repository, err = filepath.Abs(".."); err != nil {
		return 0, err
	}
	plugin = filepath.Join(repository, "dist", "plugin")
	if *inside != "" {
		if err := raiseLoopback(); err != nil && !*network {
			return 0, fmt.Errorf("loopback cannot be raised: %w", err)
		}
		return m.Run(), nil
	}
	if _, err := os.Stat(filepath.Join(plugin, "bin")); err != nil {
		return 0, fmt.Errorf("plugin is not built: %w: run make e2e", err)
	}
	program, err := install()
	if err != nil {
		fmt.Printf("e2e: skipped: %v\n", err)
		return 0, nil
	}
	tools, err := os.MkdirTemp("", "e2e-tools-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(tools)
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", tools+string(filepath.Separator), "./server", "./noop")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("tools cannot be built: %w\n%s", err, out)
	}
	return again(append([]string{"-inside=" + tools, "-client=" + program}, os.Args[1:]...))
}

// again runs this program once more, where it reaches nothing but itself.
func again(args []string) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	apart(cmd)
	if *network {
		cmd.SysProcAttr = nil
	}
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended):
		return ended.ExitCode(), nil
	case err != nil:
		return 0, fmt.Errorf("no network namespace can be had here: %w: make e2e E2E=-network runs without", err)
	}
	return 0, nil
}
