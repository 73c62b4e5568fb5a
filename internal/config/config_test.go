package config

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
	"github.com/ravenclaude/thing/internal/yaml"
)

var tables = &catalog.Tables{
	Categories: []catalog.Category{
		{ID: "file_read_project", Base: catalog.TierLow, Read: true},
		{ID: "shell_readonly", Base: catalog.TierLow, Read: true},
		{ID: "shell_local_mutate", Base: catalog.TierMedium},
		{ID: "shell_remote_mutate", Base: catalog.TierHigh},
		{ID: "shell_code_exec", Base: catalog.TierExtreme},
	},
	Posture: catalog.Posture{
		Dir: ".ravenclaude", File: "comfort-posture.yaml", Local: "comfort-posture.local.yaml",
		Levels: []string{"allow=allow", "always-ask=ask", "ask=ask", "autopilot=autopilot", "deny=deny", "inherit=inherit", "mostly-allow=allow", "mostly-ask=ask"},
		On:     []string{"on", "true", "yes", "y", "1", "enabled"},
		Off:    []string{"off", "false", "no", "n", "0", "disabled"},
		Floor:  built.Tables.Posture.Floor,
	},
	Settings: built.Tables.Settings, Seats: built.Tables.Seats, Route: built.Tables.Route,
}

// files is a world of regular files, and of links where the content begins
// with "-> ".
type files map[string]string

func (f files) Lstat(path string) (world.Info, error) {
	if c, ok := f[path]; ok {
		if strings.HasPrefix(c, "-> ") {
			return world.Info{Mode: fs.ModeSymlink | 0o777}, nil
		}
		return world.Info{Mode: 0o644, Size: int64(len(c))}, nil
	}
	for name := range f {
		if strings.HasPrefix(name, strings.TrimSuffix(path, "/")+"/") {
			return world.Info{Mode: fs.ModeDir | 0o755}, nil
		}
	}
	return world.Info{}, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrNotExist}
}

func (f files) Readlink(path string) (string, error) {
	if t, ok := strings.CutPrefix(f[path], "-> "); ok {
		return t, nil
	}
	return "", &fs.PathError{Op: "readlink", Path: path, Err: fs.ErrInvalid}
}

func (files) List(string, int) ([]string, error) { return nil, fs.ErrInvalid }

func (f files) ReadFile(path string, max int) ([]byte, error) {
	info, err := f.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode.IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	if len(f[path]) > max {
		return nil, world.ErrTooLarge
	}
	return []byte(f[path]), nil
}

func (files) Head(string, int) ([]byte, error)   { return nil, fs.ErrInvalid }
func (files) Home() string                       { return "/home/user" }
func (files) Temp() []string                     { return []string{"/tmp"} }
func (files) Now() time.Time                     { return time.Time{} }
func (files) Git(string) (world.GitState, error) { return world.GitNone, nil }
func (files) Branch(string) (string, error)      { return "", nil }
func (files) Changed(string) (bool, error)       { return false, nil }
func (files) Count(world.Tally) int              { return 0 }

const (
	projectFile = "/home/user/project/.ravenclaude/comfort-posture.yaml"
	localFile   = "/home/user/project/.ravenclaude/comfort-posture.local.yaml"
	userFile    = "/home/user/.ravenclaude/comfort-posture.yaml"
)

// load reads one project file.
func load(t *testing.T, content string) *Posture {
	t.Helper()
	return loadAt(t, files{projectFile: content}, "/home/user/project")
}

func loadAt(t *testing.T, f files, dir string) *Posture {
	t.Helper()
	p, err := Load(tables, f, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func reviewed(p *Posture) string {
	return strings.Join(slices.Sorted(maps.Keys(p.Reviewed)), " ")
}

// TestFile reads a file by itself, whatever it is called.
func TestFile(t *testing.T) {
	w := files{
		"/srv/a.yaml": "categories: {shell_readonly: {thing: on}}", "/srv/link": "-> a.yaml", "/srv/b.yaml": "thing: on",
		userFile: "categories: {shell_code_exec: {thing: on}}",
	}
	for _, path := range []string{"/srv/a.yaml", "/srv/link"} {
		p, err := File(tables, w, path)
		if err != nil || reviewed(p) != "shell_readonly" || !slices.Equal(p.Files, []string{path}) || len(p.Problems) > 0 {
			t.Errorf("%s: %+v, %v", path, p, err)
		}
	}
	if p, err := File(tables, w, "/srv/b.yaml"); err != nil || len(p.Problems) != 1 || p.Problems[0].Line != 1 {
		t.Errorf("a file with a mistake: %+v, %v", p, err)
	}
	for _, path := range []string{"/srv/gone.yaml", "/srv"} {
		if _, err := File(tables, w, path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", path, err)
		}
	}
}

// TestToggleOn holds every way to write a switch that is on.
func TestToggleOn(t *testing.T) {
	docs := []string{
		"categories: {shell_readonly: {thing: on}}",
		"{categories: {shell_readonly: {user: allow, thing: on}}}",
		`{"categories": {"shell_readonly": {"thing": true}}}`,
		"categories:\n  shell_readonly:\n    ? thing\n    : on\n",
		"categories:\n  shell_readonly:\n    \"\\x74hing\": on\n",
		"categories:\n  shell_readonly:\n    thing : on\n",
		"categories:\n  shell_readonly:\n    thing: !!bool on\n",
		"categories:\n  shell_readonly:\n    thing: !!str yes\n",
		"categories:\n  shell_readonly:\n    thing: &x on\n",
		"categories:\n  shell_readonly:\n    thing: |\n      on\n",
		"categories:\n  shell_readonly:\n    thing: >-\n      on\n",
		"categories:\n  shell_readonly:\n    thing: on # reviewed\n",
		"categories:\n  shell_readonly:\n    thing:\n      on\n",
		"categories:\r\n  shell_readonly:\r\n    thing: on\r\n",
		"\ufeffcategories:\n  shell_readonly:\n    thing: on\n",
		"---\ncategories:\n  shell_readonly:\n    thing: on\n...\n",
		"%YAML 1.2\n---\ncategories:\n  shell_readonly:\n    thing: on\n",
		"x: &on {thing: on}\ncategories:\n  shell_readonly: *on\n",
		"x: &on {thing: on}\ncategories:\n  shell_readonly:\n    <<: *on\n    user: ask\n",
		"Categories:\n  Shell_Readonly:\n    Thing: On\n",
		"schema_version: 5\ncategories:\n  shell_readonly:\n    overrides:\n      \"Bash(ls:*)\": {user: ask, thing: on}\n",
		"schema_version: 4\ncategories:\n  shell_readonly:\n    default: ask\n    thing: on\n",
	}
	for _, word := range []string{"on", "On", "ON", "true", "True", "TRUE", "yes", "Yes", "YES", "y", "Y", "1", "enabled"} {
		for _, quote := range []string{"", `"`, "'"} {
			docs = append(docs, "categories:\n  shell_readonly:\n    thing: "+quote+word+quote+"\n")
		}
	}
	for _, doc := range docs {
		p := load(t, doc)
		if !p.Any || reviewed(p) != "shell_readonly" || len(p.Problems) > 0 {
			t.Errorf("%q: reviewed %q, problems %v", doc, reviewed(p), p.Problems)
		}
	}
}

// TestNothing holds what asks for no review and is no mistake either.
func TestNothing(t *testing.T) {
	for _, doc := range []string{
		"",
		"# thing: on\n",
		"---\n",
		"categories:\n",
		"categories: {}\n",
		"categories:\n  shell_readonly:\n    user: allow\n",
		"categories:\n  shell_readonly:\n    thing: off\n",
		"categories:\n  shell_readonly: {thing: \"No\"}\n",
		"categories:\n  shell_readonly: allow # thing\n",
		"design_checkins: true\nnote: the thing is off\n",
		"categories: [", // says nothing about review, so the host's tools may complain
	} {
		p := load(t, doc)
		if p.Any || len(p.Reviewed)+len(p.Deny)+len(p.Rules)+len(p.Problems) > 0 {
			t.Errorf("%q: got %+v", doc, p)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		doc  string
		line int
		want string // a part of the message
	}{
		{"categories:\n  shell_readonly:\n    thing: maybe\n", 3, `shell_readonly.thing is "maybe": write on or off`},
		{"categories:\n  shell_readonly:\n    thing:\n", 3, "shell_readonly.thing is empty"},
		{"categories:\n  shell_readonly:\n    thing: {on: true}\n", 3, "shell_readonly.thing is a mapping"},
		{"categories:\n  shell_readonly:\n    thing: [on]\n", 3, "shell_readonly.thing is a list"},
		{"categories:\n  shell_readonly:\n    thing: 2\n", 3, `is "2"`},
		{"categories:\n  shell_readonly:\n    things: on\n", 3, "did you mean thing?"},
		{"categories:\n  shell_readonly:\n    thing:on\n", 3, `category shell_readonly is "thing:on"`},
		{"categories:\n  shell_readonly: thing: on\n", 2, "YAML syntax"},
		{"categories:\n- shell_readonly: {thing: on}\n", 2, "categories is a list: write a mapping"},
		{"categories: on # thing\n", 1, `categories is "on"`},
		{"- thing\n", 1, "the file is a list"},
		{"categories:\n  shell_readonly:\n  thing: on\n", 3, `category "thing" is not known`},
		{"thing: on\n", 1, "outside a category"},
		{"shell_readonly:\n  thing: on\n", 1, "stands at the top"},
		{"categorys:\n  shell_readonly:\n    thing: on\n", 1, "write them below categories"},
		{"categories:\n  shell_remot_mutate:\n    thing: on\n", 2, "did you mean shell_remote_mutate?"},
		{"categories:\n  shell_remot_mutate: deny\n", 2, "did you mean shell_remote_mutate?"},
		{"categories:\n  shell_readonly:\n    thing: on\n    thing: off\n", 4, "already defined"},
		{"categories:\n  shell_readonly:\n    thing: on\n    Thing: off\n", 4, "stands there twice"},
		{"categories:\n  shell_readonly:\n    thing: on\n    'thing': off\n", 4, ""},
		{"categories:\n  shell_readonly:\n    user: dney\n    thing: on\n    x: deny\n", 3, "did you mean deny?"},
		{"categories:\n  shell_readonly:\n    user: sometimes\n    thing: on\n", 3, "write one of allow, always-ask"},
		{"categories:\n  shell_readonly:\n    thing: on\n  bad\n", 4, "YAML syntax"},
		{"categories:\n\tshell_readonly:\n\t\tthing: on\n", 2, "YAML syntax"},
		{"categories: {shell_readonly: {thing: on}\n", 1, "YAML syntax"},
		{"categories:\n  shell_readonly:\n    thing: \"on\n", 3, "YAML syntax"},
		{"categories:\n  shell_readonly: *gone # thing\n", 2, "gone"},
		{"a: &a {b: *a} # thing\n", 1, ""},
		{"categories: {}\n---\ncategories:\n  shell_readonly:\n    thing: on\n", 3, "second document"},
		{"command_review: off # thing\n", 1, `command_review is "off": write a mapping`},
		{"command_review:\n  enabled: perhaps\nnote: thing\n", 2, "command_review.enabled is"},
		{"security_deny: Bash(rm:*)\n", 1, "security_deny is \"Bash(rm:*)\": write a list"},
		{"security_deny:\n- {a: b}\n", 2, "an entry of security_deny is a mapping"},
		{"security_deny:\n- Bash(rm\n", 2, "closing parenthesis"},
		{"security_deny:\n- (rm)\n", 2, "names no tool"},
		{"schema_version: [5]\ncategories:\n  shell_readonly: {thing: on}\n", 1, "schema_version is a list"},
		{"categories:\n  shell_readonly: {thing: on}\nx: \"\x00\"\n", 3, "not UTF-8"},
		{"\xff\xfec\x00a\x00", 1, "not UTF-8"},
		{"categories: \xc3\x28 thing\n", 1, "not UTF-8"},
		{"? [thing]\n: on\n", 2, "YAML syntax"},
	} {
		p := load(t, tt.doc)
		if len(p.Problems) == 0 {
			t.Errorf("%q: no problem; reviewed %q", tt.doc, reviewed(p))
			continue
		}
		got := p.Problems[0]
		if got.File != projectFile || got.Line != tt.line || !strings.Contains(got.Message, tt.want) {
			t.Errorf("%q: got %s, want line %d with %q", tt.doc, got, tt.line, tt.want)
		}
		if strings.Contains(got.Message, "\n") {
			t.Errorf("%q: message %q has several lines", tt.doc, got.Message)
		}
	}
}

func TestWarnings(t *testing.T) {
	for doc, want := range map[string]string{
		"categories:\n  shell_readonly: {thing: on}\n  shel_readonly: allow\n":        `category "shel_readonly" is not known; did you mean shell_readonly?`,
		"categories:\n  shell_readonly: {thing: on, projcet: ask}\n":                  "did you mean project?",
		"schema_version: 9\ncategories:\n  shell_readonly: {thing: on}\n":             "schema_version 9 is not known",
		"categories:\n  shell_readonly: {thing: on}\nsecurity_denny:\n  - Bash(rm)\n": "did you mean security_deny?",
	} {
		p := load(t, doc)
		if len(p.Problems) > 0 || len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0].Message, want) {
			t.Errorf("%q: problems %v, warnings %v, want %q", doc, p.Problems, p.Warnings, want)
		}
	}
}

func TestLevels(t *testing.T) {
	for _, tt := range []struct {
		doc      string
		reviewed string
		denied   string
		any      bool
	}{
		{"categories: {shell_readonly: deny}", "", "shell_readonly", false},
		{"categories: {shell_readonly: {project: deny, thing: on}}", "shell_readonly", "shell_readonly", true},
		{"categories: {shell_readonly: {default: deny}}", "", "shell_readonly", false},
		{"categories: {shell_readonly: {level: DENY}}", "", "shell_readonly", false},
		{"categories: {shell_readonly: {user: inherit, local: allow, project: deny}}", "", "shell_readonly", false},
		{"categories: {shell_readonly: {user: autopilot, thing: on}}", "", "", true},
		{"categories: {shell_readonly: {thing: on, user: autopilot}}", "", "", true},
		{"categories: {shell_readonly: {user: autopilot, project: always-ask, thing: on}}", "shell_readonly", "", true},
		{"categories: {shell_readonly: {user: autopilot, project: inherit, thing: on}}", "", "", true},
		{"categories: {shell_readonly: {user: mostly-allow, thing: on}}", "shell_readonly", "", true},
		{"command_review: {enabled: off}\ncategories: {shell_readonly: {thing: on}}", "", "", true},
		{"categories: {shell_readonly: {thing: on}}\ncommand_review: {enabled: \"no\"}", "", "", true},
		{"command_review: {enabled: on, gate_floor: high}\ncategories: {shell_readonly: {thing: on}}", "shell_readonly", "", true},
		{"command_review: {}\ncategories: {shell_readonly: {thing: on}}", "shell_readonly", "", true},
		{"schema_version: 4\nglobal_default: deny\ncategories: {shell_readonly: ask, shell_local_mutate: ask, shell_code_exec: ask, file_read_project: allow}", "", "shell_remote_mutate", false},
		{"schema_version: 5\nglobal_default: deny\ncategories: {shell_readonly: {thing: on}}", "shell_readonly", "", true},
	} {
		p := load(t, tt.doc)
		denied := strings.Join(slices.Sorted(maps.Keys(p.Deny)), " ")
		if reviewed(p) != tt.reviewed || denied != tt.denied || p.Any != tt.any || len(p.Problems) > 0 {
			t.Errorf("%q: reviewed %q, denied %q, any %v, problems %v", tt.doc, reviewed(p), denied, p.Any, p.Problems)
		}
	}
}

func TestFilesOnlyTighten(t *testing.T) {
	const on, off, autopilot = "categories: {shell_readonly: {thing: on}}", "categories: {shell_readonly: {thing: off}}", "categories: {shell_readonly: {user: autopilot}}"
	for name, tt := range map[string]struct {
		files files
		dir   string
		want  string
		found int
	}{
		"no file":                          {files{}, "/home/user/project", "", 0},
		"from a directory below":           {files{projectFile: on}, "/home/user/project/a/b/c", "shell_readonly", 1},
		"outside the project":              {files{projectFile: on}, "/home/user/other", "", 0},
		"user file from anywhere":          {files{userFile: on}, "/srv/app", "shell_readonly", 1},
		"user file, once":                  {files{userFile: on}, "/home/user/project", "shell_readonly", 1},
		"project cannot switch off":        {files{userFile: on, projectFile: off}, "/home/user/project", "shell_readonly", 2},
		"project cannot go autopilot":      {files{userFile: on, projectFile: autopilot}, "/home/user/project", "shell_readonly", 2},
		"user off does not undo a project": {files{userFile: off, projectFile: on}, "/home/user/project", "shell_readonly", 2},
		"local off does not undo":          {files{projectFile: on, localFile: off}, "/home/user/project", "shell_readonly", 2},
		"local on":                         {files{projectFile: off, localFile: on}, "/home/user/project", "shell_readonly", 2},
		"nearer file does not hide":        {files{projectFile: on, "/home/user/project/sub/.ravenclaude/comfort-posture.yaml": off}, "/home/user/project/sub/x", "shell_readonly", 2},
		"at the root":                      {files{"/.ravenclaude/comfort-posture.yaml": on}, "/srv", "shell_readonly", 1},
		"master switch of another file":    {files{userFile: on, projectFile: "command_review: {enabled: false}\nx: thing"}, "/home/user/project", "shell_readonly", 2},
		"home's neighbour is not home":     {files{"/home/user2/.ravenclaude/comfort-posture.yaml": on}, "/home/user/project", "", 0},
	} {
		p := loadAt(t, tt.files, tt.dir)
		if reviewed(p) != tt.want || len(p.Files) != tt.found || len(p.Problems) > 0 {
			t.Errorf("%s: reviewed %q, files %v, problems %v", name, reviewed(p), p.Files, p.Problems)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	const on = "categories: {shell_readonly: {thing: on}}"
	link := func(target string) files {
		return files{projectFile: "-> " + target, "/home/user/dotfiles/p.yaml": on}
	}
	for _, target := range []string{"/home/user/dotfiles/p.yaml", "../../dotfiles/p.yaml"} {
		if p := loadAt(t, link(target), "/home/user/project"); reviewed(p) != "shell_readonly" {
			t.Errorf("link to %s: %+v", target, p)
		}
	}
	for name, f := range map[string]files{
		"leads nowhere":    link("/gone"),
		"too many links":   link(projectFile),
		"larger than":      {projectFile: on + strings.Repeat(" ", maxFile)},
		"not readable":     {projectFile + "/x": ""},
		"too many entries": {projectFile: on + "\n" + strings.Repeat("- a\n", yaml.MaxTokens)},
		"nest too deeply":  {projectFile: "thing: " + strings.Repeat("[", 1000)},
	} {
		p := loadAt(t, f, "/home/user/project")
		if len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Message, name) {
			t.Errorf("%s: got %v", name, p.Problems)
		}
	}
	if _, err := Load(tables, files{}, "project", nil); err == nil {
		t.Error("a relative directory was accepted")
	}
}

// TestBounds holds files that would be slow to read, or too deep for the
// stack; without the bounds this test does not end.
func TestBounds(t *testing.T) {
	var wide strings.Builder
	wide.WriteString("x: &x {thing: on, a: deny}\nbig: &big\n")
	for range 1500 {
		wide.WriteString("  Bash(k" + strings.Repeat("a", wide.Len()%7) + string(rune('a'+wide.Len()%26)) + "): deny\n")
	}
	for name, doc := range map[string]string{
		"brackets":    "thing: " + strings.Repeat("[", maxFile-20),
		"braces":      "thing: " + strings.Repeat("{a: ", maxFile/4-20),
		"dashes":      "thing:\n" + strings.Repeat("- ", maxFile/2-20),
		"questions":   "thing:\n" + strings.Repeat("? ", maxFile/2-20),
		"anchors":     "thing: " + strings.Repeat("&a ", maxFile/3-20),
		"tags":        "thing: " + strings.Repeat("! ", maxFile/2-20),
		"keys":        "thing: on\n" + strings.Repeat("a: b\n", maxFile/5-20),
		"laughs":      "a: &a [thing,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c]\ncategories: {shell_readonly: {overrides: *d}}\n",
		"merges":      "a: &a {thing: 1" + strings.Repeat(", <<: {b: c}", 500) + "}\n",
		"repeats":     wide.String(),
		"long scalar": "thing: " + strings.Repeat("x", maxFile-20),
	} {
		p := load(t, doc)
		if len(p.Problems) == 0 {
			t.Errorf("%s: no problem", name)
		}
	}
}

func TestRules(t *testing.T) {
	p := load(t, "schema_version: 5\nsecurity_deny:\n- Bash(sudo:*)\n- 'Read(**/*.pem)'\ncategories:\n  shell_local_mutate:\n    user: allow\n    overrides:\n      Bash(rm -rf:*): deny\n      \"Bash(git push origin main)\": {user: ask, project: deny}\n      Bash(ls): allow\n")
	if len(p.Problems) > 0 {
		t.Fatal(p.Problems)
	}
	var got []string
	for _, r := range p.Rules {
		got = append(got, r.Text+"@"+filepath.Base(r.Place.String()))
	}
	want := []string{
		"Bash(sudo:*)@comfort-posture.yaml:3", "Read(**/*.pem)@comfort-posture.yaml:4",
		"Bash(rm -rf:*)@comfort-posture.yaml:9", "Bash(git push origin main)@comfort-posture.yaml:10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if p.Any {
		t.Error("rules alone switch nothing on")
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{
		"categories: {shell_readonly: {thing: on}}",
		"schema_version: 5\nsecurity_deny:\n- Bash(sudo:*)\ncategories:\n  shell_readonly:\n    user: deny\n    thing: &x yes\n    overrides:\n      Bash(a * b): deny\n",
		"x: &a {thing: on}\ncategories:\n  shell_readonly:\n    <<: *a\n",
		"? thing\n: |\n on\n",
		"%YAML 1.2\n---\n\"\\x74hing\": !!bool on\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		p := load(t, doc)
		for _, problem := range p.Problems {
			if problem.Message == "" || problem.File != projectFile {
				t.Errorf("problem %+v says too little", problem)
			}
		}
		if len(p.Reviewed) > 0 && !p.Any {
			t.Error("something is reviewed, and nothing is on")
		}
		// What a first file asks for, no second one takes back.
		both := loadAt(t, files{userFile: "categories: {shell_readonly: {thing: on}}", projectFile: doc}, "/home/user/project")
		if !both.Any || !both.Reviewed["shell_readonly"] {
			t.Error("the project's file switched the user's review off")
		}
		for _, r := range p.Rules {
			r.Match([]string{doc, "rm -rf /"})
			r.MatchPath("/home/user/project/"+doc, "/home/user/project", "/home/user")
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	for name, f := range map[string]files{
		"none": {},
		"mute": {projectFile: strings.Repeat("categories:\n  shell_readonly:\n    user: allow\n", 30)},
		"on":   {projectFile: "schema_version: 5\ncategories:\n  shell_readonly:\n    user: allow\n    local: allow\n    project: inherit\n    thing: on\n"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Load(tables, f, "/home/user/project/a/b", nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
