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
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fake"
	"github.com/ravenclaude/thing/internal/review"
)

// TestPanel puts calls before panels as a client does: through the built hook,
// which finds the built thing beside itself, with programs that a person had
// recorded.
func TestPanel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what a fake leaves behind is looked up as on Unix")
	}
	bin := filepath.Join(t.TempDir(), "bin")
	build(t, bin)
	t.Run("programs", func(t *testing.T) { panelPrograms(t, bin) })
	t.Run("requests", func(t *testing.T) { panelRequests(t, bin) })
	t.Run("edit", func(t *testing.T) { panelEdits(t, bin) })
	t.Run("hostile", func(t *testing.T) { panelHostile(t, bin) })
	t.Run("log", func(t *testing.T) { panelLog(t, bin) })
	t.Run("alone", func(t *testing.T) { panelAlone(t) })
}

// court is a home directory with a project and fake programs.
type court struct {
	*testing.T
	bin     string // of the built programs
	home    string
	project string
	fakes   string
}

// assemble makes a court where seats are asked as some lines of YAML say.
func assemble(t *testing.T, bin, panel string, settings ...string) *court {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &court{T: t, bin: bin, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "home", "project"), fakes: filepath.Join(dir, "fakes")}
	for _, d := range []string{c.fakes, filepath.Join(c.project, ".git", "objects"), filepath.Join(c.project, ".git", "refs", "heads")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	c.write(".git/HEAD", "ref: refs/heads/main\n")
	c.write("../.ravenclaude/comfort-posture.yaml", "categories: {shell_code_exec: {thing: on}, shell_package_install: {thing: on}, file_edit_project: {thing: on}}\n"+
		"command_review:\n  panel:\n"+panel)
	c.write("../.ravenclaude/thing.yaml", "gate_floor: off\n"+strings.Join(settings, "\n")+"\n")
	return c
}

// one is a panel on which a single seat asks a backend. It is mandatory.
func one(backend string) string {
	return fmt.Sprintf("    forseti: {backend: builtin}\n    mimir: {backend: builtin}\n    heimdall: {backend: %s}\n", backend)
}

// all is a panel that asks a backend for each seat.
func all(backend string) string {
	return strings.ReplaceAll("    forseti: {backend: X}\n    mimir: {backend: X}\n    heimdall: {backend: X}\n    thor: {backend: X}\n", "X", backend)
}

// write puts a text into a file, named from the project's directory.
func (c *court) write(name, text string) {
	c.Helper()
	path := filepath.Join(c.project, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.Fatal(err)
	}
}

// install has a fake program of a backend recorded, as a person does.
func (c *court) install(id string, p fake.Plan) (path string) {
	c.Helper()
	path = fake.Install(c, c.fakes, program(c, id).Program, p)
	cmd := exec.Command(filepath.Join(c.bin, "thing"), "backends", "detect")
	cmd.Dir, cmd.Env = c.home, []string{"HOME=" + c.home, "PATH=" + c.fakes}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), path+" is recorded") {
		c.Fatalf("thing backends detect: %v\n%s", err, out)
	}
	return path
}

func program(t testing.TB, id string) *catalog.Backend {
	for i := range tables.Rest.Backends {
		if b := &tables.Rest.Backends[i]; b.ID == id {
			return b
		}
	}
	t.Fatalf("no backend %s", id)
	return nil
}

// answer is what the hook says on the wire.
type answer struct {
	Decision string         `json:"permissionDecision"`
	Reason   string         `json:"permissionDecisionReason"`
	Input    map[string]any `json:"updatedInput"`
	Context  string         `json:"additionalContext"`
}

// hook gives a call to the built hook.
func (c *court) hook(tool string, input map[string]any, env ...string) answer {
	c.Helper()
	raw, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": c.project, "tool_name": tool, "tool_input": input})
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(c.bin, "thing-hook"))
	cmd.Dir, cmd.Stdin = c.project, bytes.NewReader(raw)
	cmd.Env = append([]string{"HOME=" + c.home, "PATH=/usr/bin:/bin"}, env...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		c.Fatalf("hook: %v\n%s", err, errs.String())
	}
	var a struct {
		Output answer `json:"hookSpecificOutput"`
	}
	if len(out) > 0 {
		if err := json.Unmarshal(out, &a); err != nil {
			c.Fatalf("%v: %s", err, out)
		}
	}
	return a.Output
}

// run is hook for a command.
func (c *court) run(command string, env ...string) answer {
	c.Helper()
	return c.hook("Bash", map[string]any{"command": command}, env...)
}

// entry is the last one of the log.
func (c *court) entry() *audit.Entry {
	c.Helper()
	names, err := filepath.Glob(filepath.Join(c.project, ".ravenclaude", "runs", "thing", "thing-*.json"))
	if err != nil || len(names) == 0 {
		c.Fatalf("no entry (%v)", err)
	}
	raw, err := os.ReadFile(names[len(names)-1])
	if err != nil {
		c.Fatal(err)
	}
	var e audit.Entry
	if err := json.Unmarshal(raw, &e); err != nil {
		c.Fatal(err)
	}
	return &e
}

// seat is what a seat said, as the last entry has it.
func (c *court) seat(id string) review.SeatVerdict {
	c.Helper()
	for _, s := range c.entry().Record.Seats {
		if s.Seat == id {
			return s
		}
	}
	c.Fatalf("seat %s is not in the entry", id)
	return review.SeatVerdict{}
}

// clean wants nothing to be left of a hearing: no process, no directory of one, no
// mark.
func (c *court) clean() {
	c.Helper()
	state := filepath.Join(c.home, ".local", "state", "ravenclaude")
	if runtime.GOOS != "linux" {
		state = filepath.Join(c.home, filepath.FromSlash(tables.Tables.Audit.State.On(runtime.GOOS)))
	}
	for _, dir := range []string{"scratch", "seat"} {
		left, err := os.ReadDir(filepath.Join(state, dir))
		if err != nil && !os.IsNotExist(err) {
			c.Error(err)
		}
		for _, e := range left {
			c.Errorf("%s is left in %s", e.Name(), dir)
		}
	}
	running, _ := filepath.Glob("/proc/[0-9]*/exe")
	for _, link := range running {
		if exe, err := os.Readlink(link); err == nil && strings.HasPrefix(exe, c.fakes) {
			c.Errorf("%s is still running", link)
		}
	}
}
