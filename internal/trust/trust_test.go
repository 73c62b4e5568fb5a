package trust

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/state"
)

func TestBook(t *testing.T) {
	home := t.TempDir()
	book := func() *Book { return &Book{Store: state.Dir(filepath.Join(home, "state"))} }
	file := filepath.Join(home, "project", "thing.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("project", filepath.Join(home, "link")); err != nil {
		t.Skip(err)
	}
	if book().Trusts(file, []byte("a")) {
		t.Error("trusted before anybody said so")
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if err := book().Add(file, []byte("a"), now); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file, content string
		want          bool
	}{
		{file, "a", true},
		{filepath.Join(home, "link", "thing.yaml"), "a", true},
		{file, "b", false},
		{file, "", false},
		{filepath.Join(home, "project", "other.yaml"), "a", false},
		{filepath.Join(home, "gone", "thing.yaml"), "a", false},
		{filepath.Join(home, "thing.yaml"), "a", false},
	} {
		if got := book().Trusts(tt.file, []byte(tt.content)); got != tt.want {
			t.Errorf("%s with %q: %v", tt.file, tt.content, got)
		}
	}
	// A new content takes the place of the old one.
	if err := book().Add(file, []byte("b"), now); err != nil {
		t.Fatal(err)
	}
	if b := book(); b.Trusts(file, []byte("a")) || !b.Trusts(file, []byte("b")) {
		t.Error("the old content is trusted, or the new one is not")
	}
	if list, err := book().List(); err != nil || len(list) != 1 || list[0].Added != "2026-03-01T12:00:00Z" {
		t.Errorf("list %v, %v", list, err)
	}
	if err := book().Add(filepath.Join(home, "gone", "x"), nil, now); err == nil {
		t.Error("a file in no directory was trusted")
	}
	removed, err := book().Remove(func(e Entry) bool { return strings.HasSuffix(e.File, "thing.yaml") })
	if err != nil || len(removed) != 1 || book().Trusts(file, []byte("b")) {
		t.Errorf("removed %v, %v", removed, err)
	}
	if _, err := os.Stat(filepath.Join(home, "state", key)); err == nil {
		t.Error("an empty list is kept")
	}
}

// A list that the user's key did not seal trusts nothing, and the next word of
// a person takes its place: one from before lists were sealed is no other.
func TestForgedList(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x")
	other := t.TempDir()
	book := func(dir string) *Book { return &Book{Store: state.Dir(dir)} }
	for _, d := range []string{dir, other} {
		if err := book(d).Add(file, []byte("a"), time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	list := filepath.Join(dir, key)
	good, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := os.ReadFile(filepath.Join(other, key))
	if err != nil {
		t.Fatal(err)
	}
	_, plain, _ := bytes.Cut(good, []byte("\n"))
	for name, bad := range map[string][]byte{
		"damaged": []byte("[{"), "unsealed": plain, "of another user": theirs, "empty": {},
		"changed": bytes.Replace(good, []byte(`"sha256"`), []byte(`"SHA256"`), 1),
	} {
		if err := os.WriteFile(list, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if book(dir).Trusts(file, []byte("a")) {
			t.Errorf("%s: the list trusts", name)
		}
		if _, err := book(dir).List(); err == nil || !strings.Contains(err.Error(), "run thing trust add") {
			t.Errorf("%s: error %v", name, err)
		}
		if err := book(dir).Add(filepath.Join(dir, "y"), nil, time.Time{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if b := book(dir); b.Trusts(file, []byte("a")) || !b.Trusts(filepath.Join(dir, "y"), nil) {
			t.Errorf("%s: what was forged is trusted, or what was said is not", name)
		}
	}
}
