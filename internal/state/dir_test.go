package state

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestUpdate(t *testing.T) {
	root := filepath.Join(t.TempDir(), "state")
	d := Dir(root)
	if v, err := d.Get("a/b"); v != nil || err != nil {
		t.Fatalf("nothing is there, and Get returns %q, %v", v, err)
	}
	set := func(v string) func([]byte) ([]byte, error) {
		return func([]byte) ([]byte, error) { return []byte(v), nil }
	}
	if err := d.Update("a/b", set("one")); err != nil {
		t.Fatal(err)
	}
	if v, err := d.Get("a/b"); string(v) != "one" || err != nil {
		t.Fatalf("Get returns %q, %v", v, err)
	}
	broken := errors.New("broken")
	if err := d.Update("a/b", func(old []byte) ([]byte, error) { return []byte("two"), broken }); err != broken {
		t.Fatalf("Update returns %v", err)
	}
	if v, _ := d.Get("a/b"); string(v) != "one" {
		t.Fatalf("after a failed update the value is %q", v)
	}
	if err := d.Update("a/b", func([]byte) ([]byte, error) { return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if v, err := d.Get("a/b"); v != nil || err != nil {
		t.Fatalf("after its deletion Get returns %q, %v", v, err)
	}
	for name, mode := range map[string]os.FileMode{"": 0o700, "a": 0o700, "a/b.lock": 0o600} {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode of %q is %v, want %v (%v)", name, info.Mode().Perm(), mode, err)
		}
	}
}

func TestUpdateIsAlone(t *testing.T) {
	d := Dir(t.TempDir())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 25 {
				err := d.Update("count", func(old []byte) ([]byte, error) {
					n, _ := strconv.Atoi(string(old))
					return []byte(strconv.Itoa(n + 1)), nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if v, _ := d.Get("count"); string(v) != "200" {
		t.Errorf("200 updates count %s", v)
	}
}

func TestLinksAreRefused(t *testing.T) {
	root, elsewhere := t.TempDir(), t.TempDir()
	if err := os.Symlink(elsewhere, filepath.Join(root, "a")); err != nil {
		t.Skip(err) // making one needs a privilege on some systems
	}
	if err := os.Mkdir(filepath.Join(root, "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret", filepath.Join(root, "b", "v")); err != nil {
		t.Fatal(err)
	}
	d := Dir(root)
	for _, key := range []string{"a/v", "b/v"} {
		err := d.Update(key, func([]byte) ([]byte, error) { return []byte("x"), nil })
		if err == nil || !strings.Contains(err.Error(), "symlink") {
			t.Errorf("update of %q through a link: %v", key, err)
		}
		if _, err := d.Get(key); err == nil {
			t.Errorf("%q is read through a link", key)
		}
	}
	if names, _ := os.ReadDir(elsewhere); len(names) > 0 {
		t.Errorf("%q was written through the link", names[0].Name())
	}
}

func TestKeys(t *testing.T) {
	d := Dir(t.TempDir())
	for _, key := range []string{"", ".", "..", "../x", "/x", "a//b", "a/../b", `a\b`, "a\x00", "c:x"} {
		if err := d.Update(key, func([]byte) ([]byte, error) { return []byte("x"), nil }); err == nil {
			t.Errorf("key %q is taken", key)
		}
	}
}

func TestReplaceUsesUpWhatWasLeft(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "v.new"), []byte("a longer text that a killed process left"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := Dir(dir)
	if err := d.Update("v", func([]byte) ([]byte, error) { return []byte("x"), nil }); err != nil {
		t.Fatal(err)
	}
	if v, _ := d.Get("v"); string(v) != "x" {
		t.Errorf("the value is %q", v)
	}
	if _, err := os.Lstat(filepath.Join(dir, "v.new")); !os.IsNotExist(err) {
		t.Errorf("what was left is still there: %v", err)
	}
}

// What a killed process left goes with the next change of any key of its owner,
// and not with that of somebody else's.
func TestKeysOfOneOwner(t *testing.T) {
	root := t.TempDir()
	d := Dir(root)
	put := func(key string, value []byte) {
		t.Helper()
		if err := d.Update(key, func([]byte) ([]byte, error) { return value, nil }); err != nil {
			t.Fatal(err)
		}
	}
	left := func() bool {
		_, err := os.Lstat(filepath.Join(root, "session", "a.new"))
		return err == nil
	}
	for name, change := range map[string]func(){
		"another value":        func() { put("session/a.pin", []byte("x")) },
		"a value that goes":    func() { put("session/a.count", nil) },
		"a value that was not": func() { put("session/a.never", nil) },
	} {
		put("session/a.count", []byte("1"))
		if err := os.WriteFile(filepath.Join(root, "session", "a.new"), []byte("torn"), 0o600); err != nil {
			t.Fatal(err)
		}
		put("session/b.count", []byte("1"))
		if !left() {
			t.Errorf("%s: it went with the value of another owner", name)
		}
		change()
		if left() {
			t.Errorf("%s: it is left", name)
		}
	}
}
