package testscripts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// auditProject is a home with a project whose categories are all on, and an
// event in it.
func auditProject(t *testing.T, command string) (home, project string, event []byte) {
	t.Helper()
	home = t.TempDir()
	project = filepath.Join(home, "project")
	dir := filepath.Join(project, ".ravenclaude")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	posture := "categories:\n  shell_local_mutate: {thing: on}\n  shell_readonly: {thing: on}\n  shell_remote_mutate: {thing: on}\n"
	if err := os.WriteFile(filepath.Join(dir, "comfort-posture.yaml"), []byte(posture), 0o644); err != nil {
		t.Fatal(err)
	}
	event, err := json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": "s", "cwd": project, "tool_name": "Bash", "tool_input": map[string]string{"command": command},
	})
	if err != nil {
		t.Fatal(err)
	}
	return home, project, event
}

// buildHook builds the hook as it is shipped.
func buildHook(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build(t, dir)
	return filepath.Join(dir, "thing-hook"+suffix())
}

func hookCommand(bin, home, project string, event []byte) *exec.Cmd {
	c := exec.Command(bin)
	c.Dir, c.Stdin = project, bytes.NewReader(event)
	c.Env = append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
	return c
}

// Many processes at once lose no entry and tear none.
func TestAuditManyProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 3,200 processes")
	}
	const processes, calls = 64, 50
	bin := buildHook(t)
	home, project, event := auditProject(t, "mkdir -p out")
	var wg sync.WaitGroup
	for i := range processes {
		wg.Go(func() {
			for k := range calls {
				// In sessions of their own, since the same call again and again is denied.
				own := bytes.Replace(event, []byte(`"session_id":"s"`), fmt.Appendf(nil, `"session_id":"s-%d-%d"`, i, k), 1)
				if out, err := hookCommand(bin, home, project, own).CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("%v: %s", err, out)
				}
			}
		})
	}
	wg.Wait()
	list := thing(t, home, project, 0, "log", "list", "--json")
	if n := strings.Count(list, "\n"); n != processes*calls {
		t.Errorf("the list has %d entries, want %d", n, processes*calls)
	}
	if export := thing(t, home, project, 0, "log", "export", "--format", "jsonl"); export != list {
		t.Errorf("the export has %d lines", strings.Count(export, "\n"))
	}
	thing(t, home, project, 0, "log", "verify")
	var last struct{ Seq int }
	lines := strings.Split(strings.TrimSpace(list), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Seq != processes*calls {
		t.Errorf("the newest entry is number %d: %v", last.Seq, err)
	}
}

// thing runs the full command in a project.
func thing(t *testing.T, home, project string, status int, args ...string) string {
	t.Helper()
	c := exec.Command("thing", args...)
	c.Dir = project
	c.Env = append(os.Environ(), "HOME="+home, "USERPROFILE="+home)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); c.ProcessState == nil || c.ProcessState.ExitCode() != status {
		t.Fatalf("thing %s: %v, want status %d\n%s%s", strings.Join(args, " "), err, status, out.String(), errs.String())
	}
	return out.String()
}

// A process that is killed at any moment leaves a log that the next one mends.
func TestAuditKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 150 processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("kills with a signal")
	}
	bin := buildHook(t)
	home, project, event := auditProject(t, "mkdir -p out")
	start := time.Now()
	if out, err := hookCommand(bin, home, project, event).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	killed := 0
	for i := range 150 {
		c := hookCommand(bin, home, project, event)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(i%50) / 40)
		if c.Process.Kill() == nil {
			killed++
		}
		c.Wait()
	}
	// The same call again and again is denied until the user says something.
	typed, err := json.Marshal(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": project, "prompt": "go on"})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range [][]byte{typed, event} {
		if out, err := hookCommand(bin, home, project, e).CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	thing(t, home, project, 0, "log", "verify")
	list := thing(t, home, project, 0, "log", "list", "--json")
	for i, line := range strings.Split(strings.TrimSpace(list), "\n") {
		var e struct{ Seq int }
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.Seq != i+1 {
			t.Fatalf("entry %d is %s: %v", i+1, line, err)
		}
	}
	for _, dir := range []string{project, home} {
		err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".new") {
				return fmt.Errorf("%s is left", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if killed == 0 {
		t.Error("no process was killed")
	}
}
