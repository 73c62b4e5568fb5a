package rewrite_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// with is the catalog with one concern more, which an invocation meets, and
// which has one edit.
func with(trigger catalog.InvocationTrigger, edit catalog.Edit) *catalog.Tables {
	t := tables.Tables
	on := trigger
	edit.On = &on
	t.Concerns = append(slices.Clone(t.Concerns), catalog.Concern{
		ID: "toy.concern", Name: "Toy", Severity: catalog.High, Category: catalog.CrossCutting, Remedy: "none",
		Triggers: []catalog.Trigger{{Invocation: &trigger}}, Edits: []catalog.Edit{edit},
	})
	ref := catalog.Ref{Concern: uint16(len(t.Concerns) - 1)}
	runs := map[string][]catalog.RunRef{}
	for i := range t.Index.Programs.Names.Len() {
		name := t.Index.Programs.Names.At(i)
		runs[name] = slices.Clone(t.Index.Programs.At(name))
	}
	for _, name := range trigger.Programs {
		runs[name] = append(runs[name], catalog.NewRunRef(ref, &trigger))
	}
	var list []catalog.ProgramRefs
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		list = append(list, catalog.ProgramRefs{Name: name, Refs: runs[name]})
	}
	t.Index.Programs = catalog.NewProgramIndex(list)
	return &t
}

func offered(t *testing.T, tables *catalog.Tables, line string, files map[string]any) string {
	t.Helper()
	c, w := shellCall(t, line, files)
	r := review.Review(tables, w, c, config.All(tables))
	if r.Safer() == nil {
		return ""
	}
	if !slices.Contains(r.Safer().Resolves, "toy.concern") {
		t.Errorf("%q resolves %q", line, r.Safer().Resolves)
	}
	return r.Safer().Command
}

// Everything but the edited words keeps its bytes.
func TestKeeps(t *testing.T) {
	toy := with(
		catalog.InvocationTrigger{Programs: []string{"npm"}, Sub: []string{"publish"}, Flags: catalog.NewFlagTest(nil, nil, []string{"--tag"})},
		catalog.Edit{Insert: `--tag "next"`},
	)
	for _, c := range []struct{ before, after string }{
		{"", ""},
		{"  cd   'my dir'  &&\t", "   # as agreed: 'x' \"y\" $z\n\n"},
		{"cat > a.md <<'EOF'\n\tnpm publish\n  $x `y`\nEOF\n", "\n"},
		{"if true; then\n    ", " 2>&1 | tee -a /tmp/log ; fi # end"},
		{"for d in a b; do (cd \"$d\" &&\\\n  ", "); done"},
		{"A=1 ", " <<< \"$(date)\""},
		{"echo a\\\n b; timeout 5 ", " &"},
		{"f() { ", "; }; f"},
		{"x=$(", "); echo \"$x\""},
	} {
		line := c.before + "npm publish --dry-run" + c.after
		want := c.before + `npm publish --tag "next" --dry-run` + c.after
		if got := offered(t, toy, line, nil); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

// Where the run is not written as such in the command, nothing is offered.
func TestNotEdited(t *testing.T) {
	toy := with(
		catalog.InvocationTrigger{Programs: []string{"npm"}, Sub: []string{"publish"}, Flags: catalog.NewFlagTest(nil, nil, []string{"--tag"})},
		catalog.Edit{Insert: "--tag next"},
	)
	for _, line := range []string{
		"bash -c 'npm publish --dry-run'",
		"eval npm publish --dry-run",
		"c='npm publish --dry-run'; $c",
		"echo bnBtIHB1Ymxpc2ggLS1kcnktcnVu | base64 -d | sh",
		"n\\pm publish --dry-run",
		"echo publish --dry-run | xargs npm",
		"npm {publish,--dry-run}",
		"npm publish --dry-run 'unclosed",
		"npm publish --dry-run; git push --force",
	} {
		if got := offered(t, toy, line, nil); got != "" {
			t.Errorf("%q becomes %q", line, got)
		}
	}
}

// So many findings that nobody would read what is made of them are left alone.
func TestMany(t *testing.T) {
	toy := with(catalog.InvocationTrigger{Programs: []string{"npm"}, Flags: catalog.AnyFlag("--silent")}, catalog.Edit{Drop: []string{"--silent"}})
	line := func(one string, n int) string { return strings.TrimSuffix(strings.Repeat(one+"; ", n), "; ") }
	if got, want := offered(t, toy, line("npm -s ls", 200), nil), line("npm ls", 200); got != want {
		t.Errorf("200 runs: %.60q", got)
	}
	if got := offered(t, toy, line("npm -s ls", 300), nil); got != "" {
		t.Errorf("300 runs: %.60q", got)
	}
}

func TestSteps(t *testing.T) {
	npm := func(flags ...string) catalog.InvocationTrigger {
		return catalog.InvocationTrigger{Programs: []string{"npm"}, Sub: []string{"install"}, Flags: catalog.AnyFlag(flags...)}
	}
	curl := func(flags ...string) catalog.InvocationTrigger {
		return catalog.InvocationTrigger{Programs: []string{"curl"}, Flags: catalog.AnyFlag(flags...)}
	}
	plain := catalog.InvocationTrigger{Programs: []string{"curl"}, Flags: catalog.NewFlagTest(nil, nil, []string{"--header"})}
	for name, c := range map[string]struct {
		trigger    catalog.InvocationTrigger
		edit       catalog.Edit
		line, want string
	}{
		"drop a long flag":           {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "npm install --silent ./pkg", "npm install ./pkg"},
		"drop a short flag":          {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "npm -s  install ./pkg", "npm  install ./pkg"},
		"drop from a cluster":        {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "npm install -sD ./pkg", "npm install -D ./pkg"},
		"drop a flag with its value": {npm("--registry"), catalog.Edit{Drop: []string{"--registry"}}, "npm install --registry https://r.example ./pkg", "npm install ./pkg"},
		"drop a joined value":        {npm("--registry"), catalog.Edit{Drop: []string{"--registry"}}, "npm install './pkg' --registry=https://r.example", "npm install './pkg'"},
		"swap in a cluster":          {npm("--silent"), catalog.Edit{Swap: []catalog.Swap{{What: "--silent", With: "--ignore-scripts"}}}, "npm install -sD ./pkg", "npm install -D --ignore-scripts ./pkg"},
		"a placeholder":              {plain, catalog.Edit{Insert: `-H "Idempotency-Key: ${KEY:?set it}"`}, "curl -sS https://api.example.com/v1", `curl -H "Idempotency-Key: ${KEY:?set it}" -sS https://api.example.com/v1`},
		"a value in a cluster":       {curl("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "curl -sSusis:s https://api.example.com/v1", "curl -Susis:s https://api.example.com/v1"},
		"a digest":                   {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}, Insert: "--tag {digest}"}, "npm install -s ./pkg", "npm install --tag 4e5a9e95069309db ./pkg"},
		"no digest for many runs":    {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}, Insert: "--tag {digest}"}, "for i in 1 2; do npm install -s ./pkg; done", ""},
		"no digest behind a wrapper": {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}, Insert: "--tag {digest}"}, "nice npm install -s ./pkg", ""},
		"quoted clusters stay":       {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "npm install '-sD' ./pkg", ""},
		"a value of a cluster stays": {curl("--header"), catalog.Edit{Drop: []string{"--header"}}, "curl -sHx:y https://api.example.com/v1", ""},
		"an unknown flag's name":     {npm("--silent"), catalog.Edit{Drop: []string{"--silent"}}, "npm install $G -s ./pkg", "npm install $G ./pkg"},
	} {
		if got := offered(t, with(c.trigger, c.edit), c.line, nil); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", name, c.line, got, c.want)
		}
	}
}

// An edit may put a command first, or a wrapper before, where that leaves the
// rest of the line as it is. Both need a program that the edit declares.
func TestBefore(t *testing.T) {
	trigger := catalog.InvocationTrigger{Programs: []string{"make"}, Flags: catalog.NewFlagTest(nil, nil, []string{"--keep-going"})}
	edit := catalog.Edit{Before: "{} --dry-run --keep-going", Insert: "--keep-going"}
	for line, want := range map[string]string{
		"make all":                "make --dry-run --keep-going && make --keep-going all",
		"ls && make all || ls":    "ls && make --dry-run --keep-going && make --keep-going all || ls",
		"if make all; then ls;fi": "if make --dry-run --keep-going && make --keep-going all; then ls;fi",
		"ls || make all":          "",
		"! make all":              "",
		"ls | make all":           "",
		"make all | cat":          "",
		"time make all":           "",
		"A=1 make all":            "",
		"nice make all":           "",
	} {
		if got := offered(t, with(trigger, edit), line, nil); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
	for _, adds := range [][]string{nil, {"nice"}} {
		got := offered(t, with(trigger, catalog.Edit{Adds: adds, Wrap: "nice -n 5", Insert: "--keep-going"}), "cd . && make all", nil)
		want := ""
		if adds != nil {
			want = "cd . && nice -n 5 make --keep-going all"
		}
		if got != want {
			t.Errorf("with %q: %q, want %q", adds, got, want)
		}
	}
}

// In a directory of no project the lock file is looked for there only.
func TestPinOutside(t *testing.T) {
	for dir, want := range map[string]bool{"/home/user": true, "/": false, "/home": false} {
		raw := `{"tool_name": "Bash", "tool_input": {"command": "npm install left-pad"}, "cwd": "` + dir + `", "given": {"files": {"/home/user/yarn.lock": "left-pad@^1.0.0:\n  version \"1.2.0\"\n"}}}`
		s, err := sample.Parse(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Call(&tables.Tables)
		if err != nil {
			t.Fatal(err)
		}
		r := review.Review(&tables.Tables, s.World(), c, config.All(&tables.Tables))
		if got := r.Safer() != nil && r.Safer().Command == "npm install left-pad@1.2.0"; got != want {
			t.Errorf("in %s: %+v", dir, r.Safer())
		}
	}
}

func TestPin(t *testing.T) {
	npm := `{"packages": {"node_modules/left-pad": {"version": "1.3.0"}, "node_modules/@acme/ui": {"version": "2.0.0-rc.1"}, "node_modules/odd": {"version": "1; rm x"}}}`
	old := `{"dependencies": {"left-pad": {"version": "1.1.0"}}}`
	yarn := "# yarn lockfile v1\n\nleft-pad@^1.0.0, left-pad@~1.2.0:\n  version \"1.2.0\"\n  resolved \"x\"\n\n\"@acme/ui@^2.0.0\":\n  version \"2.1.0\"\n"
	berry := "\"left-pad@npm:^1.0.0\":\n  version: 1.2.1\n  resolution: \"left-pad@npm:1.2.1\"\n"
	twice := "left-pad@^1.0.0:\n  version \"1.2.0\"\nleft-pad@^2.0.0:\n  version \"2.2.0\"\n"
	toml := "[[package]]\nname = \"serde\"\nversion = \"1.0.200\"\n\n[[package]]\nname = \"rand\"\nversion = \"0.8.5\"\n"
	list := "# pinned\nRequests[socks]==2.31.0 ; python_version > '3.8'\nnum_py == 1.26.4 --hash=sha256:0\nflask>=2\n"
	js := &catalog.Pin{Join: "@", Files: []catalog.LockFile{{Name: "package-lock.json"}, {Name: "yarn.lock", Format: catalog.LockYarn}}}
	rust := &catalog.Pin{Join: "@", Files: []catalog.LockFile{{Name: "Cargo.lock", Format: catalog.LockTOML}}}
	python := &catalog.Pin{Join: "==", Files: []catalog.LockFile{{Name: "requirements.txt", Format: catalog.LockList}}}
	for _, c := range []struct {
		pin              *catalog.Pin
		lock, content    string
		line, want, name string
	}{
		{js, "package-lock.json", npm, "npm install left-pad", "npm install left-pad@1.3.0", "npm"},
		{js, "package-lock.json", npm, "npm install -D 'left-pad' \"@acme/ui\" # both", "npm install -D 'left-pad'@1.3.0 \"@acme/ui\"@2.0.0-rc.1 # both", "npm"},
		{js, "package-lock.json", old, "npm install left-pad", "npm install left-pad@1.1.0", "npm"},
		{js, "package-lock.json", "{", "npm install left-pad", "", "npm"},
		{js, "package-lock.json", npm, "npm install left-pad right-pad", "", "npm"},
		{js, "package-lock.json", npm, "npm install odd", "", "npm"},
		{js, "package-lock.json", npm, "npm install ./left-pad", "", "npm"},
		{js, "package-lock.json", npm, "npm install $P", "", "npm"},
		{js, "yarn.lock", yarn, "yarn add left-pad", "yarn add left-pad@1.2.0", "yarn"},
		{js, "yarn.lock", yarn, "yarn add @acme/ui", "yarn add @acme/ui@2.1.0", "yarn"},
		{js, "yarn.lock", berry, "yarn add left-pad", "yarn add left-pad@1.2.1", "yarn"},
		{js, "yarn.lock", twice, "yarn add left-pad", "", "yarn"},
		{js, "yarn.lock", "left-pad@^1.0.0:\n  version \"1.2.0\"\n  dependencies:\n    version-range \"^1\"\n    versions \"2.0.0\"\n", "yarn add left-pad", "yarn add left-pad@1.2.0", "yarn"},
		{js, "other.lock", yarn, "yarn add left-pad", "", "yarn"},
		{rust, "Cargo.lock", toml, "cargo install rand", "cargo install rand@0.8.5", "cargo"},
		{python, "requirements.txt", list, "pip install requests", "pip install requests==2.31.0", "pip"},
		{python, "requirements.txt", list, "pip install num-py", "pip install num-py==1.26.4", "pip"},
		{python, "requirements.txt", list, "pip install flask", "", "pip"},
	} {
		toy := with(catalog.InvocationTrigger{
			Programs: []string{c.name}, Sub: []string{"install", "add"}, Operands: []catalog.OperandTest{{Pattern: `^@?[^@=]+$`}},
		}, catalog.Edit{Pin: c.pin})
		if got := offered(t, toy, c.line, map[string]any{c.lock: c.content}); got != c.want {
			t.Errorf("%s and %s: %q becomes %q, want %q", c.lock, c.content, c.line, got, c.want)
		}
	}
}
