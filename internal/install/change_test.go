package install

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
)

func client(t *testing.T) *catalog.Client {
	for i := range tables.Tables.Hosts {
		if c := tables.Tables.Hosts[i].Client; c != nil {
			return c
		}
	}
	t.Fatal("no host has a client")
	return nil
}

const foreign = `{"matcher": "Bash", "hooks": [{"type": "command", "command": "/bin/mine"}]}`

// Whatever stood in a file stands there again after all of ours is taken out.
func TestAddAndRemove(t *testing.T) {
	c := client(t)
	event := c.Entries[0].Event
	for name, src := range map[string]string{
		"empty":           "{}",
		"empty, with air": "{\n}\n",
		"other keys":      "{\n    \"model\": \"x\",\n    \"env\": {\"A\": \"1\"}\n}\n",
		"one line":        `{"model":"x","env":{"A":"1"}}`,
		"empty hooks":     "{\n  \"hooks\": {  },\n  \"a\": [1, 2]\n}",
		"empty event":     "{\n\t\"hooks\": {\n\t\t\"" + event + "\": []\n\t},\n\t\"z\": null\n}\n",
		"foreign hooks":   "{\n  \"hooks\": {\n    \"" + event + "\": [\n      " + foreign + "\n    ],\n    \"Stop\": []\n  },\n  \"é\": \"<&>\"\n}\n",
		"CRLF":            "{\r\n  \"hooks\": {\r\n    \"Stop\": [" + foreign + "]\r\n  }\r\n}\r\n",
	} {
		r := &Receipt{}
		if err := r.Note(c, []byte(src)); err != nil {
			t.Fatal(err)
		}
		got, err := Add(c, []byte(src), "/opt/thing-hook")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		d, err := Read(c, got)
		if err != nil || Wants(c, d.Handlers) != "" || len(d.Handlers) != len(c.Entries) || !json.Valid(got) {
			t.Errorf("%s: the registration is not whole (%v): %s", name, err, got)
		}
		if strings.Contains(src, "/bin/mine") && !strings.Contains(string(got), foreign) {
			t.Errorf("%s: a foreign hook was touched: %s", name, got)
		}
		if again, err := Add(c, got, "/opt/thing-hook"); err != nil || string(again) != string(got) {
			t.Errorf("%s: a second time makes a difference: %v\n%s", name, err, again)
		}
		moved, err := Add(c, got, "/new/thing-hook")
		if err != nil || strings.Contains(string(moved), "/opt/") || strings.Count(string(moved), "/new/thing-hook") != len(c.Entries) {
			t.Errorf("%s: the path is not mended (%v): %s", name, err, moved)
		}
		for _, doc := range [][]byte{got, moved} {
			back, err := Remove(c, doc, r)
			if err != nil || string(back) != src {
				t.Errorf("%s: after removal %q, %v; want %q", name, back, err, src)
			}
		}
	}
}

// Registrations of ours that people wrote by hand are known too.
func TestOurs(t *testing.T) {
	c := client(t)
	for command, want := range map[string]bool{
		`"/opt/a b/bin/thing-hook --host claude"`:                                true,
		`"C:\\thing\\thing-hook.exe"`:                                            true,
		`"/opt/thing-hook", "args": []`:                                          true,
		`"sh", "args": ["-c", "/x/thing-hook"]`:                                  true,
		`"/opt/thing-hooks"`:                                                     false,
		`"/opt/other", "args": ["--log", "thing"]`:                               false,
		`"cat", "args": ["/var/log/thing-hook.log", "--x"], "timeout": "broken"`: false,
	} {
		src := `{"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": ` + command + `}]}]}}`
		d, err := Read(c, []byte(src))
		if err != nil || (len(d.Handlers) == 1) != want {
			t.Errorf("%s: %d registrations, %v", command, len(d.Handlers), err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	c := client(t)
	for src, want := range map[string]string{
		`[]`:                            "the text is no object: write {} with the settings in it",
		`{"hooks": []}`:                 "hooks is no object: write the hooks of each event below it",
		`{"hooks": {"PreToolUse": {}}}`: "hooks.PreToolUse is no list: write the hooks of the event into one",
		"{\n  \"a\": }":                 "line 2, column 8: invalid character '}' looking for beginning of value",
	} {
		if _, err := Add(c, []byte(src), "/x/thing-hook"); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
	}
}
