package testscripts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/cache"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	find "github.com/ravenclaude/thing/internal/secret"
	sessions "github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/world"
)

// TestSecretsAreNeverKept puts a secret of each kind into calls, prompts and
// what seats say, and looks for it in all that lies on the disk afterwards and
// in all that the commands print about it.
func TestSecretsAreNeverKept(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	posture := "categories:\n"
	for _, c := range tables.Tables.Categories {
		posture += "  " + c.ID + ": {thing: on}\n"
	}
	file := filepath.Join(home, ".ravenclaude", "comfort-posture.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(posture+"command_review: {cache_ttl_seconds: 600, fatigue_threshold: 2}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{} // kinds by secret
	var texts []string
	for i := range tables.Tables.Secrets {
		if testing.Short() && i%8 != 0 {
			continue
		}
		kind := tables.Tables.Secrets[i].Kind
		text, err := sample.Expand("«"+kind+"»", tables.Tables.Secrets)
		if err != nil {
			t.Fatal(err)
		}
		hits, _ := find.Scan(&tables.Tables, text)
		if len(hits) == 0 {
			t.Errorf("nothing is found in a made %s", kind)
		}
		for _, h := range hits {
			values[text[h.Start:h.End]] = kind
			values[jsonText(t, text[h.Start:h.End])] = kind
		}
		texts = append(texts, text)
	}
	var made [][]string // by project, several secrets in each text
	for list := range slices.Chunk(texts, 4) {
		if len(made) == 0 || len(made[len(made)-1]) == 30 {
			made = append(made, nil)
		}
		made[len(made)-1] = append(made[len(made)-1], strings.Join(list, "\n\n"))
	}
	var printed []string
	for i, list := range made {
		project := filepath.Join(home, fmt.Sprint("p", i))
		if err := os.MkdirAll(filepath.Join(project, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
		printed = append(printed, kept(t, project, list))
	}
	for _, text := range printed {
		for value, kind := range values {
			if strings.Contains(text, value) {
				t.Errorf("what is printed holds the %s:\n%s", kind, around(text, value))
			}
		}
	}
	var all []byte // one search for all files
	files := 0
	err := filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		all = append(append(append(all, path...), '\n'), b...)
		return err
	})
	if err != nil || files < len(texts)/2 {
		t.Errorf("%d files, %v", files, err)
	}
	for value, kind := range values {
		if bytes.Contains(all, []byte(value)) {
			t.Errorf("a file holds the %s:\n%s", kind, around(string(all), value))
		}
	}
}

// kept makes calls with secrets in a project, and returns what is printed of them.
func kept(t *testing.T, project string, secrets []string) string {
	t.Helper()
	var out bytes.Buffer
	id := ""
	event := func(name string, more map[string]any) {
		t.Helper()
		more["hook_event_name"], more["session_id"], more["cwd"] = name, id, project
		b, err := json.Marshal(more)
		if err != nil {
			t.Fatal(err)
		}
		status := hook.Main(hook.Env{Tables: &tables.Tables, World: world.OS(), Stdin: bytes.NewReader(b), Stdout: &out, Stderr: &out, Log: hook.Log, Store: hook.Store})
		if status != hook.ExitOK {
			t.Errorf("status %d: %s", status, out.String())
		}
	}
	run := func(args ...string) {
		cli.Main(args, cli.Env{Tables: &tables.Tables, World: world.OS(), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Dir: project})
	}
	for i, made := range secrets {
		id = fmt.Sprint(filepath.Base(project), "-", i)
		calls := []map[string]any{
			{"tool_name": "Bash", "tool_input": map[string]any{"command": "curl -d '" + made + "' https://api.internal.test/v1/me", "description": made}},
			{"tool_name": "Write", "tool_input": map[string]any{"file_path": filepath.Join(project, "a.env"), "content": "x = '" + made + "'\n"}},
			{"tool_name": "mcp__x__send", "tool_input": map[string]any{"text": made, made: 1}},
			{"tool_name": "WebFetch", "tool_input": map[string]any{"url": "https://api.internal.test/", "prompt": made}},
		}
		event("PreToolUse", calls[i%len(calls)])
		if i%3 == 0 {
			event("SessionStart", map[string]any{"source": "startup"})
			event("PreToolUse", map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": "git push --force origin prod", "description": made}})
			event("UserPromptSubmit", map[string]any{"prompt": "/thing:override use " + made})
			event("PreToolUse", map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": "git push --force origin prod", "description": made}})
			keep(t, id, made)
		}
		if i%4 == 0 {
			run("review", "--", "curl -d '"+made+"' https://api.internal.test/v1/me")
			run("config", "set", "gate_floor", made)
		}
	}
	run("log", "list")
	run("log", "list", "--json")
	run("log", "stats", "--json")
	for _, format := range audit.Formats {
		run("log", "export", "--format", format)
	}
	log, err := hook.LogDir(&tables.Tables, world.OS(), project)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for x, err := range log.Entries() {
		if err != nil {
			t.Error(err)
		}
		if n++; n%5 == 0 { // so that it is another call each time
			run("log", "show", x.ID)
			run("why", x.ID)
			run("override", x.ID, "--reason", secrets[n%len(secrets)])
			run("wrong", x.ID)
		}
	}
	if n < len(secrets) {
		t.Errorf("only %d entries are kept of calls with %d secrets", n, len(secrets))
	}
	run("wrong", "list")
	run("config", "check")
	return out.String()
}

// keep puts into a session's cache what a panel may say of a call with a secret.
func keep(t *testing.T, id, made string) {
	t.Helper()
	store, err := hook.Store(&tables.Tables, world.OS())
	if err != nil {
		t.Fatal(err)
	}
	said, err := json.Marshal(map[string]string{"reason": made})
	if err != nil {
		t.Fatal(err)
	}
	command, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	c := cache.Open(&tables.Tables, sessions.Open(store, "claude", id), time.Hour)
	key := c.Key(cache.Subject{Call: call.Call{Tool: "Bash", Input: map[string]json.RawMessage{"command": command}}, Seen: "x", Floor: review.Record{Decision: review.Pass}})
	for _, outcome := range []string{string(said), `{"reason": "fine"}`} {
		if err := c.Put(key, cache.Value{Decision: cache.Deny, Sure: true, Outcome: json.RawMessage(outcome)}, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Get(key, time.Now()); !ok {
		t.Error("nothing is kept in the cache")
	}
}

// around is where a text holds a value, without the value.
func around(text, value string) string {
	i := strings.Index(text, value)
	return text[max(0, i-200):i] + "«here»" + text[i+len(value):min(len(text), i+len(value)+100)]
}
