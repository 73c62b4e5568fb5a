package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

var tables = &catalog.Tables{
	Categories: []catalog.Category{
		{ID: "file_read_project", Base: catalog.TierLow, Read: true},
		{ID: "mcp_tools", Base: catalog.TierMedium},
		{ID: "file_edit_global", Base: catalog.TierHigh},
		{ID: "shell_code_exec", Base: catalog.TierHigh},
	},
	Hosts: []catalog.Host{{ID: host.Claude, Tools: []catalog.Tool{
		{Name: "agent", Shape: catalog.ShapeNone},
		{Name: "bash", Shape: catalog.ShapeShell, Field: "command"},
		{Name: "mcp__*", Shape: catalog.ShapeMCP, Inside: "mcp_tools"},
	}}},
	Fallback: catalog.Fallback{Project: "shell_code_exec"},
	Posture: catalog.Posture{Dir: ".ravenclaude", File: "comfort-posture.yaml",
		Levels: []string{"deny=deny"}, On: []string{"on"}, Off: []string{"off"}},
	Settings: built.Tables.Settings,
}

// posture is a world that holds one posture file and nothing else; its other
// methods panic.
type posture struct {
	world.World
	content string
}

func (p posture) Lstat(path string) (world.Info, error) {
	if p.content != "" && (path == "/home/user/project/.ravenclaude" || path == "/home/user/project/.ravenclaude/comfort-posture.yaml") {
		return world.Info{}, nil
	}
	return world.Info{}, fs.ErrNotExist
}

func (p posture) ReadFile(path string, max int) ([]byte, error) {
	if _, err := p.Lstat(path); err != nil {
		return nil, err
	}
	return []byte(p.content), nil
}

func (posture) Home() string { return "" }

// A call that is not understood is asked about under asking.
const asking = "categories: {shell_code_exec: {thing: on}}"

// nowhere is a log that takes everything.
func nowhere(*catalog.Tables, world.World, string) (audit.Log, error) { return silent{}, nil }

type silent struct{ audit.Log }

func (silent) Append(*audit.Entry) error     { return nil }
func (silent) AppendRead(*audit.Entry) error { return nil }

const mcpOn = "categories: {mcp_tools: {thing: on}}"

func payload(tool, input string) string {
	return `{"hook_event_name":"PreToolUse","cwd":"/home/user/project","tool_name":"` + tool + `","tool_input":` + input + "}\n"
}

func run(w world.World, stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = Run(args, Env{Tables: tables, World: w, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Log: nowhere})
	return status, out.String(), errs.String()
}

func TestRun(t *testing.T) {
	for name, tt := range map[string]struct {
		posture, stdin string
		args           []string
		status         int
		stdout, stderr string // parts; "" is silence
	}{
		"no posture":          {"", payload("mcp__x__y", "{}"), nil, 0, "", ""},
		"other event":         {mcpOn, `{"hook_event_name":"Stop"}`, nil, 0, "", ""},
		"unknown tool":        {mcpOn, payload("Novel", "{}"), nil, 0, "", ""},
		"unreviewed tool":     {mcpOn, payload("Agent", "{}"), nil, 0, "", ""},
		"category on":         {mcpOn, payload("mcp__x__y", "{}"), nil, 0, "", ""},
		"category off":        {"categories: {file_read_project: {thing: on}}", payload("mcp__x__y", "{}"), nil, 0, "", ""},
		"level, no switch":    {"categories: {mcp_tools: deny}", payload("mcp__x__y", "{}"), nil, 0, "", ""},
		"category denied":     {"categories: {mcp_tools: {project: deny, thing: on}}", payload("mcp__x__y", "{}"), nil, 0, "category mcp_tools is at level deny (/home/user/project/.ravenclaude/comfort-posture.yaml:1)", ""},
		"posture problem":     {"categories: {mcp_tools: {thing: maybe}}", payload("mcp__x__y", "{}"), nil, 0, `comfort-posture.yaml:1: mcp_tools.thing is \"maybe\"`, ""},
		"shell without field": {asking, payload("Bash", `{"ws":{}}`), nil, 0, `without \"command\" says not what it acts on`, ""},
		"named host":          {asking, payload("Bash", "{}"), []string{"--host", "claude"}, 0, `"ask"`, ""},
		"named host, joined":  {asking, payload("Bash", "{}"), []string{"--host=claude"}, 0, `"ask"`, ""},
		"unknown host":        {mcpOn, payload("mcp__x__y", "{}"), []string{"--host", "other"}, 2, "", `host "other" is not known`},
		"empty host":          {"", "{}", []string{"--host="}, 2, "", "host name is empty"},
		"host without name":   {"", "{}", []string{"--host"}, 2, "", "not understood"},
		"unknown argument":    {"", "{}", []string{"-x"}, 2, "", `argument "-x" is not understood`},
		"no input":            {"", "", nil, 2, "", "the event is empty"},
		"damaged input":       {"", payload("Bash", "{")[:40], nil, 2, "", "not one JSON object"},
		"wrong type":          {mcpOn, payload("Bash", `{"command":7}`), nil, 2, "", "tool_input.command is a number"},
		"too much input":      {"", strings.Repeat(" ", MaxInput+1), nil, 2, "", "larger than 16777216 bytes"},
	} {
		status, stdout, stderr := run(posture{content: tt.posture}, tt.stdin, tt.args...)
		if status != tt.status || !says(stdout, tt.stdout) || !says(stderr, tt.stderr) {
			t.Errorf("%s: status %d, stdout %q, stderr %q", name, status, stdout, stderr)
		}
		if stdout != "" && (!json.Valid([]byte(stdout)) || strings.Count(stdout, "\n") != 1) {
			t.Errorf("%s: stdout %q is not one JSON object on a line", name, stdout)
		}
	}
}

// says reports whether got holds part, or is silent if there is none.
func says(got, part string) bool {
	if part == "" {
		return got == ""
	}
	return strings.Contains(got, part)
}

func TestPanicBlocks(t *testing.T) {
	status, stdout, stderr := run(nil, payload("Bash", `{"command":"ls"}`)) // no world: the first look at it panics
	if status != ExitBlock || stdout != "" || !strings.Contains(stderr, "internal fault") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

type failing struct{ writes int }

func (f *failing) Write([]byte) (int, error) {
	f.writes++
	return 0, errors.New("no space left")
}

func (*failing) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestStreamErrorsBlock(t *testing.T) {
	var errs bytes.Buffer
	out := &failing{}
	e := Env{Tables: tables, World: posture{content: asking}, Stdin: strings.NewReader(payload("Bash", "{}")), Stdout: out, Stderr: &errs, Log: nowhere}
	if status := Main(e); status != ExitBlock || out.writes != 1 || !strings.Contains(errs.String(), "no space left") {
		t.Errorf("full output: status %d, %d writes, stderr %q", status, out.writes, errs.String())
	}
	e.Stdin, e.Stdout = out, io.Discard
	if status := Main(e); status != ExitBlock || !strings.Contains(errs.String(), "broken") {
		t.Errorf("broken input: status %d, stderr %q", status, errs.String())
	}
}

func TestReviewRecordIsComplete(t *testing.T) {
	c := call.Call{Host: host.Claude, Event: host.PreToolUse, Tool: "mcp__x__y", Dir: "/home/user/project", Entry: &tables.Hosts[0].Tools[2]}
	r := review.Review(tables, posture{}, c, config.All(tables))
	if r.Decision != review.Pass || r.SchemaVersion != review.SchemaVersion || r.Category == nil || *r.Category != "mcp_tools" || r.Tier == nil || *r.Tier != catalog.TierMedium {
		t.Errorf("got %+v", r)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, null := range []string{`"categories":null`, `"findings":null`, `"opaque":null`, `"seats":null`} {
		if strings.Contains(string(b), null) {
			t.Errorf("%s in %s", null, b)
		}
	}
}
