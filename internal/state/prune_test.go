package state

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestPrune(t *testing.T) {
	root := t.TempDir()
	d := Dir(root)
	if err := d.Prune("a", func(string, time.Time) bool { return true }); err != nil {
		t.Fatalf("nothing is there to prune: %v", err)
	}
	for _, key := range []string{"a/one", "a/two", "a/b/one", "one"} {
		if err := d.Update(key, func([]byte) ([]byte, error) { return []byte("x"), nil }); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-time.Hour)
	for _, name := range []string{"two", "two.lock"} {
		if err := os.Chtimes(filepath.Join(root, "a", name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	var seen []string
	err := d.Prune("a", func(name string, changed time.Time) bool {
		seen = append(seen, name)
		return changed.Before(time.Now().Add(-time.Minute))
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(seen)
	if got := strings.Join(slices.Compact(seen), " "); got != "one two" {
		t.Errorf("asked about %q", got)
	}
	for key, want := range map[string]string{"a/one": "x", "a/two": "", "a/b/one": "x", "one": "x"} {
		if v, err := d.Get(key); string(v) != want || err != nil {
			t.Errorf("%s is %q, %v", key, v, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(root, "a", "two.lock")); !os.IsNotExist(err) {
		t.Errorf("the lock of what was pruned is still there: %v", err)
	}
}

func TestPruneThroughALink(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "v"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(root, "a")); err != nil {
		t.Skip(err)
	}
	if err := Dir(root).Prune("a", func(string, time.Time) bool { return true }); err == nil {
		t.Error("a directory is pruned through a link")
	}
	if _, err := os.Lstat(filepath.Join(elsewhere, "v")); err != nil {
		t.Error(err)
	}
}
