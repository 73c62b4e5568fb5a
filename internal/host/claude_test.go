package host

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

var tables = &catalog.Tables{Hosts: []catalog.Host{{ID: Claude, Tools: []catalog.Tool{
	{Name: "bash", Shape: catalog.ShapeShell, Field: "command"},
	{Name: "mcp__*", Shape: catalog.ShapeMCP, Inside: "mcp_tools"},
	{Name: "mcp__db__*", Shape: catalog.ShapeMCP, Inside: "network_write"},
	{Name: "read", Shape: catalog.ShapeRead, Field: "file_path", Inside: "file_read_project", Outside: "file_read_global"},
}}}}

func event(toolInput string) string {
	return `{"session_id":"s","cwd":"/home/user/project","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":` + toolInput + "}\n"
}

func TestDecode(t *testing.T) {
	c, err := Decode([]byte(event(`{"command":"ls \ud800é\"","timeout":5,"x":{"y":[1]}}`)), tables)
	if err != nil {
		t.Fatal(err)
	}
	if c.Host != Claude || c.Event != PreToolUse || c.Session != "s" || c.Tool != "Bash" || c.Dir != "/home/user/project" ||
		c.Text != "ls \ufffdé\"" || c.Entry == nil || c.Entry.Shape != catalog.ShapeShell || string(c.Input["timeout"]) != "5" {
		t.Errorf("got %+v", c)
	}
}

func TestDecodeDir(t *testing.T) {
	c, err := Decode([]byte(strings.Replace(event(`{"command":"ls"}`), "/home/user/project", "/home/user//x/../project/", 1)), tables)
	if err != nil || c.Dir != "/home/user/project" {
		t.Errorf("got %q, %v", c.Dir, err)
	}
}

func TestDecodeOtherEvents(t *testing.T) {
	c, err := Decode([]byte(`{"hook_event_name":"PostToolUse","session_id":"s","tool_name":7}`), tables)
	if err != nil || c.Event != "PostToolUse" || c.Session != "s" || c.Tool != "" {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestDecodeAbsentField(t *testing.T) {
	c, err := Decode([]byte(event(`{"Command":"ls"}`)), tables)
	if err != nil || c.Text != "" {
		t.Errorf("got %q, %v: a key in another case is another key", c.Text, err)
	}
}

func TestDecodeErrors(t *testing.T) {
	good := event(`{"command":"ls"}`)
	for _, tt := range []struct{ stdin, want string }{
		{"", "the event is empty"},
		{" \n", "the event is empty"},
		{"\ufeff" + good, "byte order mark"},
		{"not json", "not one JSON object"},
		{"null", "the event is null"},
		{"[1]", "the event is a list"},
		{`"x"`, "the event is a string"},
		{"7", "the event is a number"},
		{"{}", "hook_event_name is missing"},
		{good[:len(good)-3], "not one JSON object"},
		{good + good, "not one JSON object"},
		{good + "x", "not one JSON object"},
		{strings.Replace(good, "ls", "l\xffs", 1), "not UTF-8"},
		{strings.Replace(good, "ls", "l\x00s", 1), "not one JSON object"},
		{strings.Replace(good, "ls", `l\u0000s`, 1), "tool_input.command holds a NUL"},
		{strings.Replace(good, `"ls"`, "7", 1), "tool_input.command is a number, not a string: send it as a JSON string"},
		{strings.Replace(good, `"ls"`, `["ls"]`, 1), "tool_input.command is a list"},
		{strings.Replace(good, `"ls"`, "null", 1), "tool_input.command is null"},
		{strings.Replace(good, `"ls"`, "true", 1), "tool_input.command is a boolean"},
		{strings.Replace(good, `{"command":"ls"}`, `"ls"`, 1), "tool_input is a string: send a JSON object"},
		{strings.Replace(good, `{"command":"ls"}`, "null", 1), "tool_input is null"},
		{strings.Replace(good, `"tool_input"`, `"Tool_Input"`, 1), "tool_input is missing"},
		{strings.Replace(good, `"tool_name":"Bash"`, `"tool_name":7`, 1), "tool_name is a number"},
		{strings.Replace(good, `"tool_name":"Bash"`, `"tool_name":""`, 1), "tool_name is empty"},
		{strings.Replace(good, `"PreToolUse"`, `null`, 1), "hook_event_name is null"},
		{strings.Replace(good, `"session_id":"s"`, `"session_id":{}`, 1), "session_id is an object"},
		{strings.Replace(good, `/home/user/project`, `project`, 1), `cwd "project" is not absolute`},
		{strings.Replace(good, `"cwd":"/home/user/project",`, ``, 1), "cwd is missing"},
		{strings.Replace(good, `"command":"ls"`, `"command":"ls","command":"rm"`, 1), "tool_input has a key twice"},
		{strings.Replace(good, `"command":"ls"`, `"command":"ls","c\u006fmmand":"rm"`, 1), "tool_input has a key twice"},
		{strings.Replace(good, `"session_id":"s"`, `"session_id":"s","tool_name":"Read"`, 1), "the event has a key twice"},
		{strings.Replace(good, `"ls"`, strings.Repeat("[", 100000)+strings.Repeat("]", 100000), 1), "nests deeper"},
	} {
		_, err := Decode([]byte(tt.stdin), tables)
		if err == nil {
			t.Errorf("%.120q: accepted", tt.stdin)
			continue
		}
		if !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.120q: got %v, want %q", tt.stdin, err, tt.want)
		}
	}
}

func TestLine(t *testing.T) {
	c, err := Line([]byte(`{"tool_input":{"command":"ls"},"tool_name":"Bash","note":1}`), tables, "/work/")
	if err != nil || c.Event != PreToolUse || c.Host != Claude || c.Dir != "/work" || c.Text != "ls" || c.Entry == nil {
		t.Errorf("got %+v, %v", c, err)
	}
	c, err = Line([]byte(event(`{"command":"ls"}`)), tables, "/work")
	if err != nil || c.Dir != "/home/user/project" {
		t.Errorf("a hook's event: %+v, %v", c, err)
	}
	for src, want := range map[string]string{
		`{"tool_name":"Bash"}`:                                              "tool_input is missing",
		`{"tool_input":{"command":"ls"}}`:                                   "tool_name is missing",
		`{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":7}`:        "cwd is a number",
		`{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"x"}`:      `cwd "x" is not absolute`,
		`{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":""}`:       `cwd "" is not absolute`,
		`{"tool_name":"Bash","tool_input":{"command":"ls"}`:                 "the call is not one JSON object",
		`{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}}`: "tool_input has a key twice",
	} {
		if _, err := Line([]byte(src), tables, "/work"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", src, err, want)
		}
	}
}

func TestShell(t *testing.T) {
	if e := Shell(tables, Claude); e == nil || e.Name != "bash" {
		t.Errorf("Shell = %+v", e)
	}
	if Shell(tables, "other") != nil {
		t.Error("another host has a shell tool")
	}
}

func TestTool(t *testing.T) {
	for name, want := range map[string]string{
		"Bash": "bash", "BASH": "bash", "bash": "bash", "Bash2": "", "mcp__x__y": "mcp__*", "MCP__DB__drop": "mcp__db__*", "mcp_": "",
	} {
		got := ""
		if e := Tool(tables, Claude, name); e != nil {
			got = e.Name
		}
		if got != want {
			t.Errorf("Tool(%q) = %q, want %q", name, got, want)
		}
	}
	if Tool(tables, "other", "Bash") != nil {
		t.Error("a tool of another host was found")
	}
}

func ptr[T any](v T) *T { return &v }

func TestEncode(t *testing.T) {
	c, err := Decode([]byte(event(`{"command":"git push -f","timeout":5}`)), tables)
	if err != nil {
		t.Fatal(err)
	}
	found := []review.Finding{{Concern: "srm.force-push", Severity: catalog.Critical, Message: "a forced push", Remedy: "push without force"}}
	for name, tt := range map[string]struct {
		call   call.Call
		record review.Record
		want   string
	}{
		"pass":             {c, review.Record{Decision: review.Pass, Findings: found}, ""},
		"clean read":       {c, review.Record{Decision: review.Allow, Reason: "a clean read"}, ""},
		"pass with banner": {c, review.Record{Decision: review.Pass, Banner: ptr("look <here>")}, `{"systemMessage":"look <here>"}`},
		"allow of a panel": {c, review.Record{Decision: review.Allow, Reason: "agreed", Seats: []review.SeatVerdict{{Seat: "mimir"}}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"agreed"}}`},
		"deny": {c, review.Record{Decision: review.Deny, Findings: found},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[srm.force-push] a forced push; remedy: push without force"}}`},
		"deny whose reason names the concern": {c, review.Record{Decision: review.Deny, Findings: found, Reason: "[srm.force-push] no"},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"[srm.force-push] no"}}`},
		"deny with a rewrite": {c, review.Record{Decision: review.Deny, Reason: "no", Rewrite: &review.Rewrite{Command: "git push"}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no\nsafer form: git push"}}`},
		"ask with a rewrite": {c, review.Record{Decision: review.Ask, Reason: "r", Rewrite: &review.Rewrite{Command: "git push", Resolves: []string{"srm.force-push"}}},
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r\nsafer form offered: git push","updatedInput":{"command":"git push","timeout":5},` +
				`"additionalContext":"The command of this call was replaced by a safer form (srm.force-push): git push"}}`},
	} {
		got, err := Encode(tt.call, tt.record)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := tt.want; want != "" {
			tt.want = want + "\n"
		}
		if string(got) != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
	if _, err := Encode(c, review.Record{Decision: "perhaps"}); err == nil {
		t.Error("an unknown decision was encoded")
	}
	if _, err := Encode(call.Call{}, review.Record{Decision: review.Ask, Rewrite: &review.Rewrite{}}); err == nil {
		t.Error("a rewrite of a call without a field was encoded")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(event(`{"command":"ls \ud800 \"x\"","y":[{}]}`)))
	f.Add([]byte(event(`{"command":"ls","command":"rm"}`)))
	f.Add([]byte(`{"hook_event_name":"Stop"}`))
	f.Add([]byte("\ufeff{}"))
	f.Add([]byte(`{"a":{"b":[1,2,{"c":null}]}} x`))
	f.Fuzz(func(t *testing.T, stdin []byte) {
		c, err := Decode(stdin, tables)
		if err != nil {
			if err.Error() == "" || strings.HasPrefix(err.Error(), ":") {
				t.Errorf("error %q names no subject", err)
			}
			return
		}
		if !json.Valid(stdin) || c.Event == "" {
			t.Errorf("accepted %q", stdin)
		}
		if c.Event == PreToolUse && (c.Tool == "" || c.Dir == "" || c.Input == nil) {
			t.Errorf("call %+v lacks something", c)
		}
		out, err := Encode(c, review.Record{Decision: review.Deny, Reason: c.Text})
		if err != nil || !json.Valid(out) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("answer %q, %v", out, err)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	stdin := []byte(event(`{"command":"git status --short","description":"Show the state"}`))
	for b.Loop() {
		if _, err := Decode(stdin, tables); err != nil {
			b.Fatal(err)
		}
	}
}
