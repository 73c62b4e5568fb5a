package tree

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRead: nothing outside the tree is read, whichever way it is named.
func TestRead(t *testing.T) {
	out := t.TempDir()
	secret := filepath.Join(out, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"a.txt": "a", ".git/config": "x", "sub/b.txt": "b", "long": "0123456789"} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link")); err != nil {
		t.Skip("no symlinks here:", err)
	}
	if err := os.Symlink("sub", filepath.Join(dir, "inside")); err != nil {
		t.Fatal(err)
	}
	tr, err := Open(dir, 9)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	for _, p := range []string{"a.txt", "./a.txt", "sub/../a.txt", "sub/b.txt", "inside/b.txt", filepath.Join(dir, "a.txt")} {
		if b, err := tr.Read(p); err != nil || len(b) != 1 {
			t.Errorf("%s: %q, %v", p, b, err)
		}
	}
	for _, p := range []string{"link", secret, "../" + filepath.Base(out) + "/secret", ".git/config", "sub/../.git/config", ".GIT/config", "sub", ".", "", "long", "gone", "a.txt/x"} {
		if b, err := tr.Read(p); err == nil {
			t.Errorf("%q is read: %q", p, b)
		}
	}
}
