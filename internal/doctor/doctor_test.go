package doctor

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/install"
	"github.com/ravenclaude/thing/internal/world"
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

// still is a world with a clock that stands, and a git that says one thing.
type still struct {
	world.World
	now time.Time
	git world.GitState
}

func (s still) Now() time.Time                     { return s.now }
func (s still) Git(string) (world.GitState, error) { return s.git, nil }

// An administrator's settings cannot be written by a test that stays in its own
// directory.
func TestManagedSettings(t *testing.T) {
	c := client(t)
	for src, want := range map[string]string{
		`{"disableAllHooks": true}`:              "/managed.json: disableAllHooks is true, so no hook runs",
		`{"allowManagedHooksOnly": true}`:        "/managed.json: allowManagedHooksOnly is true, so no hook runs",
		`{"env": {"CLAUDE_CODE_SIMPLE": "1"}}`:   "/managed.json: env sets CLAUDE_CODE_SIMPLE, which starts the client without hooks",
		`{"env": {"CLAUDE_CODE_SIMPLE": "0"}}`:   "",
		`{"disableAllHooks": false, "other": 1}`: "",
	} {
		for _, managed := range []bool{true, false} {
			places := install.Places(c, "/home", "/project", "/project", "/managed.json")
			file := "/managed.json"
			if !managed {
				file = "/project/.claude/settings.json"
			}
			w := &World{Client: c}
			w.States, w.Plugins = install.Survey(c, places, "/home", func(path string) ([]byte, error) {
				if filepath.ToSlash(path) == file {
					return []byte(src), nil
				}
				return nil, fs.ErrNotExist
			})
			r := w.settings()[0]
			want := want
			if !managed && !strings.Contains(want, "disableAllHooks") {
				want = "" // it does not count there
			} else if !managed {
				want = strings.Replace(want, "/managed.json", file, 1)
			}
			if want == "" && !r.OK || want != "" && filepath.ToSlash(r.Text) != want {
				t.Errorf("%s in %s: %+v, want %q", src, file, r, want)
			}
		}
	}
}

func TestBackends(t *testing.T) {
	dir := t.TempDir()
	program, key, open := filepath.Join(dir, "agent"), filepath.Join(dir, "key"), filepath.Join(dir, "open")
	for path, mode := range map[string]os.FileMode{program: 0o700, key: 0o600, open: 0o644} {
		if err := os.WriteFile(path, []byte("x"), mode); err != nil {
			t.Fatal(err)
		}
	}
	gone := errors.New("program /a is not the one that was recorded: run it again")
	for _, c := range []struct {
		b                     Backend
		want, command, remedy string
	}{
		{b: Backend{Name: "a", Programs: []string{program}}},
		{b: Backend{Name: "a", Programs: []string{"agent"}}, want: `a: "agent" is whatever a search path finds first`, command: detect},
		{b: Backend{Name: "a", Programs: []string{program, program + "-gone"}}, want: "a: " + program + "-gone does not exist", command: detect},
		{b: Backend{Name: "a", Missing: errors.New("none is recorded: run it"), OnPath: program}, want: "a: none is recorded, and " + program + " lies along PATH", command: detect},
		{b: Backend{Name: "a", Missing: gone, OnPath: "/a"}, want: "a: program /a is not the one that was recorded", command: detect},
		{b: Backend{Name: "a", Missing: gone, PathErr: errors.New("no program a lies along PATH")}, want: "a: program /a is not the one that was recorded; no program a lies along PATH"},
		{b: Backend{Name: "auto", Err: errors.New("no backend is ready: run it")}, want: "auto: no backend is ready", remedy: "run it"},
		{b: Backend{Name: "auto", Err: errors.New("no backend is ready: run it"), OnPath: program}, want: "auto: no backend is ready, and " + program + " lies along PATH", command: detect},
		{b: Backend{Name: "a", KeyFile: key, KeyMust: true}},
		{b: Backend{Name: "a", KeyFile: key + "-gone"}},
		{b: Backend{Name: "a", KeyFile: key + "-gone", KeyMust: true}, want: "a: there is no key in " + key + "-gone"},
		{b: Backend{Name: "a", KeyFile: dir, KeyMust: true}, want: "a: " + dir + " is no regular file"},
		{b: Backend{Name: "a", KeyFile: key, KeyErr: errors.New("key file holds two: write one")}, want: "a: key file holds two"},
		{b: Backend{Name: "a", KeyFile: open}, want: "a: the key in " + open + " is not for you alone to read (mode 0644)", command: "chmod 600 " + open},
	} {
		if c.b.KeyFile == open && runtime.GOOS == "windows" {
			continue
		}
		w := &World{Backends: func() ([]Backend, error) { return []Backend{c.b, c.b}, nil }}
		list := w.backends()
		if r := list[0]; len(list) != 1 || r.OK != (c.want == "") || c.want != "" && (r.Text != c.want || r.Command != c.command || (r.Remedy == "") != (c.command != "") || c.remedy != "" && r.Remedy != c.remedy) {
			t.Errorf("%+v: %+v, want %q", c.b, list, c.want)
		}
	}
	w := &World{Backends: func() ([]Backend, error) { return nil, errors.New("the list is damaged") }}
	if r := w.backends()[0]; r.OK || r.Text != "the list is damaged" {
		t.Errorf("a damaged list: %+v", r)
	}
	if r := (&World{}).backends()[0]; !r.OK {
		t.Errorf("no seat asks: %+v", r)
	}
}

type entries []string // times

func (e entries) Entries() iter.Seq2[audit.Stored, error] {
	return func(yield func(audit.Stored, error) bool) {
		for _, at := range e {
			if !yield(audit.Stored{Entry: audit.Entry{Time: at}}, nil) {
				return
			}
		}
	}
}

func (entries) Outcomes() iter.Seq2[audit.Outcome, error] { return nil }
func (entries) Verify() ([]audit.Problem, error)          { return nil, nil }

func TestClockOfTheLog(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	for last, want := range map[string]bool{"2029-12-31T23:59:59.000Z": true, "2030-01-01T00:01:00.000Z": true, "2030-01-01T00:10:00.000Z": false} {
		w := &World{World: still{now: now}, Log: entries{"2031-01-01T00:00:00.000Z", last}}
		if r := w.clock()[0]; r.OK != want {
			t.Errorf("last entry of %s: %+v", last, r)
		}
	}
}

func TestLogThatGitKeeps(t *testing.T) {
	dir := t.TempDir()
	for state, want := range map[world.GitState]string{
		world.GitNone: "", world.GitIgnored: "", world.GitUntracked: "printf '*\\n' >" + quote(filepath.Join(dir, ".gitignore")),
		world.GitTracked: "git rm -r -q --cached " + quote(dir), world.GitDirty: "git rm -r -q --cached " + quote(dir),
	} {
		w := &World{World: still{git: state}, LogDir: dir}
		if r := w.log()[0]; r.Command != want || r.OK != (want == "") {
			t.Errorf("%v: %+v, want %q", state, r, want)
		}
	}
}

// A client that came in another package than the one we know says its version.
func TestVersionOfTheProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script for a POSIX shell")
	}
	c := client(t)
	for said, want := range map[string]string{
		"echo '2.1.400 (Claude Code)'": "ok", "echo '2.1.294 (Claude Code)'": "old", "echo '2.1.295-beta.1'": "old", "echo hello": "unknown", "exit 3": "unknown",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, c.Program)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+said+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		r := (&World{Client: c, Path: dir}).client()[0]
		got := "ok"
		switch {
		case r.OK:
		case r.Command == c.Program+" update":
			got = "old"
		case strings.HasPrefix(r.Text, "the version of "+path+" is not known"):
			got = "unknown"
		}
		if got != want {
			t.Errorf("%s: %+v, want %s", said, r, want)
		}
	}
}

// Which lines of a shell's files start the client without hooks.
func TestStartup(t *testing.T) {
	w := &World{Client: client(t)}
	for line, want := range map[string]string{
		"alias c='claude --bare'":                    "--bare",
		`alias c="/opt/x/claude -p --safe-mode"`:     "--safe-mode",
		"claude() { command claude --bare \"$@\"; }": "--bare",
		"export CLAUDE_CODE_SIMPLE=1":                "CLAUDE_CODE_SIMPLE",
		"set -x CLAUDE_CODE_SAFE_MODE 1":             "CLAUDE_CODE_SAFE_MODE",
		"  # alias c='claude --bare'":                "",
		"alias g='git clone --bare'":                 "",
		"alias c='claude --barely'":                  "",
		"export PATH=$HOME/.claude/bin:$PATH":        "",
	} {
		if got := w.silent(line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// The plugin names its program without the ending that it has on Windows.
func TestStarted(t *testing.T) {
	for _, c := range []struct{ path, system, want string }{
		{"/p/bin/thing-hook", "linux", "/p/bin/thing-hook"},
		{"/p/bin/thing-hook", "windows", "/p/bin/thing-hook.exe"},
		{"/p/bin/thing-hook.exe", "windows", "/p/bin/thing-hook.exe"},
	} {
		if got := started(c.path, c.system); got != c.want {
			t.Errorf("%s on %s: %s, want %s", c.path, c.system, got, c.want)
		}
	}
}
