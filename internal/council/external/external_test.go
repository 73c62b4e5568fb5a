package external

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	law "github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/process"
)

func look(found map[string]string) Look {
	return func(p string) (string, error) {
		if at, ok := found[p]; ok {
			return at, nil
		}
		return "", exec.ErrNotFound
	}
}

func TestDetect(t *testing.T) {
	both := map[string]string{"codex": "/usr/bin/codex", "gemini": "/opt/gemini"}
	for _, x := range []struct {
		found        map[string]string
		prefer, want string
	}{
		{both, "auto", "codex"}, {both, "gemini", "gemini"}, {map[string]string{"gemini": "/opt/gemini"}, "auto", "gemini"},
		{map[string]string{"gemini": "/opt/gemini"}, "codex", ""}, {nil, "auto", ""},
		{map[string]string{"codex": "/project/bin/codex"}, "auto", ""}, // a repository may have brought it
		{map[string]string{"codex": "codex"}, "auto", ""},
	} {
		got := Detect(&law.Charter, look(x.found), "/project", x.prefer)
		if got.Tool != x.want || (got.Status == "available") != (x.want != "") || x.want == "" && got.Reason == "" {
			t.Errorf("%v, %s: %+v", x.found, x.prefer, got)
		}
	}
}

func ask(run Runner) Answer {
	return Ask(context.Background(), &law.Charter, run, look(map[string]string{"codex": "/usr/bin/codex"}), "/project", "codex", "the prompt", "c1")
}

// TestAsk: whatever goes wrong is an answer too.
func TestAsk(t *testing.T) {
	var got Command
	a := ask(func(_ context.Context, c Command) (Output, error) {
		got = c
		return Output{Stdout: "- cache.go:4 grows without end: CRITICAL\n- naming of initial values is off\n* minor style nit in a.py:3\n1. unused helper in b.rs:9\nNo more.\n- security of the lock is fine"}, nil
	})
	if a.Status != "ok" || a.Bundle == nil || a.Bundle.Place != "cache.go:4" || a.Bundle.Claim != "c1" || a.Bundle.ID != bundle.NewExternalID(&law.Charter, "codex", a.Bundle.Blob) {
		t.Fatalf("%+v", a)
	}
	if got.Stdin != "the prompt" || strings.Contains(strings.Join(got.Args, " "), "prompt") || !filepath.IsAbs(got.Path) {
		t.Errorf("command %+v", got)
	}
	var all []string
	for _, f := range a.Findings {
		all = append(all, f.Severity+" "+f.Category+" "+f.File)
	}
	want := "critical logic cache.go, warning quality unknown, nitpick logic a.py, warning simplification b.rs, warning security unknown"
	if got := strings.Join(all, ", "); got != want {
		t.Errorf("findings %s, want %s", got, want)
	}
	for name, run := range map[string]Runner{
		"said nothing":           func(context.Context, Command) (Output, error) { return Output{Stdout: " \n"}, nil },
		"failed: exit 3: no key": func(context.Context, Command) (Output, error) { return Output{Stderr: "no key"}, errors.New("exit 3") },
	} {
		if a := ask(run); a.Status != "error" || !strings.Contains(a.Reason, name) || a.Bundle != nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a := Ask(context.Background(), &law.Charter, nil, look(nil), "/project", "codex", "", ""); a.Status != "skipped" {
		t.Errorf("%+v", a)
	}
	if a := Ask(context.Background(), &law.Charter, nil, look(nil), "/project", "bard", "", ""); a.Status != "skipped" {
		t.Errorf("%+v", a)
	}
}

// TestRun: the prompt arrives on standard input, and at the end of the time the
// program goes with the children that it has started.
func TestRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh:", err)
	}
	parent := t.TempDir()
	out, err := Run(parent)(context.Background(), Command{Path: sh, Args: []string{"-c", "cat; pwd >&2"}, Stdin: "asked", Max: 1000})
	if err != nil || out.Stdout != "asked" || !strings.Contains(out.Stderr, filepath.Base(parent)) {
		t.Errorf("%+v, %v", out, err)
	}
	if _, err := Run(parent)(context.Background(), Command{Path: sh, Args: []string{"-c", "while :; do echo too much; done"}, Max: 1000}); !errors.Is(err, process.ErrFlood) {
		t.Errorf("a flood: %v", err)
	}
	mark := filepath.Join(t.TempDir(), "alive")
	ctx, cancel := context.WithCancel(context.Background())
	started := filepath.Join(t.TempDir(), "started")
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				cancel()
				return
			}
			time.Sleep(time.Millisecond) // until the child runs
		}
	}()
	script := `(while :; do : >"$0"; sleep 0.01; done) & : >"$1"; wait`
	if _, err := Run(parent)(ctx, Command{Path: sh, Args: []string{"-c", script, mark, started}, Max: 1000}); err == nil {
		t.Error("it ended by itself")
	}
	os.Remove(mark)
	time.Sleep(50 * time.Millisecond) // a child that lives would write again
	if _, err := os.Stat(mark); err == nil {
		t.Error("a child outlives the program")
	}
}
