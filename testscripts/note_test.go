package testscripts

import (
	"encoding/json"
	"maps"
	"os"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// note FILE EVENT DIR MEMBERS writes a hook event that is no tool call. MEMBERS
// is a JSON object with what the event brings beside what all of them have, or
// @NAME for one that stands in a file.
func note(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: note file event directory members")
	}
	members := map[string]any{}
	text := args[3]
	if name, ok := strings.CutPrefix(text, "@"); ok {
		text = ts.ReadFile(name)
	}
	ts.Check(json.Unmarshal([]byte(text), &members))
	all := map[string]any{
		"session_id": "00000000-0000-4000-8000-000000000000", "transcript_path": "/home/user/t.jsonl",
		"cwd": ts.MkAbs(args[2]), "hook_event_name": args[1],
	}
	maps.Copy(all, members)
	b, err := json.Marshal(all)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append(b, '\n'), 0o666))
}

// repeatHook N FILE pipes an event to the hook N times. Standard output is that
// of the last time.
func repeatHook(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: repeat-hook N file")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	b, err := os.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	for range n {
		pipe(ts, b)
	}
}
