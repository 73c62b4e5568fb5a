package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/state"
)

func TestOpen(t *testing.T) {
	s := state.Dir(t.TempDir())
	if Open(s, "claude", "") != nil || Open(nil, "claude", "x") != nil {
		t.Error("a session without a name or a store is opened")
	}
	seen := map[string]string{}
	for _, id := range []string{"a", "../a", "a/b", "a\x00b", strings.Repeat("x", 1<<16), "\xff", ".", "A"} {
		key := Open(s, "claude", id).Key("pin")
		if other, ok := seen[key]; ok {
			t.Errorf("%.20q and %.20q have one key", id, other)
		}
		seen[key] = id
		if len(key) != len("session/")+32+len(".pin") || strings.Count(key, "/") != 1 || strings.Contains(key, "..") {
			t.Errorf("%.20q has the key %q", id, key)
		}
	}
	if Open(s, "claude", "a").Key("pin") == Open(s, "codex", "a").Key("pin") {
		t.Error("sessions of two hosts have one key")
	}
}

func TestPinIsNilForNoSession(t *testing.T) {
	if p, err := (*Session)(nil).Pin("x"); p != nil || err != nil {
		t.Errorf("got %v, %v", p, err)
	}
}

func TestDecode(t *testing.T) {
	files := []config.Source{{File: "/p/a.yaml", Text: []byte("x: \xff"), Layer: config.Project, Trusted: true, Posture: true}}
	raw, err := encode("abc", "/p \"q\"\n", time.UnixMilli(1700), files)
	if err != nil {
		t.Fatal(err)
	}
	same, err := decode(raw, "abc")
	if err != nil || same.Root != "/p \"q\"\n" || same.Files != nil || !same.At.Equal(time.UnixMilli(1700)) {
		t.Errorf("of the same posture: %+v, %v", same, err)
	}
	other, err := decode(raw, "abd")
	if err != nil || len(other.Files) != 1 || string(other.Files[0].Text) != "x: \xff" || !other.Files[0].Trusted {
		t.Errorf("of another posture: %+v, %v", other, err)
	}
	for _, damaged := range []string{"", "abc", "abc\n", "abc\n\"/p\"", "abc\n/p\n[]", "x\n\"/p\"\n[{"} {
		if p, err := decode([]byte(damaged), "abc"); err == nil || !strings.Contains(err.Error(), "start a new session") {
			t.Errorf("%q is read as %+v, %v", damaged, p, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	raw, _ := encode("abc", "/p", time.Time{}, nil)
	f.Add(raw, "abc")
	f.Add([]byte("-\n\"\"\n[]"), "")
	f.Fuzz(func(t *testing.T, raw []byte, hash string) {
		if p, err := decode(raw, hash); (p == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", raw, p, err)
		}
	})
}

func TestEndAndSweep(t *testing.T) {
	root := t.TempDir()
	store := state.Dir(root)
	keep := func(s *Session, kind string) {
		if err := store.Update(s.Key(kind), func([]byte) ([]byte, error) { return []byte("x"), nil }); err != nil {
			t.Fatal(err)
		}
	}
	a, b, old := Open(store, "claude", "a"), Open(store, "claude", "b"), Open(store, "claude", "old")
	for _, s := range []*Session{a, b, old} {
		keep(s, "pin")
		keep(s, "denied")
	}
	long := time.Now().AddDate(0, 0, -30)
	for _, kind := range []string{"pin", "denied", "lock"} {
		if err := os.Chtimes(filepath.Join(root, old.Key(kind)), long, long); err != nil {
			t.Fatal(err)
		}
	}
	is := func(s *Session, want string) {
		t.Helper()
		if v, err := store.Get(s.Key("pin")); string(v) != want || err != nil {
			t.Errorf("the pin is %q, %v; want %q", v, err, want)
		}
	}
	if err := Sweep(store, time.Now().AddDate(0, 0, -14)); err != nil {
		t.Fatal(err)
	}
	is(a, "x")
	is(old, "")
	if err := a.End(long); err != nil {
		t.Fatal(err)
	}
	is(a, "")
	is(b, "x")
	left, err := filepath.Glob(filepath.Join(root, "session", "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("%d files are left of a session with two values: %v", len(left), left)
	}
}
