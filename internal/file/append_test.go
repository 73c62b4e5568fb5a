package file

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestAppendLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for _, line := range []string{"one", "two"} {
		if err := AppendLine(path, []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("thr"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := AppendLine(path, []byte("four")); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path, 100)
	if want := "one\ntwo\nthr\nfour\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("made with %v, %v", info.Mode(), err)
	}
}

func TestAppendLineRefuses(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "f"), filepath.Join(dir, "link")
	if err := AppendLine(dir, []byte("x")); err == nil {
		t.Error("a line is written to a directory")
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err) // making one needs a privilege on some systems
	}
	if err := AppendLine(link, []byte("x")); runtime.GOOS != "windows" && !errors.Is(err, ErrNotRegular) {
		t.Errorf("through a link: %v, want %v", err, ErrNotRegular)
	}
}
