package task_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/task"
)

func TestMake(t *testing.T) {
	src := "A := 1 # why\nB ?= $(shell x=1)\nall: dep | order\n\t@echo $(A)\n\n\trm x\n\\\n\tjoined \\\n\tline\nifeq (a,b)\n\tstill\nendif\nx y: V = 2\ndep: ; rm y\n-include more.mk\ndefine F\nrm $(1)\nendef\n$(eval $(call F,x))\nexport C = 3\n$(T): $(patsubst %.c:,%.o,$(S))\n\tcc\n"
	var got []string
	for _, s := range task.Make(src) {
		line := fmt.Sprintf("%d %s %s %s", s.Kind, s.Name, s.Op, s.Text)
		for _, l := range s.Recipe {
			line += " | " + l.Text
			if !strings.Contains(src[l.Start:l.End], strings.TrimSpace(l.Text)) {
				t.Errorf("recipe %q does not stand at %d-%d", l.Text, l.Start, l.End)
			}
		}
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"0 A := 1", "0 B ?= $(shell x=1)",
		"2 all dep | order | @echo $(A) | rm x | still",
		"6 joined line", "4 (a,b)", "5", "1 V = 2", "2 dep | rm y", "3 more.mk", "0 F = rm $(1)", "6 $(eval $(call F,x))", "0 C = 3",
		"2 $(T) $(patsubst %.c:,%.o,$(S)) | cc",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestJust(t *testing.T) {
	src := "set shell := ['sh']\nimport? 'a.just'\nimport \"b.just\"\nmod x\nmod y 'd/y.just'\nout := 'dist'\nexport KEY := `id`\nalias b := build\n\n[private]\n@build mode='fast' +rest: gen (dep mode) && after # note\n    echo 1 \\\n      2\n\n    rm x\ngen:\n\trm gen\nmod:\n  rm mod\n"
	j := task.Just(src)
	show := func(v any) string { return fmt.Sprint(v) }
	for what, c := range map[string][2]string{
		"imports":   {show(j.Imports), "[a.just b.just]"},
		"modules":   {show(j.Modules), "[{x } {y d/y.just}]"},
		"aliases":   {show(j.Aliases), "map[b:build]"},
		"variables": {j.Variables[0].Name + j.Variables[0].Value.Text + j.Variables[1].Name + j.Variables[1].Value.Text, "out'dist'KEY`id`"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %s, want %s", what, c[0], c[1])
		}
	}
	var got []string
	for _, r := range j.Recipes {
		var lines []string
		for _, l := range r.Lines {
			lines = append(lines, l.Text)
			if !strings.HasSuffix(src[l.Start:l.End], l.Text) {
				t.Errorf("line %q does not stand at %d-%d", l.Text, l.Start, l.End)
			}
		}
		got = append(got, fmt.Sprintf("%s %q %q %q", r.Name, r.Params, r.Needs, lines))
	}
	want := []string{
		`build ["mode='fast'" "+rest"] ["gen" "(dep mode)" "after"] ["echo 1 \\\n      2" "rm x"]`,
		`gen [] [] ["rm gen"]`,
		`mod [] [] ["rm mod"]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestPackage(t *testing.T) {
	src := `{"name": "n", /* c */ "workspaces": {"packages": ["a/*"], "nohoist": ["b"]}, "x": [1, {"scripts": {"no": "no"}}],
 "scripts": {"a": "rm a", "b": ["one", "two"], "c": {"command": "rm c", "dependencies": ["a", {"script": "b"}], "env": {}}, "a:x": "ax", "n": 3,},}`
	p, err := task.ReadPackage(src, "scripts")
	if err != nil {
		t.Fatal(err)
	}
	if p.Name != "n" || !slices.Equal(p.Workspaces, []string{"a/*"}) {
		t.Errorf("name %q, workspaces %q", p.Name, p.Workspaces)
	}
	var got []string
	for _, s := range p.Scripts {
		line := s.Name
		for _, c := range s.Commands {
			line += " " + c.Text
			if !strings.HasSuffix(src[:c.End], c.Text+`"`) {
				t.Errorf("command %q does not end at %d", c.Text, c.End)
			}
		}
		got = append(got, fmt.Sprint(line, s.After))
	}
	if want := []string{"a rm a[]", "b one two[]", "c rm c[a]", "a:x ax[]", "n[]"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, n := range map[string]int{"a": 1, "a*": 2, "*": 5, "a:*": 1, "none": 0, "b*c": 0} {
		if got := p.Find(name); len(got) != n {
			t.Errorf("%q finds %d scripts, want %d", name, len(got), n)
		}
	}
	for _, bad := range []string{"", "[]", `{"scripts": {"a": "b"`, `{"scripts": {"a": }}`, `{"a"`} {
		if _, err := task.ReadPackage(bad, "scripts"); err == nil {
			t.Errorf("%q is read without an error", bad)
		}
	}
	if p, _ := task.ReadPackage(`{"scripts": {"a": "rm a", "b`, "scripts"); len(p.Scripts) != 1 {
		t.Error("what stands before an error is lost")
	}
}

func TestTaskfile(t *testing.T) {
	src := "version: 3\nvars: {A: 1, B: {sh: id}, C: {map: {}}}\nenv:\n  E: e\nincludes:\n  docs: ./docs\n  lib: {taskfile: l.yml, dir: lib, optional: true}\ntasks:\n  short: rm s\n  list: [rm l, {task: short}]\n  long:\n    aliases: [lo]\n    dir: d\n    vars: {V: v}\n    deps: [a, {task: b, vars: {X: 1}}]\n    status: [test -f x]\n    preconditions: [{sh: test -e y, msg: no}]\n    cmds:\n      - rm 1\n      - {cmd: rm 2, silent: true}\n      - {defer: rm 3}\n      - {defer: {task: c}}\n      - {for: [1, 2], cmd: rm 4}\n  empty:\n"
	f, err := task.ReadTaskfile(src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range f.Jobs {
		line := fmt.Sprintf("%s %q %s %q:", j.Name, j.Aliases, j.Dir, j.Needs)
		for _, s := range j.Steps {
			if s.Job != "" {
				line += " >" + s.Job
				continue
			}
			line += " " + s.Command.Text
			if !strings.Contains(src[s.Command.Start:s.Command.End], s.Command.Text) {
				t.Errorf("command %q does not stand at %d-%d", s.Command.Text, s.Command.Start, s.Command.End)
			}
		}
		got = append(got, line)
	}
	want := []string{`short []  []: rm s`, `list []  []: rm l >short`, `long ["lo"] d ["a" "b"]: test -e y test -f x rm 1 rm 2 rm 3 >c rm 4`, `empty []  []:`}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if s := fmt.Sprint(f.Includes); s != "[{docs ./docs } {lib l.yml lib}]" {
		t.Errorf("includes %s", s)
	}
	if len(f.Variables) != 2 || len(f.Outputs) != 1 || f.Outputs[0].Value.Text != "id" {
		t.Errorf("variables %v, outputs %v", f.Variables, f.Outputs)
	}
	if _, err := task.ReadTaskfile("tasks: [\n"); err == nil {
		t.Error("broken YAML is read without an error")
	}
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 8 {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", 'b'+i, 'b'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i)
	}
	if f, _ := task.ReadTaskfile(bomb + "tasks: {default: *i}\n"); len(f.Jobs) > 0 && len(f.Jobs[0].Steps) > 20000 {
		t.Error("aliases multiply without bound")
	}
}

func TestWorkspaces(t *testing.T) {
	if got := task.Workspaces("packages:\n  - 'a/*'\n  - \"!b\"\ncatalog: {x: 1}\n"); !slices.Equal(got, []string{"a/*", "!b"}) {
		t.Errorf("got %q", got)
	}
	if got := task.Workspaces("packages: ["); got != nil {
		t.Errorf("broken YAML gives %q", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a: b\n\tc\nV = 1\ndefine x\ny\nendef\n")
	f.Add("mod a 'b'\nx p: y (z q)\n  l \\\n  m\n")
	f.Add(`{"scripts": {"a": ["b", {"command": "c"}]}, "workspaces": ["x"], /* */ }`)
	f.Add("tasks:\n  a: {cmds: [b, {task: c}], vars: {X: {sh: y}}}\n")
	f.Fuzz(func(t *testing.T, src string) {
		in := func(l task.Line) {
			if l.Start < 0 || l.End < l.Start || l.End > len(src) {
				t.Fatalf("%+v lies outside of %d bytes", l, len(src))
			}
		}
		for _, s := range task.Make(src) {
			in(task.Line{Start: s.Start, End: s.End})
			for _, l := range s.Recipe {
				in(l)
			}
		}
		for _, r := range task.Just(src).Recipes {
			for _, l := range r.Lines {
				in(l)
			}
		}
		p, _ := task.ReadPackage(src, "scripts")
		for _, s := range p.Scripts {
			for _, c := range s.Commands {
				in(task.Line{Start: c.End - 1, End: c.End})
			}
		}
		file, _ := task.ReadTaskfile(src)
		for _, j := range file.Jobs {
			for _, s := range j.Steps {
				in(s.Command)
			}
		}
	})
}
