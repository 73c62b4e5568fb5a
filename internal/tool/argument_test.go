package tool

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/shell"
)

func facts(t testing.TB, tool, input string) *fact.Facts {
	t.Helper()
	raw, err := json.Marshal(map[string]json.RawMessage{"tool_name": json.RawMessage(quote(tool)), "tool_input": json.RawMessage(input)})
	if err != nil {
		t.Skip(err)
	}
	given, err := sample.Parse(raw)
	if err != nil {
		t.Skip(err)
	}
	c, err := given.Call(&tables.Tables)
	if err != nil {
		t.Skip(err)
	}
	w := sample.Sample{Dir: sample.Project}.World()
	p := place.New(&tables.Tables, w, sample.Project, sample.Project)
	return Analyze(c, shell.Env{Tables: &tables.Tables, World: w, Places: p, Dir: sample.Project})
}

// TestSpans holds that what is found in a nested argument points at its place
// there.
func TestSpans(t *testing.T) {
	f := facts(t, "mcp__x__call", `{"steps": [{"cmd": "ls; rm 'a b'", "env": {"LD_PRELOAD": "x"}}], "o": {"lang": "python", "code": "import os\nos.remove('/etc/x')"}, "in": "{\"url\": \"http://a.example/b\"}"}`)
	at := func(field string, s fact.Span) string { return f.Part(field)[s.Start:s.End] }
	got := map[string]string{}
	for _, v := range f.Invocations {
		got[v.Field+" "+v.Program] = at(v.Field, v.Span)
	}
	for _, v := range f.Touches {
		got[v.Field+" "+v.Path] = at(v.Field, v.Span)
	}
	for _, u := range f.URLs {
		got[u.Field+" "+u.Host] = at(u.Field, u.Word.Span)
	}
	for where, want := range map[string]string{
		"steps[0].cmd ls": "ls", "steps[0].cmd rm": "rm 'a b'", "steps[0].cmd /home/user/project/a b": "'a b'",
		"o.code /etc/x": "import os\nos.remove('/etc/x')", "in.url a.example": "http://a.example/b",
	} {
		if got[where] != want {
			t.Errorf("%s: %q, want %q; all are %q", where, got[where], want, got)
		}
	}
}

func TestStatement(t *testing.T) {
	x := &reading{analyzer: &analyzer{env: shell.Env{Tables: &tables.Tables}}}
	for s, want := range map[string]bool{
		"select * from users": true, "SELECT 1": true, "select now()": true, "select 1; drop table x": true, "-- a\nDROP TABLE users": true, "/* a */ delete from users where id = 4": true,
		"insert into t values (1)": true, "update t set a = 1": true, "truncate users": true, "drop database if exists app;": true, "DROP TABLE a, b CASCADE": true, "(select a from b)": true,
		"create table t (id int)": true, "CREATE OR REPLACE VIEW v AS SELECT 1": true, "alter table t add c int": true, "grant all on t to u": true, "with x as (select 1) select * from x": true,
		"begin; delete from t; commit": true, "copy t to program 'sh'": true, "EXEC xp_cmdshell 'dir'": true, "explain analyze select 1": true, "delete from\n\"public\".\"users\"": true,
		"select a plan": false, "select a color from the list": true, // reads nothing, whatever it is
		"drop table tennis balls": false, "how to drop table users": false, "delete from cart button": false, "update users about the plan": false, "insert coin into slot": false,
		"{ users { id } }": false, "query { drop }": false, "mutation { delete(id: 4) { id } }": false, "truncate long names in the view": false,
		"begin with the tests": false, "grant access": false, "with love as ever": false, "copy the file to the server": false, "show tables in the restaurant": true, "": false, ";;;": false, "merge into main": true,
		"call me maybe": false, "execute order 66": false, "alter ego": false, "MATCH (n) RETURN n": false, "title:drop AND table": false,
	} {
		if got := x.statement(s); got != want {
			t.Errorf("statement(%q) = %v", s, got)
		}
	}
}

func TestBounds(t *testing.T) {
	for input, want := range map[string]string{
		`{"a":` + strings.Repeat(`{"b":`, 70) + `1` + strings.Repeat("}", 71):                                            errDeep.Error(),
		`{"a":[` + strings.Repeat(`"x",`, tables.Tables.Route.Limits.Leaves) + `"x"]}`:                                   errMany.Error(),
		`{"a":` + quote(strings.Repeat(`[`, 70)+strings.Repeat("]", 70)) + `}`:                                           errDeep.Error(),
		`{"a":` + quote(`{"b":`+quote(`["`+strings.Repeat("\",\"", 2*tables.Tables.Route.Limits.Leaves)+`"]`)+"}") + `}`: errMany.Error(),
	} {
		f := facts(t, "mcp__x__y", input)
		if len(f.Opaque) == 0 || f.Opaque[0].Reason != want {
			t.Errorf("%.40s…: %v, want %s", input, f.Opaque, want)
		}
	}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func FuzzArguments(f *testing.F) {
	f.Add("mcp__x__run", `{"command": "ls", "args": ["-l"], "cwd": "/x"}`)
	f.Add("mcp__fs__write_file", `{"path": "~/.bashrc", "content": "x"}`)
	f.Add("mcp__fs__edit", `{"edits": [{"path": "a", "oldText": "x", "newText": "y"}], "in": "{\"sql\": \"drop table x\"}"}`)
	f.Add("Novel", `{"script": "#!/bin/sh\nrm x", "url": "file:///etc/x", "language": "python"}`)
	f.Add("mcp__x__y", `{"code": "END\nos.system('x')", "env": {"LD_PRELOAD": "'"}, "command": ["a", "b c"]}`)
	f.Fuzz(func(t *testing.T, tool, input string) {
		if tool == "" || len(input) > 1<<12 {
			t.Skip()
		}
		got := facts(t, tool, input)
		within := func(what, field string, s fact.Span) {
			if n := len(got.Part(field)); s.Start < 0 || s.Start > s.End || s.End > n {
				t.Errorf("%s: span %v of %q, which has %d bytes", what, s, field, n)
			}
		}
		for _, v := range got.Invocations {
			if v.Given > len(got.Invocations) {
				t.Errorf("invocation behind number %d of %d", v.Given, len(got.Invocations))
			}
			if v.Field != "" {
				within("invocation", v.Field, v.Span)
			}
		}
		for _, v := range got.Touches {
			if v.Field != "" {
				within("touch", v.Field, v.Span)
			}
			if v.Effect == 0 || v.Invocation < 0 && v.Path == "" {
				t.Errorf("touch %+v", v)
			}
		}
	})
}
