package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPoisoned: an investigator that changes a copy, however it gets at it, is
// found out, and the copy's name belies its content.
func TestPoisoned(t *testing.T) {
	temp := t.TempDir()
	dir := Dir(temp, "0badcafe")
	sums, err := Make(dir, map[string][]byte{"a.go": []byte("package a\n"), "b.go": []byte("package a\n"), "c.go": []byte("package c\n")})
	if err != nil {
		t.Fatal(err)
	}
	if bad := Poisoned(dir, sums, 1000); len(bad) > 0 {
		t.Errorf("%v are poisoned from the start", bad)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	name := filepath.Join(dir, sums["c.go"]+".txt")
	for _, step := range []error{os.Chmod(dir, 0o700), os.Chmod(name, 0o600), os.WriteFile(name, []byte("package evil\n"), 0o600)} {
		if step != nil {
			t.Fatal(step)
		}
	}
	if bad := Poisoned(dir, sums, 1000); len(bad) != 1 || bad[0] != "c.go" {
		t.Errorf("%v are poisoned", bad)
	}
	if _, err := Make(dir, nil); err == nil {
		t.Error("a directory that is there already is taken")
	}
	if err := Remove(dir, temp, "0badcafe"); err != nil {
		t.Error(err)
	}
	if err := Remove(dir, temp, "0badcafe"); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

// TestRemove: a plan that names another directory has nothing removed.
func TestRemove(t *testing.T) {
	temp, other := t.TempDir(), t.TempDir()
	link := Dir(temp, "0badcafe")
	if err := os.Symlink(other, link); err != nil {
		t.Skip("no symlinks here:", err)
	}
	for _, x := range []struct{ dir, run string }{{other, "0badcafe"}, {filepath.Join(temp, "council-cache-x", ".."), "x"}, {Dir(temp, "../x"), "../x"}, {Dir(temp, ""), ""}, {link, "0badcafe"}} {
		if err := Remove(x.dir, temp, x.run); err == nil {
			t.Errorf("%s is removed", x.dir)
		}
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

// TestPrune: what a run left behind goes after a week, and nothing else does.
func TestPrune(t *testing.T) {
	temp, now := t.TempDir(), time.Now()
	old, young, other := Dir(temp, "0badcafe"), Dir(temp, "0000cafe"), filepath.Join(temp, "other")
	for _, dir := range []string{old, young, other} {
		if _, err := Make(dir, map[string][]byte{"a": []byte("a")}); err != nil {
			t.Fatal(err)
		}
		age := 8 * 24 * time.Hour
		if dir == young {
			age -= 48 * time.Hour
		}
		if err := os.Chtimes(dir, now, now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	Prune(temp, now)
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old one is left: %v", err)
	}
	for _, dir := range []string{young, other} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
	for _, dir := range []string{young, other} { // so that the test's own can be removed
		os.Chmod(dir, 0o700)
	}
}
