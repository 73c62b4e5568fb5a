package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/shell"
)

// world is the usual sample world, with the real tables.
func classifier(t testing.TB, tb *catalog.Tables) (shell.Env, *place.Classifier) {
	t.Helper()
	s, err := sample.Parse(json.RawMessage(`"true"`))
	if err != nil {
		t.Fatal(err)
	}
	w := s.World()
	p := place.New(tb, w, sample.Project, sample.Project)
	return shell.Env{Tables: tb, World: w, Places: p, Dir: sample.Project, Field: "command"}, p
}

// one is a copy of the real tables with a single concern, "t.x", of one trigger.
func one(tr catalog.Trigger) *catalog.Tables {
	tb := tables.Tables
	tb.Concerns = []catalog.Concern{{ID: "t.x", Name: "test", Severity: catalog.High, Category: "shell_local_mutate", Triggers: []catalog.Trigger{tr}}}
	ref := catalog.Ref{}
	tb.Index = catalog.Index{Paths: tb.Index.Paths}
	switch {
	case tr.Invocation != nil && tr.Invocation.Roles != 0:
		tb.Index.Roles = []catalog.RoleRefs{{Roles: tr.Invocation.Roles, Refs: []catalog.Ref{ref}}}
	case tr.Invocation != nil:
		var runs []catalog.ProgramRefs
		for _, p := range slices.Sorted(slices.Values(tr.Invocation.Programs)) {
			runs = append(runs, catalog.ProgramRefs{Name: p, Refs: []catalog.RunRef{catalog.NewRunRef(ref, tr.Invocation)}})
		}
		tb.Index.Programs = catalog.NewProgramIndex(runs)
	case tr.Flow != nil:
		tb.Index.Flows = []catalog.Ref{ref}
	case tr.Touch != nil:
		tb.Index.Touches = []catalog.TouchRef{catalog.NewTouchRef(ref, tr.Touch)}
	case tr.URL != nil:
		tb.Index.URLs = []catalog.Ref{ref}
	case tr.Send != nil:
		tb.Index.Sends = []catalog.Ref{ref}
	case tr.Instruction != nil:
		tb.Index.Orders = []catalog.Ref{ref}
	case tr.Text != nil:
		var literals []catalog.Literal
		for _, l := range slices.Sorted(slices.Values(tr.Text.Literals)) {
			literals = append(literals, catalog.Literal{Text: l, Refs: []catalog.Ref{ref}})
		}
		tb.Index.Literals = catalog.NewLiterals(literals)
	}
	return &tb
}

func role(t testing.TB, name string) catalog.Roles {
	t.Helper()
	i := slices.Index(tables.Tables.RoleNames, name)
	if i < 0 {
		t.Fatalf("no role %q", name)
	}
	return 1 << i
}

// spans finds the texts that the single trigger matched in line.
func spans(t *testing.T, tr catalog.Trigger, line string) []string {
	t.Helper()
	tb := one(tr)
	env, p := classifier(t, tb)
	var out []string
	for _, f := range match.Find(tb, shell.Analyze(line, env), p) {
		out = append(out, line[f.Span.Start:f.Span.End])
	}
	return out
}

func TestTriggers(t *testing.T) {
	push := func(f catalog.FlagTest, ops ...catalog.OperandTest) catalog.Trigger {
		return catalog.Trigger{Invocation: &catalog.InvocationTrigger{Programs: []string{"git"}, Sub: []string{"push"}, Flags: f, Operands: ops}}
	}
	outside := catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Delete, Class: catalog.Outside}}
	for _, c := range []struct {
		name    string
		trigger catalog.Trigger
		line    string
		want    []string
	}{
		{"subcommand", push(""), "git push; git pull", []string{"git push"}},
		{"short spelling", push(catalog.AnyFlag("--force")), "git push -uf", []string{"git push -uf"}},
		{"none of", push(catalog.NewFlagTest(nil, nil, []string{"--dry-run"})), "git push -n", nil},
		{"all of", push(catalog.NewFlagTest(nil, []string{"--force", "--tags"}, nil)), "git push -f", nil},
		{"a flag that may not be there does not excuse", push(catalog.NewFlagTest(nil, nil, []string{"--dry-run"})),
			"for f in --dry-run --tags; do git push $f; done", []string{"git push $f"}},
		{"operand by prefix", push("", catalog.OperandTest{Prefix: []string{"+"}}), "git push o +main", []string{"git push o +main"}},
		{"operand at a place", push("", catalog.OperandTest{At: catalog.AtFirst, Equals: []string{"main"}}), "git push origin main", nil},
		{"negated operand", push("", catalog.OperandTest{Not: true, Pattern: `^topic`}), "git push o topic/x", nil},
		{"role", catalog.Trigger{Invocation: &catalog.InvocationTrigger{Roles: role(t, "shell")}}, "ls; bash x.sh", []string{"bash x.sh"}},
		{"via", catalog.Trigger{Invocation: &catalog.InvocationTrigger{Programs: []string{"rm"}, RunTest: &catalog.RunTest{Via: []string{"sudo"}}}}, "rm a; sudo env rm b", []string{"sudo env rm b"}},
		{"environment", catalog.Trigger{Invocation: &catalog.InvocationTrigger{Programs: []string{"ls"}, RunTest: &catalog.RunTest{Env: []string{"A"}}}}, "A=1 ls; B=1 ls", []string{"A=1 ls"}},
		{"count", catalog.Trigger{Invocation: &catalog.InvocationTrigger{Programs: []string{"rm"}, RunTest: &catalog.RunTest{Count: &catalog.Count{Min: 2}}}}, "rm a; rm a b", []string{"rm a b"}},
		{"code", catalog.Trigger{Invocation: &catalog.InvocationTrigger{Programs: []string{"python"}, RunTest: &catalog.RunTest{Code: &catalog.TextTrigger{Literals: []string{"system"}, Pattern: `os\.system\(`}}}},
			`python3 -c 'os.system("x")'; python3 -c 'print("system")'`, []string{`python3 -c 'os.system("x")'`}},
		{"flow", catalog.Trigger{Flow: &catalog.FlowTrigger{From: role(t, "download"), Into: role(t, "shell")}}, "curl u | sh; curl u | cat", []string{"sh"}},
		{"touch", outside, "rm a /usr/x", []string{"/usr/x"}},
		{"touch in a project", outside, "rm a b", nil},
		{"touch of what the line made", catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Delete, Except: catalog.Fresh}}, `T=$(mktemp -d); rm -r "$T"`, nil},
		{"touch of what git tracks", catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Delete, Class: catalog.Tracked}}, "rm README.md other", []string{"README.md"}},
		{"deep only", catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Delete, Deep: true}}, "rm a; rm -r b", []string{"b"}},
		{"redirect only", catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Write, Redirect: true}}, "cp a b; ls > c", []string{"> c"}},
		{"text, case folded", catalog.Trigger{Text: &catalog.TextTrigger{Literals: []string{"needle"}}}, "echo a NEEDLE", []string{"echo a NEEDLE"}},
		{"text needs its pattern", catalog.Trigger{Text: &catalog.TextTrigger{Literals: []string{"needle"}, Pattern: `needle\d`}}, "echo needle needle7", []string{"needle7"}},
		{"text in pieces", catalog.Trigger{Text: &catalog.TextTrigger{Literals: []string{"needle"}}}, `echo nee""dle`, []string{`nee""dle`}},
		{"text in data", catalog.Trigger{Text: &catalog.TextTrigger{In: catalog.InData, Literals: []string{"needle"}}}, "cat <<'E'\nneedle\nE", []string{"needle\n"}},
		{"code is no data", catalog.Trigger{Text: &catalog.TextTrigger{In: catalog.InCode, Literals: []string{"needle"}}}, "echo needle", nil},
	} {
		if got := spans(t, c.trigger, c.line); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s\n got %q\nwant %q", c.name, c.line, got, c.want)
		}
	}
}

// TestOrder holds that the most severe finding comes first, each concern once
// for a span, and that one which cannot be undone wins over one which can.
func TestOrder(t *testing.T) {
	tr := func(b catalog.Blast) catalog.Trigger {
		return catalog.Trigger{Touch: &catalog.TouchTrigger{Effect: catalog.Delete}, Blast: b}
	}
	tb := tables.Tables
	tb.Concerns = []catalog.Concern{
		{ID: "t.a", Severity: catalog.Low, Triggers: []catalog.Trigger{tr(catalog.BlastNo), tr(catalog.BlastYes)}},
		{ID: "t.b", Severity: catalog.Critical, Triggers: []catalog.Trigger{tr(catalog.BlastInherit)}},
	}
	touch := func(concern, trigger uint16) catalog.TouchRef {
		return catalog.NewTouchRef(catalog.Ref{Concern: concern, Trigger: trigger}, tb.Concerns[concern].Triggers[trigger].Touch)
	}
	tb.Index = catalog.Index{Touches: []catalog.TouchRef{touch(0, 0), touch(0, 1), touch(1, 0)}}
	env, p := classifier(t, &tb)
	var got []string
	for _, f := range match.Find(&tb, shell.Analyze("rm a b", env), p) {
		got = append(got, fmt.Sprintf("%s@%d blast=%v", f.Concern.ID, f.Span.Start, f.Blast))
	}
	want := []string{"t.b@3 blast=false", "t.b@5 blast=false", "t.a@3 blast=true", "t.a@5 blast=true"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCategories(t *testing.T) {
	for line, want := range map[string]string{
		"git status":                "shell_readonly",
		"git branch -D x":           "shell_local_mutate",
		"LD_PRELOAD=./x.so ls":      "shell_local_mutate",
		"LC_ALL=C ls":               "shell_readonly",
		"sort -o x y":               "shell_local_mutate",
		"ls --no-such-flag":         "shell_local_mutate",
		"curl u":                    "network_read",
		"curl -o f u":               "shell_local_mutate",
		"curl -d x u":               "network_write",
		"./gradlew build":           "shell_code_exec",
		"/usr/bin/git status":       "shell_readonly",
		"/home/user/bin/git status": "shell_code_exec",
		"no-such-program-anywhere":  "shell_local_mutate",
		"$X":                        "shell_code_exec",
	} {
		env, p := classifier(t, &tables.Tables)
		f := shell.Analyze(line, env)
		match.Find(&tables.Tables, f, p)
		if got := f.Invocations[len(f.Invocations)-1].Category; got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

// TestRedirectCategory holds that where the output goes counts too.
func TestRedirectCategory(t *testing.T) {
	for line, want := range map[string]string{
		"ls > /dev/null": "",
		"ls > out":       "shell_local_mutate",
		"ls > ~/out":     "file_edit_global",
		"ls > /tmp/out":  "shell_local_mutate",
	} {
		env, p := classifier(t, &tables.Tables)
		f := shell.Analyze(line, env)
		match.Find(&tables.Tables, f, p)
		i := slices.IndexFunc(f.Touches, func(x fact.Touch) bool { return x.Redirect })
		if i < 0 || f.Touches[i].Category != want {
			t.Errorf("%s: %+v, want %q", line, f.Touches, want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for name, line := range map[string]string{
		"read":   "git status",
		"delete": "rm -rf build/tmp src/gen",
		"text":   "git commit -m '" + strings.Repeat("some words of a message ", 20) + "'",
	} {
		b.Run(name, func(b *testing.B) {
			env, p := classifier(b, &tables.Tables)
			var f *fact.Facts
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				f = shell.Analyze(line, env)
				b.StartTimer()
				match.Find(&tables.Tables, f, p)
			}
		})
	}
}
