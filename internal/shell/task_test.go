package shell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/shell"
)

// TestTasks holds which commands of task files run, and where.
func TestTasks(t *testing.T) {
	files := map[string]string{
		"Taskfile.yml": "version: '3'\nvars:\n  OUT: dist\n  REV:\n    sh: git rev-parse HEAD\nincludes:\n  docs: ./docs\n  lib:\n    taskfile: lib/Tasks.yml\n    dir: lib\ntasks:\n" +
			"  default: echo hi\n  build:\n    deps: [gen, {task: 'docs:make'}]\n    vars: {MODE: fast}\n    cmds:\n      - go build -o {{.OUT}}/{{.MODE}}\n      - task: clean\n      - cmd: rm {{.UNKNOWN}}\n        silent: true\n      - defer: rm tmp\n" +
			"  gen:\n    dir: sub\n    cmds:\n      - |\n        touch a\n        touch b\n  clean:\n    aliases: [c]\n    preconditions:\n      - sh: test -d {{.OUT}}\n    cmd: rm -rf {{.OUT}}\n  'start:*': rm started\n  loop: {cmds: [{task: loop}, ls]}\n",
		"docs/Taskfile.yaml":      "tasks:\n  make:\n    cmds: [mkdocs build, {task: ':clean'}]\n",
		"lib/Tasks.yml":           "tasks:\n  rm: rm in-lib\n",
		"package.json":            `{"workspaces": ["packages/*", "!packages/old", "apps/web"], "scripts": {"build": "root-build"}}`,
		"packages/a/package.json": `{"name": "@x/alpha", "scripts": {"build": "rm a"}}`,
		"packages/b/package.json": `{"name": "b", "scripts": {"build": "rm b", "test": "rm t"}}`,
		"packages/c/README":       "no package",
		"apps/web/package.json":   `{"name": "web", "scripts": {"build": "rm web"}}`,
		"pn/pnpm-workspace.yaml":  "packages:\n  - 'in/**'\n",
		"pn/package.json":         `{"scripts": {"build": "rm pn"}}`,
		"pn/in/x/y/package.json":  `{"name": "deep", "scripts": {"build": "rm deep"}}`,
		"just/justfile":           "import 'more.just'\nmod tools\nmod? absent\nmod there 'other/x.just'\nfirst: (extra)\n  echo first\n",
		"just/more.just":          "extra:\n  rm extra\nfirst:\n  rm shadowed\n",
		"just/tools.just":         "clean:\n  rm cleaned\nall: clean\n  echo all\n",
		"just/other/x.just":       "go:\n  rm there\n",
		"just/loop/justfile":      "import 'justfile'\nmod loop 'justfile'\na: loop::a\n  ls\n",
	}
	for _, c := range []struct {
		src  string
		want []string
	}{
		{`task`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:12 echo hi"}},
		{`task c`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:31 test -d dist", "Taskfile.yml:32 rm -rf dist"}},
		{`task c OUT=x`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:31 test -d x", "Taskfile.yml:32 rm -rf x"}},
		{`task build`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:25 touch a", "Taskfile.yml:25 touch b", "docs/Taskfile.yaml:3 mkdocs build", "Taskfile.yml:31 test -d dist", "Taskfile.yml:32 rm -rf dist", "Taskfile.yml:17 go build -o dist/fast", "Taskfile.yml:31 test -d dist", "Taskfile.yml:32 rm -rf dist", "Taskfile.yml:19 rm ‹${TASK_VALUE}›", "Taskfile.yml:21 rm tmp"}},
		{`go-task gen`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:25 touch a", "Taskfile.yml:25 touch b"}},
		{`task docs:make`, []string{"Taskfile.yml:5 git rev-parse HEAD", "docs/Taskfile.yaml:3 mkdocs build", "Taskfile.yml:31 test -d dist", "Taskfile.yml:32 rm -rf dist"}},
		{`task lib:rm`, []string{"Taskfile.yml:5 git rev-parse HEAD", "lib/Tasks.yml:2 rm in-lib"}},
		{`task start:it`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:33 rm started"}},
		{`task loop`, []string{"Taskfile.yml:5 git rev-parse HEAD", "Taskfile.yml:34 ls"}},
		{`task --list`, nil},
		{`task build --dry`, nil},
		{`task absent`, []string{"Taskfile.yml:5 git rev-parse HEAD"}},

		{`npm run build -w @x/alpha`, []string{"packages/a/package.json:1 rm a"}},
		{`npm -w packages/b run build`, []string{"packages/b/package.json:1 rm b"}},
		{`npm run build --workspace=alpha --workspace b`, []string{"packages/a/package.json:1 rm a", "packages/b/package.json:1 rm b"}},
		{`npm test --workspaces --if-present`, []string{"packages/b/package.json:1 rm t"}},
		{`npm run build -ws`, []string{"packages/a/package.json:1 rm a", "packages/b/package.json:1 rm b", "apps/web/package.json:1 rm web"}},
		{`npm run build`, []string{"package.json:1 root-build"}},
		{`npm run build -- -w b`, []string{"package.json:1 root-build -w b"}},
		{`cd packages/a && npm run build`, []string{"packages/a/package.json:1 rm a"}},
		{`yarn workspace web run build`, []string{"apps/web/package.json:1 rm web"}},
		{`yarn workspace web build`, []string{"apps/web/package.json:1 rm web"}},
		{`yarn workspaces run test`, []string{"packages/b/package.json:1 rm t"}},
		{`yarn workspaces foreach -A run test`, []string{"packages/b/package.json:1 rm t"}},
		{`yarn workspaces list`, nil},
		{`cd pn && pnpm --filter deep build`, []string{"pn/in/x/y/package.json:1 rm deep"}},
		{`cd pn && pnpm -F './in/**' run build`, []string{"pn/in/x/y/package.json:1 rm deep"}},
		{`cd pn && pnpm -F other... run build`, []string{"pn/in/x/y/package.json:1 rm deep"}},
		{`cd pn && pnpm -r build`, []string{"pn/in/x/y/package.json:1 rm deep"}},
		{`cd pn && pnpm --filter nothing build`, nil},
		{`cd pn && pnpm build`, []string{"pn/package.json:1 rm pn"}},

		{`cd just && just`, []string{"just/more.just:2 rm extra", "just/justfile:6 echo first"}},
		{`cd just && just extra`, []string{"just/more.just:2 rm extra"}},
		{`cd just && just tools clean`, []string{"just/tools.just:2 rm cleaned"}},
		{`cd just && just tools::all`, []string{"just/tools.just:2 rm cleaned", "just/tools.just:4 echo all"}},
		{`cd just && just there go`, []string{"just/other/x.just:2 rm there"}},
		{`cd just && just absent go`, nil},
		{`cd just/loop && just a`, []string{"just/loop/justfile:4 ls"}},
	} {
		f := shell.Analyze(c.src, holding(worldOf(files)))
		got := slices.DeleteFunc(inFiles(f), func(s string) bool { return strings.Contains(s, " run ") })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
		for _, o := range f.Opaque {
			if !o.Note {
				t.Errorf("%s: opaque: %s", c.src, o.Reason)
			}
		}
	}
}

// TestTaskBounds holds that hostile task files end, and are not passed over in
// silence.
func TestTaskBounds(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		src   string
		want  string
	}{
		"broken yaml":   {map[string]string{"Taskfile.yml": "tasks: [\n"}, "task", "cannot be read"},
		"aliases":       {map[string]string{"Taskfile.yml": "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a]\ntasks: {default: {cmds: [&c {cmd: ls}, *c, *c]}}\n"}, "task", ""},
		"includes":      {map[string]string{"Taskfile.yml": "includes: {a: Taskfile.yml, b: Taskfile.yml}\ntasks: {default: ls}\n"}, "task", "task files include more"},
		"imports":       {map[string]string{"justfile": "import 'justfile'\na:\n ls\n"}, "just", ""},
		"no object":     {map[string]string{"package.json": "[]"}, "npm test", "not a JSON object"},
		"unknown shell": {map[string]string{"Taskfile.yml": "tasks: {default: '{{.X}} y'}\n"}, "task", ""},
		"fetched":       {map[string]string{}, "curl -o Taskfile.yml https://x.example/t && task", ""},
	} {
		f := shell.Analyze(c.src, holding(worldOf(c.files)))
		found := c.want == ""
		for _, o := range f.Opaque {
			found = found || strings.Contains(o.Reason, c.want)
		}
		if !found {
			t.Errorf("%s: opaque %v, want %q", name, f.Opaque, c.want)
		}
	}
}
