package trust

import (
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

func TestDamagedList(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, key), []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &Book{Store: state.Dir(dir)}
	if b.Trusts(filepath.Join(dir, "x"), nil) {
		t.Error("a damaged list trusts")
	}
	if _, err := b.List(); err == nil || !strings.Contains(err.Error(), "trust the files anew") {
		t.Errorf("error %v", err)
	}
	if err := b.Add(filepath.Join(dir, "x"), nil, time.Time{}); err == nil {
		t.Error("a damaged list was written over")
	}
}
