package process

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/fake"
)

func TestMain(m *testing.M) {
	fake.Main()
	os.Exit(m.Run())
}

// soon is a deadline that a program runs into once it is at work.
func soon(t *testing.T, path string) context.Context {
	return fake.Lapse(t, func() bool { return fake.Called(path) })
}

// clean fails where a program left something in the parent of its directory.
func clean(t *testing.T, parent string) {
	t.Helper()
	if left, _ := os.ReadDir(parent); len(left) > 0 {
		t.Errorf("%s is left behind", left[0].Name())
	}
}

func TestRunGivesWhatItIsTold(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "a", "b")
	path := fake.Install(t, t.TempDir(), "program", fake.Plan{Stdout: "out", Stderr: "err"})
	t.Setenv("THING_TEST_SECRET", "x")
	input := strings.Repeat("payload ", 1<<16)
	r, err := Run(t.Context(), Command{
		Path: path, Args: []string{"--file", "{dir}/f"}, Env: []string{"HOME=/h", "TMPDIR={dir}"}, Stdin: []byte(input),
		Files: map[string][]byte{"f": []byte("content")}, Limit: 100, Parent: parent,
	})
	if err != nil || string(r.Stdout) != "out" || string(r.Stderr) != "err" || r.Status != 0 {
		t.Fatalf("%q, %q, %d, %v", r.Stdout, r.Stderr, r.Status, err)
	}
	c := fake.Calls(t, path)[0]
	real, _ := filepath.EvalSymlinks(parent)
	if filepath.Dir(c.Dir) != real || len(filepath.Base(c.Dir)) < 20 {
		t.Errorf("it ran in %q", c.Dir)
	}
	if !slices.Equal(c.Args, []string{"--file", c.Dir + "/f"}) || c.Files["f"] != "content" || len(c.Files) != 1 || c.Stdin != input {
		t.Errorf("arguments %q, files %q, %d bytes of input", c.Args, c.Files, len(c.Stdin))
	}
	slices.Sort(c.Env)
	if want := []string{"HOME=/h", "PWD=" + c.Dir, "TMPDIR=" + c.Dir}; runtime.GOOS != "windows" && !slices.Equal(c.Env, want) {
		t.Errorf("environment %q, want %q", c.Env, want)
	}
	clean(t, parent)
}

func TestEnds(t *testing.T) {
	for name, tt := range map[string]struct {
		plan fake.Plan
		want error
	}{
		"status":             {fake.Plan{Status: 3, Stdout: "x"}, ErrStatus},
		"fault":              {fake.Plan{Panic: true}, ErrStatus},
		"stall":              {fake.Plan{Stall: true}, context.DeadlineExceeded},
		"stall, deaf":        {fake.Plan{Stall: true, Deaf: true}, context.DeadlineExceeded},
		"flood":              {fake.Plan{Flood: true}, ErrFlood},
		"one byte too many":  {fake.Plan{Stdout: strings.Repeat("x", 1001)}, ErrFlood},
		"errors without end": {fake.Plan{Stderr: strings.Repeat("x", 5000)}, ErrFlood},
		"full":               {fake.Plan{Stdout: strings.Repeat("x", 1000)}, nil},
		"deaf":               {fake.Plan{Deaf: true, Stdout: "x"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			parent := t.TempDir()
			path := fake.Install(t, t.TempDir(), "program", tt.plan)
			ctx := t.Context()
			if tt.plan.Stall {
				ctx = soon(t, path)
			}
			r, err := Run(ctx, Command{Path: path, Stdin: bytes.Repeat([]byte("x"), 1<<20), Limit: 1000, Parent: parent})
			if !errors.Is(err, tt.want) || len(r.Stdout) > 1000 {
				t.Errorf("%v, want %v; %d bytes", err, tt.want, len(r.Stdout))
			}
			if tt.plan.Status > 0 && (r.Status != tt.plan.Status || string(r.Stdout) != tt.plan.Stdout) {
				t.Errorf("status %d, %q", r.Status, r.Stdout)
			}
			clean(t, parent)
		})
	}
}

// TestNothingOutlives holds that a child does not outlive the program that began
// it, whether that ends well or has to be killed.
func TestNothingOutlives(t *testing.T) {
	forks := []string{"group"}
	switch runtime.GOOS {
	case "linux":
		forks = []string{"group", "session", "hidden"}
	case "windows":
		forks = []string{"group", "session"}
	}
	for _, fork := range forks {
		for _, stall := range []bool{false, true} {
			parent := t.TempDir()
			path := fake.Install(t, t.TempDir(), "program", fake.Plan{Stdout: "x", Fork: fork, Stall: stall})
			ctx, want := t.Context(), error(nil)
			if stall {
				ctx, want = soon(t, path), context.DeadlineExceeded
			}
			r, err := Run(ctx, Command{Path: path, Limit: 1000, Parent: parent})
			if !errors.Is(err, want) || !stall && string(r.Stdout) != "x" {
				t.Errorf("%s: %v, %q", fork, err, r.Stdout)
			}
			if child := fake.Calls(t, path)[0].Child; child == 0 || fake.Alive(child) {
				t.Errorf("%s, stalled %v: child %d is alive", fork, stall, child)
			}
			clean(t, parent)
		}
	}
}

// TestOthersAreLeftAlone holds that programs which run at the same time, and what
// this process began for other purposes, are not taken for strays.
func TestOthersAreLeftAlone(t *testing.T) {
	other := fake.Install(t, t.TempDir(), "other", fake.Plan{Stall: true})
	cmd := exec.Command(other)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	var all sync.WaitGroup
	for _, p := range []fake.Plan{{Fork: "group", Stdout: "x"}, {Fork: "session", Stdout: "x"}, {Stdout: "x"}, {Stdout: "x"}} {
		for range 3 {
			path := fake.Install(t, t.TempDir(), "program", p)
			all.Go(func() {
				if r, err := Run(t.Context(), Command{Path: path, Limit: 10, Parent: parent}); err != nil || string(r.Stdout) != "x" {
					t.Errorf("%+v: %q, %v", p, r.Stdout, err)
				}
			})
		}
	}
	all.Wait()
	if !fake.Alive(cmd.Process.Pid) {
		t.Error("a program that was begun for another purpose was ended")
	}
	in.Close()
	cmd.Process.Kill()
	cmd.Wait()
	clean(t, parent)
}

func TestCannotStart(t *testing.T) {
	parent := t.TempDir()
	for path, want := range map[string]error{"program": exec.ErrNotFound, "./program": exec.ErrNotFound, filepath.Join(parent, "none"): fs.ErrNotExist} {
		if _, err := Run(t.Context(), Command{Path: path, Parent: parent}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	path := fake.Install(t, t.TempDir(), "program", fake.Plan{})
	for _, name := range []string{"../x", "a/b", "", ".", "/x"} {
		if _, err := Run(t.Context(), Command{Path: path, Parent: parent, Files: map[string][]byte{name: nil}}); err == nil {
			t.Errorf("a file %q was made", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Command{Path: path, Parent: parent}); !errors.Is(err, context.Canceled) || len(fake.Calls(t, path)) > 0 {
		t.Errorf("after the end of its time it ran: %v", err)
	}
	clean(t, parent)
}

func TestOldDirectoriesGo(t *testing.T) {
	parent := t.TempDir()
	old := filepath.Join(parent, prefix+"old")
	if err := os.Mkdir(old, 0o700); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-2 * stale)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	path := fake.Install(t, t.TempDir(), "program", fake.Plan{})
	if _, err := Run(t.Context(), Command{Path: path, Parent: parent}); err != nil {
		t.Fatal(err)
	}
	clean(t, parent)
}
