package backend

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fake"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/state"
)

func TestKey(t *testing.T) {
	home := t.TempDir()
	k := &Kit{Tables: tables, Home: home}
	keys := filepath.Join(home, ".ravenclaude", "keys")
	if err := os.MkdirAll(keys, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string, mode os.FileMode) {
		if err := os.WriteFile(filepath.Join(keys, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(keys, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if key, err := k.key("openai", ""); key != "" || err != nil {
		t.Errorf("no file: %q, %v", key, err)
	}
	t.Setenv("OPENAI_API_KEY", "from-the-environment")
	if key, _ := k.key("openai", ""); key != "" {
		t.Errorf("a key comes from the environment")
	}
	write("openai", "  abc \n", 0o600)
	write("two", "abc\ndef", 0o600)
	write("empty", "\n", 0o600)
	write("long", strings.Repeat("x", maxKey+1), 0o600)
	if key, err := k.key("openai", ""); key != "abc" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	if key, err := k.key("x", "~/.ravenclaude/keys/openai"); key != "abc" || err != nil {
		t.Errorf("%q, %v", key, err)
	}
	bad := []string{"~/gone", "keys/openai", "~/.ravenclaude/keys/two", "~/.ravenclaude/keys/empty", "~/.ravenclaude/keys/long", "~/.ravenclaude/keys"}
	if runtime.GOOS != "windows" {
		write("open", "abc", 0o644)
		if err := os.Symlink("openai", filepath.Join(keys, "link")); err != nil {
			t.Fatal(err)
		}
		bad = append(bad, "~/.ravenclaude/keys/open", "~/.ravenclaude/keys/link")
	}
	for _, name := range bad {
		if key, err := k.key("x", name); err == nil || key != "" || strings.Contains(err.Error(), "abc") {
			t.Errorf("%s: %q, %v", name, key, err)
		}
	}
}

// TestKeyStaysWithItsOwner holds that the key of a backend does not go to another
// address, and that there is none for it otherwise.
func TestKeyStaysWithItsOwner(t *testing.T) {
	home := t.TempDir()
	keys := filepath.Join(home, ".ravenclaude", "keys")
	if err := os.MkdirAll(keys, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(keys, "openai"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	k := &Kit{Tables: tables, Home: home}
	b := k.find("openai")
	if base, key, err := (&api{k, b, "", ""}).place(); base != b.URL || key != "abc" || err != nil {
		t.Errorf("%q, %q, %v", base, key, err)
	}
	if base, key, err := (&api{k, b, "https://gateway.example/v1/", ""}).place(); base != "https://gateway.example/v1" || key != "" || err != nil {
		t.Errorf("%q, %q, %v", base, key, err)
	}
	if _, _, err := (&api{k, k.find("google"), "", ""}).place(); panel.Classify(err) != panel.Denied {
		t.Errorf("without a key: %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	k := &Kit{Tables: tables, Home: t.TempDir(), Program: func(*catalog.Backend) (Found, error) { return Found{}, errors.New("none") }}
	for want, c := range map[string]config.SeatChoice{
		"did you mean claude":                {Backend: "claud"},
		"takes no base_url":                  {Backend: "claude", BaseURL: "https://x.example"},
		"would be an option":                 {Backend: "claude", Model: "--yolo"},
		"takes no args":                      {Backend: "openai", Args: []string{"x"}},
		"not encrypted":                      {Backend: "openai", BaseURL: "http://x.example"},
		"no backend is ready":                {Backend: Auto},
		`model "-x" would be an option`:      {Backend: "claude", Fallback: []string{"codex:-x"}},
		"backend \"\" is not known":          {},
		"model \"-m\" would be an option of": {Backend: "gemini", Fallback: []string{"-m"}},
	} {
		if _, err := k.Open("thor", c); err == nil || !strings.Contains(err.Error(), want) || panel.Classify(err) != panel.Refused && panel.Classify(err) != panel.Missing {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
}

// TestLadder holds that what stands in keeps the seats apart, and that only lack
// of capacity is helped.
func TestLadder(t *testing.T) {
	home := t.TempDir()
	claude := fake.Install(t, t.TempDir(), "claude", fake.Plan{Stderr: "usage limit reached", Status: 1})
	codex := fake.Install(t, t.TempDir(), "codex", fake.Plan{Stdout: fake.Says["codex"](verdict)})
	k := &Kit{Tables: tables, Home: home, State: home, Program: func(b *catalog.Backend) (Found, error) {
		switch b.ID {
		case "claude":
			return Found{Path: claude}, nil
		case "codex":
			return Found{Path: codex}, nil
		}
		return Found{}, errors.New("none")
	}}
	open := func(seat string, c config.SeatChoice) panel.Backend {
		t.Helper()
		s, err := k.Open(seat, c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := open("mimir", config.SeatChoice{Backend: "claude", Model: "a", Args: []string{"--own"}, Fallback: []string{"b:8b", "codex:taken", "codex:free"}})
	open("forseti", config.SeatChoice{Backend: "codex", Model: "taken"})
	third := open("heimdall", config.SeatChoice{Backend: "claude", Model: "c", Fallback: []string{"codex:free"}})
	a, err := first.Ask(t.Context(), question)
	if err != nil || a.Backend != "codex" || a.Model != "free" || first.Name() != "claude" {
		t.Errorf("%+v, %v", a, err)
	}
	if calls := fake.Calls(t, claude); len(calls) != 4 || calls[0].Args[len(calls[0].Args)-1] != "--own" || !strings.Contains(strings.Join(calls[3].Args, " "), "--model b:8b") {
		t.Errorf("%d calls of the first", len(calls))
	}
	if calls := fake.Calls(t, codex); len(calls) != 1 || strings.Contains(strings.Join(calls[0].Args, " "), "--own") {
		t.Errorf("calls of the second: %+v", calls)
	}
	if _, err := third.Ask(t.Context(), question); panel.Classify(err) != panel.Limited {
		t.Errorf("what another seat took meanwhile: %v", err)
	}
	fake.Replan(t, claude, fake.Plan{Stderr: "not logged in", Status: 1})
	fourth := open("thor", config.SeatChoice{Backend: "claude", Model: "d", Fallback: []string{"codex:other"}})
	if _, err := fourth.Ask(t.Context(), question); panel.Classify(err) != panel.Denied || len(fake.Calls(t, codex)) != 1 {
		t.Errorf("not signed in: %v", err)
	}
}

func TestAutoSpreads(t *testing.T) {
	home := t.TempDir()
	k := &Kit{Tables: tables, Home: home, State: home, Program: func(b *catalog.Backend) (Found, error) {
		if b.ID == "qwen" || b.ID == "claude" {
			return Found{Path: "/x"}, nil
		}
		return Found{}, errors.New("none")
	}}
	var got []string
	for _, seat := range []string{"forseti", "mimir", "heimdall"} {
		s, err := k.Open(seat, config.SeatChoice{Backend: Auto})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Name())
	}
	if strings.Join(got, " ") != "claude qwen claude" {
		t.Errorf("%q", got)
	}
}

func TestRecordAndReplay(t *testing.T) {
	i := 0
	b := backendFunc(func(_ context.Context, q panel.Question) (panel.Answer, error) {
		if i++; i == 2 {
			return panel.Answer{}, fail(panel.Limited, errors.New("later"))
		}
		return panel.Answer{Text: []byte(verdict), Model: "m", Backend: "b", Usage: panel.Usage{CostUSD: 0.5}}, nil
	})
	var out bytes.Buffer
	r := NewRecorder(&out).Record(b)
	for _, seat := range []string{"mimir", "thor", "mimir"} {
		q := question
		q.Seat = seat
		r.Ask(t.Context(), q)
	}
	if strings.Contains(out.String(), "payload") || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("recorded %s", out.String())
	}
	p, err := Replay(strings.NewReader(out.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		seat string
		want panel.Class
	}{{"thor", panel.Limited}, {"mimir", ""}, {"mimir", ""}, {"mimir", panel.Missing}, {"forseti", panel.Missing}} {
		a, err := p.Ask(t.Context(), panel.Question{Seat: tt.seat})
		if tt.want != "" {
			if panel.Classify(err) != tt.want {
				t.Errorf("%s: %v", tt.seat, err)
			}
		} else if err != nil || string(a.Text) != verdict || a.Model != "m" || a.Backend != "b" || a.Usage.CostUSD != 0.5 {
			t.Errorf("%s: %+v, %v", tt.seat, a, err)
		}
	}
	for _, text := range []string{"{", `{"seat":""}`, "[]"} {
		if _, err := Replay(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

type backendFunc func(context.Context, panel.Question) (panel.Answer, error)

func (backendFunc) Name() string { return "func" }
func (f backendFunc) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	return f(ctx, q)
}

func TestFind(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("who can change a file is not asked there")
	}
	home := real(t.TempDir())
	dir := func(name string, mode os.FileMode) string {
		path := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := dir("good", 0o755)
	open := dir("open", 0o777)
	dir("project", 0o755)
	dir("project/.git", 0o755)
	inside := dir("project/bin", 0o755)
	work := dir("work/bin", 0o755)
	links := dir("links", 0o755)
	installer := dir(".installer/versions/bin", 0o755)
	dir(".installer/.git", 0o755)
	posture := dir(".posture/bin", 0o755)
	dir(".posture/.ravenclaude", 0o755)
	dir(".ravenclaude", 0o700) // the home directory is no project
	place := func(dir, text string, mode os.FileMode) string {
		path := filepath.Join(dir, "claude")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, d := range []string{good, open, inside, work, installer, posture} {
		place(d, "#!/bin/sh\n", 0o755)
	}
	if err := os.Symlink(filepath.Join(inside, "claude"), filepath.Join(links, "claude")); err != nil {
		t.Fatal(err)
	}
	b := (&Kit{Tables: tables}).find("claude")
	find := func(dirs ...string) (Found, error) {
		return OnPath(tables, strings.Join(dirs, string(filepath.ListSeparator)), home, filepath.Join(home, "work"))(b)
	}
	for name, tt := range map[string]struct {
		dirs []string
		want string // of the error
	}{
		"good":                  {[]string{good}, ""},
		"good, after others":    {[]string{"bin", ".", "", open, inside, work, links, filepath.Join(home, "gone"), good}, ""},
		"hidden with a posture": {[]string{posture}, "lies in the project"},
		"nowhere":               {[]string{filepath.Join(home, "gone")}, "along PATH"},
		"relative":              {[]string{"bin"}, "along PATH"},
		"open to all":           {[]string{open}, "others can change"},
		"in a project":          {[]string{inside}, "lies in the project"},
		"in a project by link":  {[]string{links}, "lies in the project"},
		"in the work directory": {[]string{work}, "in the working directory"},
	} {
		f, err := find(tt.dirs...)
		if tt.want == "" && (err != nil || f.Path != filepath.Join(good, "claude")) || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	if f, err := find(installer); err != nil || f.Path != filepath.Join(installer, "claude") {
		t.Errorf("what an installer keeps in a repository of its own: %+v, %v", f, err)
	}
	place(good, "#!/bin/sh\n", 0o644)
	if _, err := find(good); err == nil {
		t.Error("what cannot be run is found")
	}
	place(good, "#!/bin/sh\n", 0o757)
	if _, err := find(good); err == nil {
		t.Error("what others can write is found")
	}
	place(good, "#!/usr/bin/env -S some-node --flag\n", 0o755)
	if _, err := find(good); err == nil || !strings.Contains(err.Error(), "some-node") {
		t.Errorf("without what interprets it: %v", err)
	}
	if err := os.WriteFile(filepath.Join(good, "some-node"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if f, err := find(good); err != nil || f.Interpreter != filepath.Join(good, "some-node") {
		t.Errorf("%+v, %v", f, err)
	}

	// What was recorded is taken as it was, and not along PATH.
	store := state.Dir(filepath.Join(home, "state"))
	recorded := Recorded(store)
	if _, err := recorded(b); err == nil || !strings.Contains(err.Error(), "thing backends detect") {
		t.Errorf("nothing is recorded: %v", err)
	}
	list, missing, err := Detect(tables, store, func(b *catalog.Backend) (Found, error) {
		if b.ID != "claude" {
			return Found{}, errors.New("none")
		}
		return find(good)
	})
	if err != nil || len(list) != 1 || len(missing) != len(programs(t))-1 {
		t.Fatalf("%+v, %v, %v", list, missing, err)
	}
	if f, err := recorded(b); err != nil || f.Path != filepath.Join(good, "claude") || f.Interpreter != filepath.Join(good, "some-node") {
		t.Errorf("%+v, %v", f, err)
	}
	if err := os.WriteFile(filepath.Join(good, "some-node"), []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := recorded(b); err == nil || !strings.Contains(err.Error(), "is not the one that was recorded") {
		t.Errorf("what interprets it has changed: %v", err)
	}
	if err := os.WriteFile(filepath.Join(home, "state", "programs"), []byte(`[{"backend":"claude","files":[{"path":"/bin/sh"}]}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := recorded(b); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("forged: %v", err)
	}
}

// TestFaultsAreClasses holds that the words of the spec stand for classes that
// there are.
func TestFaultsAreClasses(t *testing.T) {
	for _, f := range tables.Transport.Faults {
		if !slices.Contains(panel.Classes, panel.Class(f.Class)) {
			t.Errorf("class %q is not known", f.Class)
		}
	}
}
