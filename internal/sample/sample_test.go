package sample

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
)

var tables = &catalog.Tables{
	Hosts: []catalog.Host{
		{ID: "bare", Tools: []catalog.Tool{{Name: "noop"}}},
		{ID: "agent", Tools: []catalog.Tool{
			{Name: "bash", Shape: catalog.ShapeShell, Field: "command"},
			{Name: "mcp__*", Shape: catalog.ShapeMCP},
			{Name: "mcp__db__*", Shape: catalog.ShapeMCP, Field: "sql"},
			{Name: "write", Shape: catalog.ShapeEdit, Field: "file_path"},
		}},
	},
	Secrets: []catalog.Secret{
		{Kind: "cloud-key", Make: "CK[A-Z2-7]{16}"},
		{Kind: "key-file", Make: "-----BEGIN \"KEY\"-----\n[a-z]{8}\n"},
	},
}

func parse(t *testing.T, text string) Sample {
	t.Helper()
	s, err := Parse(json.RawMessage(text))
	if err != nil {
		t.Fatalf("Parse(%s): %v", text, err)
	}
	return s
}

func TestCall(t *testing.T) {
	for _, c := range []struct {
		raw, host, tool, entry, text, dir string
	}{
		{`"ls -l"`, "agent", "bash", "bash", "ls -l", Project},
		{`"echo \"a<b\" && x"`, "agent", "bash", "bash", `echo "a<b" && x`, Project},
		{`{"tool_name": "Bash", "tool_input": {"command": "ls", "n": 1}, "cwd": "/srv"}`, "agent", "Bash", "bash", "ls", "/srv"},
		{`{"tool_name": "Write", "tool_input": {"file_path": "/x", "content": "y"}}`, "agent", "Write", "write", "/x", Project},
		{`{"tool_name": "mcp__db__query", "tool_input": {"sql": "select 1"}}`, "agent", "mcp__db__query", "mcp__db__*", "select 1", Project},
		{`{"tool_name": "mcp__other__x", "tool_input": {}}`, "agent", "mcp__other__x", "mcp__*", "", Project},
		{`{"tool_name": "noop", "tool_input": {}}`, "bare", "noop", "noop", "", Project},
		{`{"tool_name": "Never", "tool_input": {"a": [1]}}`, "bare", "Never", "", "", Project},
		{`{"tool_name": "Bash", "tool_input": {}}`, "agent", "Bash", "bash", "", Project},
	} {
		got, err := parse(t, c.raw).Call(tables)
		entry := ""
		if got.Entry != nil {
			entry = got.Entry.Name
		}
		if err != nil || got.Host != c.host || got.Tool != c.tool || entry != c.entry || got.Text != c.text || got.Dir != c.dir {
			t.Errorf("Call of %s = %+v (entry %q), %v", c.raw, got, entry, err)
		}
		if got.Entry == nil || got.Entry.Field == "" || got.Text == "" {
			continue
		}
		var field string
		if err := json.Unmarshal(got.Input[got.Entry.Field], &field); err != nil || field != got.Text {
			t.Errorf("Call of %s: the input says %q, the text %q", c.raw, field, got.Text)
		}
	}
}

func TestCallExpands(t *testing.T) {
	key, err := Expand("«cloud-key»", tables.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := parse(t, `"export K=«cloud-key»"`).Call(tables); err != nil || c.Text != "export K="+key {
		t.Errorf("text %q, %v", c.Text, err)
	}
	s := parse(t, `{"tool_name": "Write", "tool_input": {"file_path": "/x", "content": "«key-file»", "edits": [{"new": "\u00abcloud-key\u00bb <b>", "at": 12345678901234567890}], "plain": [1.0]},
		"given": {"files": {"a": "k=«cloud-key»"}}}`)
	before := string(s.Input["content"])
	c, err := s.Call(tables)
	if err != nil {
		t.Fatal(err)
	}
	var content string
	if err := json.Unmarshal(c.Input["content"], &content); err != nil || !strings.HasPrefix(content, "-----BEGIN \"KEY\"-----\n") {
		t.Errorf("content %q, %v", content, err)
	}
	if got, want := string(c.Input["edits"]), `[{"at":12345678901234567890,"new":"`+key+` <b>"}]`; got != want {
		t.Errorf("edits %s, want %s", got, want)
	}
	if got := string(c.Input["plain"]); got != "[1.0]" {
		t.Errorf("input without secrets became %s", got)
	}
	if got := string(s.Input["content"]); got != before {
		t.Errorf("Call changed the sample to %s", got)
	}
	e, err := s.Expand(tables.Secrets)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := e.World().ReadFile(Project+"/a", 100); err != nil || string(got) != "k="+key {
		t.Errorf("given file %q, %v", got, err)
	}
	for _, raw := range []string{`"x «nokey»"`, `{"tool_name": "T", "tool_input": {"a": {"b": ["«nokey»"]}}}`, `{"tool_name": "T", "tool_input": {}, "given": {"files": {"a": "«nokey»"}}}`} {
		if _, err := parse(t, raw).Call(tables); err == nil || !strings.Contains(err.Error(), "nokey") {
			t.Errorf("Call of %s: error %v", raw, err)
		}
	}
	if _, err := parse(t, `"ls"`).Call(&catalog.Tables{}); err == nil {
		t.Error("a shell line without a shell tool: no error")
	}
	if _, err := parse(t, `{"tool_name": "Bash", "tool_input": {"command": 1}}`).Call(tables); err == nil {
		t.Error("a command that is no text: no error")
	}
}

func TestParseRejects(t *testing.T) {
	for _, raw := range []string{
		``, `""`, `1`, `null`, `[]`, `{}`, `"a`, `{"tool_name": "T"}`, `{"tool_input": {}}`, `{"tool_name": "T", "tool_input": {}} {}`,
		`{"tool_name": "T", "tool_input": {}, "cmd": 1}`, `{"tool_name": "T", "tool_input": {}, "cwd": "rel"}`, `{"tool_name": "T", "tool_input": {}, "cwd": "/a/"}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"a": 1}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"a": {"link": ""}}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"a": {"lnk": "b"}}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"a": "x", "a/b": "y"}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"main.go": null}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"files": {"/": "x"}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"git": {"stash": []}}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"home": "rel"}}`,
		`{"tool_name": "T", "tool_input": {}, "given": {"git": {"tracked": ["main.go/x"]}}}`,
	} {
		if s, err := Parse(json.RawMessage(raw)); err == nil {
			t.Errorf("Parse(%s) = %+v, want an error", raw, s)
		}
	}
}

func TestExpand(t *testing.T) {
	secrets := []catalog.Secret{
		{Kind: "one", Make: "A[0-9]{4}"}, {Kind: "two", Make: "B"}, {Kind: "bad", Make: "a+"}, {Kind: "worse", Make: "("},
	}
	one, err := Expand("«one»", secrets)
	if err != nil || !regexp.MustCompile(`^A[0-9]{4}$`).MatchString(one) {
		t.Fatalf("Expand = %q, %v", one, err)
	}
	for text, want := range map[string]string{
		"":                   "",
		"plain":              "plain",
		"«one»«two» «one»":   one + "B " + one,
		"«two":               "«two",
		"two»":               "two»",
		"««two»»":            "«B»",
		"« Guten Tag » «»":   "« Guten Tag » «»",
		"«Zitat» und «two»x": "«Zitat» und Bx",
	} {
		if got, err := Expand(text, secrets); err != nil || got != want {
			t.Errorf("Expand(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"«tow»":            "did you mean two?",
		"«something-else»": "spec/secret.cue",
		"«bad»":            "no upper bound",
		"«worse»":          "missing closing",
	} {
		if got, err := Expand(text, secrets); err == nil || !strings.Contains(err.Error(), want) || got != "" {
			t.Errorf("Expand(%q) = %q, %v; want an error with %q", text, got, err, want)
		}
	}
}

func TestGenerate(t *testing.T) {
	for _, template := range []string{
		"abc", "[a-z]{3}[A-Z0-9]{2,9}", "(a|bc|[0-9])x?", `\d{4}\.\w{2}`, "[^a-z]{20}", "(?:x{0,3}y){2}", "[äöü]{3}", `a\nb`, "^x$", ".{5}", "", "(RSA|EC) KEY\n", `\{\[\|`, "(?i)ab", "[ ]",
	} {
		seen := map[string]bool{}
		for _, seed := range []string{"a", "b", "c", "a"} {
			got, err := generate(seed, template)
			if err != nil || !regexp.MustCompile("^(?:"+template+")$").MatchString(got) {
				t.Errorf("generate(%q, %q) = %q, %v", seed, template, got, err)
			}
			seen[got] = true
		}
		if len(seen) > 3 {
			t.Errorf("template %q: one seed made two texts", template)
		}
	}
	// Written out, so that a change of the generator is seen: it changes every sample.
	for seed, want := range map[string]string{"a": "ru4agmc7", "b": "xxedw75m"} {
		if got, err := generate(seed, "[a-z0-9]{8}"); err != nil || got != want {
			t.Errorf("generate(%q) = %q, %v; want %q", seed, got, err, want)
		}
	}
	for _, template := range []string{"a*", "a+", "a{2,}", `\bx`, "[^\\x00-\\x{10FFFF}]", "(", "(?:(?:a{1000}){1000}){1000}", "((a{500}b{500}){2}){900}"} {
		if got, err := generate("a", template); err == nil {
			t.Errorf("generate(%q) made %d bytes, want an error", template, len(got))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`"ls «cloud-key»"`)
	f.Add(`{"tool_name": "Bash", "tool_input": {"command": "x «key-file»"}, "cwd": "/srv", "given": {"files": {"a/b": {"link": "../c"}, "d": null}, "git": {"tracked": ["x/*"], "ignored": ["*.o"]}, "home": "/root"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(json.RawMessage(text))
		if err != nil {
			return
		}
		w := s.World()
		for name := range s.Given.Files {
			_, _ = w.Lstat(absolute(name))
			_, _ = w.ReadFile(absolute(name), 10)
			_, _ = w.Git(absolute(name))
		}
		_, _ = s.Call(tables)
	})
}
