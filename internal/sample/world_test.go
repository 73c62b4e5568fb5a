package sample

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
	"testing"

	"github.com/ravenclaude/thing/internal/world"
)

func TestUsualWorld(t *testing.T) {
	w := parse(t, `"ls"`).World()
	if w.Home() != "/home/user" || !slices.Equal(w.Temp(), []string{"/tmp", "/var/tmp"}) || w.Now().Year() != 2026 {
		t.Errorf("Home %q, Temp %q, Now %v", w.Home(), w.Temp(), w.Now())
	}
	for _, name := range []string{"README.md", "main.go", "src/app.ts", "package.json"} {
		info, err := w.Lstat(Project + "/" + name)
		if err != nil || !info.Mode.IsRegular() || info.Size == 0 || !info.ModTime.Before(w.Now()) {
			t.Errorf("Lstat(%q) = %+v, %v", name, info, err)
		}
		content, err := w.ReadFile(Project+"/"+name, 1000)
		if err != nil || int64(len(content)) != info.Size {
			t.Errorf("ReadFile(%q) = %q, %v", name, content, err)
		}
		if state, err := w.Git(Project + "/" + name); err != nil || state != world.GitTracked {
			t.Errorf("Git(%q) = %d, %v", name, state, err)
		}
	}
	for _, dir := range []string{"/", "/home", "/home/user", Project, Project + "/src", Project + "/.git", "/tmp", "/var", "/var/tmp", "/etc"} {
		if info, err := w.Lstat(dir); err != nil || !info.Mode.IsDir() {
			t.Errorf("Lstat(%q) = %+v, %v", dir, info, err)
		}
	}
	if got, err := w.ReadFile(Project+"/.git/HEAD", 100); err != nil || string(got) != "ref: refs/heads/main\n" {
		t.Errorf("HEAD = %q, %v", got, err)
	}
	if _, err := w.Lstat("/nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Lstat of nothing: %v", err)
	}
}

func TestGivenFiles(t *testing.T) {
	w := parse(t, `{"tool_name": "T", "tool_input": {}, "cwd": "/srv/app", "given": {"home": "/root", "git": {"branch": "topic"}, "files": {
		"a/b.txt": "hello", "main.go": "new", "empty": null, "link": {"link": "a/b.txt"}, "dirlink": {"link": "/srv/data"}, "up": {"link": "../other"},
		"/srv/data/x": "x", "/home/user/other/y": "y", "loop": {"link": "loop"}, "ping": {"link": "pong"}, "pong": {"link": "ping"}, "gone": {"link": "nowhere/x"},
		"src": {"link": "a"}}}}`).World()
	for name, want := range map[string]string{
		"a/b.txt": "hello", "main.go": "new", "dirlink/x": "x", "up/y": "y", "dirlink/../data/x": "x", "src/b.txt": "hello", "./a/./b.txt": "hello",
	} {
		if got, err := w.ReadFile(Project+"/"+name, 5); err != nil || string(got) != want {
			t.Errorf("ReadFile(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]error{
		"missing": fs.ErrNotExist, "missing/x": fs.ErrNotExist, "main.go/x": syscall.ENOTDIR, "loop/x": syscall.ELOOP, "ping/x": syscall.ELOOP, "gone/x": fs.ErrNotExist,
		"src/app.ts": fs.ErrNotExist,
	} {
		if _, err := w.Lstat(Project + "/" + name); !errors.Is(err, want) {
			t.Errorf("Lstat(%q): %v, want %v", name, err, want)
		}
	}
	for name, want := range map[string]error{"link": world.ErrNotRegular, "a": world.ErrNotRegular, "missing": fs.ErrNotExist} {
		if got, err := w.ReadFile(Project+"/"+name, 5); !errors.Is(err, want) || got != nil {
			t.Errorf("ReadFile(%q) = %q, %v; want %v", name, got, err, want)
		}
	}
	if _, err := w.ReadFile(Project+"/a/b.txt", 4); !errors.Is(err, world.ErrTooLarge) {
		t.Errorf("ReadFile beyond the limit: %v", err)
	}
	for name, want := range map[string]string{"link": "a/b.txt", "loop": "loop", "gone": "nowhere/x"} {
		if got, err := w.Readlink(Project + "/" + name); err != nil || got != want {
			t.Errorf("Readlink(%q) = %q, %v", name, got, err)
		}
		if info, err := w.Lstat(Project + "/" + name); err != nil || info.Mode&fs.ModeSymlink == 0 || info.Mode.IsDir() {
			t.Errorf("Lstat(%q) = %+v, %v", name, info, err)
		}
	}
	for _, name := range []string{"main.go", "empty", "missing"} {
		if got, err := w.Readlink(Project + "/" + name); err == nil {
			t.Errorf("Readlink(%q) = %q, want an error", name, got)
		}
	}
	if _, err := w.Lstat("main.go"); err == nil {
		t.Error("Lstat of a relative path: no error")
	}
	one, _ := w.Lstat(Project + "/a/b.txt")
	two, _ := w.Lstat(Project + "/src/b.txt")
	if other, _ := w.Lstat(Project + "/main.go"); one.ID != two.ID || one.ID == other.ID || one.ID == (world.FileID{}) {
		t.Errorf("identities %v %v %v", one.ID, two.ID, other.ID)
	}
	if info, err := w.Lstat(Project + "/empty"); err != nil || !info.Mode.IsDir() {
		t.Errorf("a given directory = %+v, %v", info, err)
	}
	for _, dir := range []string{"/srv/app", "/root"} {
		if info, err := w.Lstat(dir); err != nil || !info.Mode.IsDir() {
			t.Errorf("Lstat(%q) = %+v, %v", dir, info, err)
		}
	}
	if w.Home() != "/root" {
		t.Errorf("Home = %q", w.Home())
	}
	if got, err := w.ReadFile(Project+"/.git/HEAD", 100); err != nil || string(got) != "ref: refs/heads/topic\n" {
		t.Errorf("HEAD = %q, %v", got, err)
	}
	if got := parse(t, `{"tool_name": "T", "tool_input": {}, "given": {"home": ""}}`).World().Home(); got != "" {
		t.Errorf("no home, but Home = %q", got)
	}
}

func TestGivenGit(t *testing.T) {
	w := parse(t, `{"tool_name": "T", "tool_input": {}, "given": {
		"files": {"loose.txt": "x", "build/a.o": "x", "lib/c.txt": "x", "lib/c.log": "x", "mix/new.txt": "x", "logs/a.log": "x", "void": null, "away": {"link": "/srv"}, "half/a.log": "x", "half/b": "x"},
		"git": {"tracked": ["lib", "mix/old.txt", "gen/*.go", "docs/"], "dirty": ["README.md", "work/now.txt"], "ignored": ["build/", "*.log", "node_modules", "out/tmp/**"]}}}`).World()
	for name, want := range map[string]world.GitState{
		"":                    world.GitDirty,
		".git":                world.GitNone,
		".git/HEAD":           world.GitNone,
		"main.go":             world.GitTracked,
		"README.md":           world.GitDirty,
		"loose.txt":           world.GitUntracked,
		"missing":             world.GitUntracked,
		"build":               world.GitIgnored,
		"build/tmp":           world.GitIgnored,
		"src/build":           world.GitIgnored,
		"x.log":               world.GitIgnored,
		"deep/x.log":          world.GitIgnored,
		"a/node_modules/b/c":  world.GitIgnored,
		"out/tmp":             world.GitIgnored,
		"out/tmp/x":           world.GitIgnored,
		"out":                 world.GitUntracked,
		"a/out/tmp":           world.GitUntracked,
		"lib":                 world.GitTracked,
		"lib/c.txt":           world.GitTracked,
		"mix/old.txt":         world.GitTracked,
		"mix/new.txt":         world.GitUntracked,
		"mix":                 world.GitDirty,
		"gen/x.go":            world.GitDirty, // tracked, but not there
		"docs":                world.GitTracked,
		"work":                world.GitDirty,
		"work/now.txt":        world.GitDirty,
		"logs":                world.GitIgnored,
		"half":                world.GitUntracked,
		"void":                world.GitUntracked,
		"away":                world.GitUntracked,
		"away/x":              world.GitNone,
		"src":                 world.GitTracked,
		"../project2/main.go": world.GitNone,
		"../../../etc/hosts":  world.GitNone,
	} {
		name := absolute(name)
		if got, err := w.Git(name); err != nil || got != want {
			t.Errorf("Git(%q) = %d, %v; want %d", name, got, err, want)
		}
	}
	for _, name := range []string{"mix/old.txt", "work/now.txt"} {
		if info, err := w.Lstat(Project + "/" + name); err != nil || !info.Mode.IsRegular() {
			t.Errorf("Lstat(%q) = %+v, %v", name, info, err)
		}
	}
	if info, err := w.Lstat(Project + "/docs"); err != nil || !info.Mode.IsDir() {
		t.Errorf("Lstat of a tracked directory = %+v, %v", info, err)
	}
}

// The lists of one sample must not reach into the next.
func TestWorldsAreApart(t *testing.T) {
	s := parse(t, `{"tool_name": "T", "tool_input": {}, "given": {"git": {"tracked": ["a"]}}}`)
	s.World()
	s.World()
	if got := s.Given.Git.Tracked; len(got) != 1 {
		t.Errorf("making a world changed the sample: %q", got)
	}
}

func TestWorldTree(t *testing.T) {
	w := parse(t, `{"tool_name": "Bash", "tool_input": {"command": "x"}, "given": {"git": {"branch": "topic", "dirty": ["main.go"]}}}`).World()
	for dir, want := range map[string]string{Project: "topic", Project + "/src": "topic", Project + "2": "", "/": ""} {
		branch, err := w.Branch(dir)
		changed, err2 := w.Changed(dir)
		if err != nil || err2 != nil || branch != want || changed != (want != "") {
			t.Errorf("%s: branch %q, changed %t, %v, %v", dir, branch, changed, err, err2)
		}
	}
	if changed, err := parse(t, `"x"`).World().Changed(Project); changed || err != nil {
		t.Errorf("the usual project: changed %t, %v", changed, err)
	}
}
