package file

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(path, link); err != nil && runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		max        int
		want       string
		err        error
	}{
		{"whole", path, 100, "12345", nil},
		{"exactly the limit", path, 5, "12345", nil},
		{"one too many", path, 4, "", ErrTooLarge},
		{"nothing allowed", path, 0, "", ErrTooLarge},
		{"empty", empty, 0, "", nil},
		{"directory", dir, 100, "", ErrNotRegular},
		{"missing", filepath.Join(dir, "no"), 100, "", fs.ErrNotExist},
		{"symlink", link, 100, "", ErrNotRegular},
	} {
		if c.path == link && runtime.GOOS == "windows" {
			continue // making a symlink needs a privilege there
		}
		got, err := Read(c.path, c.max)
		if !errors.Is(err, c.err) || string(got) != c.want {
			t.Errorf("%s: Read(%d) = %q, %v; want %q, %v", c.name, c.max, got, err, c.want, c.err)
		}
	}
}

// A file may grow after its size was asked.
func TestReadGrowing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("ab"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 5000)
	got, err := readAll(strings.NewReader(long), path, info.Size(), 5000)
	if err != nil || !bytes.Equal(got, []byte(long)) {
		t.Errorf("readAll within the limit: %d bytes, %v", len(got), err)
	}
	if got, err := readAll(strings.NewReader(long), path, info.Size(), 4999); !errors.Is(err, ErrTooLarge) || got != nil {
		t.Errorf("readAll beyond the limit: %d bytes, %v", len(got), err)
	}
}

func TestHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	for max, want := range map[int]string{0: "", 3: "123", 5: "12345", 9: "12345"} {
		if got, err := Head(path, max); err != nil || string(got) != want {
			t.Errorf("Head(%d) = %q, %v; want %q", max, got, err, want)
		}
	}
	if _, err := Head(filepath.Dir(path), 1); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Head of a directory: %v, want %v", err, ErrNotRegular)
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b", "a", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := List(dir, 10); err != nil || !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := List(dir, 2); err != nil || len(got) != 2 {
		t.Errorf("of at most two: %q, %v", got, err)
	}
	if _, err := List(filepath.Join(dir, "a"), 10); !errors.Is(err, ErrNotDirectory) {
		t.Errorf("a file: %v", err)
	}
	if _, err := List(filepath.Join(dir, "absent"), 10); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	if got, err := List(t.TempDir(), 10); err != nil || len(got) != 0 {
		t.Errorf("an empty directory: %q, %v", got, err)
	}
}
