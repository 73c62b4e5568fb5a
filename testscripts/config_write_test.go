package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
)

// Writers that run at once lose nothing of each other.
func TestConfigWriters(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	keys := [][]string{
		{"config", "set", "gate_floor", "low"}, {"config", "set", "audit.keep", "50"}, {"config", "set", "cache_ttl_seconds", "60"},
		{"config", "set", "fatigue_threshold", "5"}, {"config", "set", "protected_branches", "main"}, {"config", "set", "host_allowlist", "a.example"},
		{"config", "set", "panel.thor.model", "large"}, {"config", "set", "mode", "observe"},
	}
	for _, c := range tables.Tables.Categories {
		keys = append(keys, []string{"posture", "set", c.ID, "on"})
	}
	if len(keys) < 20 {
		t.Fatalf("only %d writers", len(keys))
	}
	var wg sync.WaitGroup
	for _, args := range keys {
		wg.Go(func() { thing(t, home, project, 0, args...) })
	}
	wg.Wait()
	show := thing(t, home, project, 0, "config", "show")
	for _, args := range keys {
		want := args[2] + ": " + args[3]
		switch args[2] {
		case "protected_branches", "host_allowlist":
			want = args[2] + ": [" + args[3] + "]"
		}
		if args[0] == "posture" {
			want = "categories." + args[2] + ".thing: on"
		}
		if !strings.Contains(show, want+"\n") {
			t.Errorf("what thing %s has written is lost:\n%s", strings.Join(args, " "), show)
		}
	}
}

// A writer that is killed at any moment tears nothing, and the next one clears
// what it left.
func TestConfigKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 80 processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("kills with a signal")
	}
	home, project := t.TempDir(), t.TempDir()
	start := time.Now()
	thing(t, home, project, 0, "config", "set", "audit.keep", "1")
	whole := time.Since(start)
	for i := range 80 {
		c := exec.Command("thing", "config", "set", "audit.keep", fmt.Sprint(i+2))
		c.Dir, c.Env = project, append(os.Environ(), "HOME="+home)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(i%40) / 35) // so that it is killed at another point each time
		c.Process.Kill()
		c.Wait()
		if i%20 == 0 {
			thing(t, home, project, 0, "config", "check")
		}
	}
	thing(t, home, project, 0, "posture", "set", "shell_readonly", "on")
	if show := thing(t, home, project, 0, "config", "show"); !strings.Contains(show, "\ncategories.shell_readonly.thing: on\n") {
		t.Error(show)
	}
	if left, err := filepath.Glob(filepath.Join(home, ".ravenclaude", "*.new")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}
