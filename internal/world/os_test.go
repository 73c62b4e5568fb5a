package world

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

func TestOSFiles(t *testing.T) {
	w := OS()
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	info, err := w.Lstat(path)
	if err != nil || !info.Mode.IsRegular() || info.Size != 5 || time.Since(info.ModTime) > time.Hour {
		t.Errorf("Lstat of a file = %+v, %v", info, err)
	}
	if info, err := w.Lstat(dir); err != nil || !info.Mode.IsDir() {
		t.Errorf("Lstat of a directory = %+v, %v", info, err)
	}
	if _, err := w.Lstat(filepath.Join(dir, "no")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Lstat of nothing: %v", err)
	}
	if got, err := w.ReadFile(path, 5); err != nil || string(got) != "12345" {
		t.Errorf("ReadFile = %q, %v", got, err)
	}
	if _, err := w.ReadFile(path, 4); !errors.Is(err, ErrTooLarge) {
		t.Errorf("ReadFile beyond the limit: %v", err)
	}
	if _, err := w.ReadFile(dir, 4); !errors.Is(err, ErrNotRegular) {
		t.Errorf("ReadFile of a directory: %v", err)
	}
	if got, err := w.Git(path); err != nil || got != GitNone {
		t.Errorf("Git outside a repository = %d, %v", got, err)
	}
	if runtime.GOOS == "windows" {
		return // no numbers of files, and links need a privilege
	}
	hard, soft := filepath.Join(dir, "hard"), filepath.Join(dir, "soft")
	if err := os.Link(path, hard); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("f", soft); err != nil {
		t.Fatal(err)
	}
	if other, err := w.Lstat(hard); err != nil || other.ID != info.ID || info.ID == (FileID{}) {
		t.Errorf("a hard link has the identity %v, %v; want %v", other.ID, err, info.ID)
	}
	if other, err := w.Lstat(soft); err != nil || other.Mode&fs.ModeSymlink == 0 || other.ID == info.ID {
		t.Errorf("Lstat of a symlink = %+v, %v", other, err)
	}
	if got, err := w.Readlink(soft); err != nil || got != "f" {
		t.Errorf("Readlink = %q, %v", got, err)
	}
	if _, err := w.Readlink(path); err == nil {
		t.Error("Readlink of a file: no error")
	}
	if _, err := w.ReadFile(soft, 10); !errors.Is(err, ErrNotRegular) {
		t.Errorf("ReadFile of a symlink: %v", err)
	}
}

// The index is made by hand, so that no git is needed.
func TestOSGit(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".gitignore": "*.log\n", "a.log": "", "b.txt": "", "sub/.git/HEAD": "x", "sub/.git/index": "broken",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := OS()
	for name, want := range map[string]GitState{"a.log": GitIgnored, "b.txt": GitUntracked, "": GitDirty, ".git/HEAD": GitNone} {
		if got, err := w.Git(filepath.Join(dir, filepath.FromSlash(name))); err != nil || got != want {
			t.Errorf("Git(%q) = %d, %v; want %d", name, got, err, want)
		}
	}
	if got, err := w.Git(filepath.Join(dir, "sub", "x")); err == nil {
		t.Errorf("Git with a broken index = %d, want an error", got)
	}
}

func TestOSUser(t *testing.T) {
	home := t.TempDir()
	variable := "HOME"
	if runtime.GOOS == "windows" {
		variable = "USERPROFILE"
	}
	t.Setenv(variable, home+string(filepath.Separator))
	if got := OS().Home(); got != home {
		t.Errorf("Home = %q, want %q", got, home)
	}
	t.Setenv(variable, "relative")
	if got := OS().Home(); got != "" {
		t.Errorf("Home = %q for a relative one, want none", got)
	}
	if now := OS().Now(); time.Since(now) > time.Minute {
		t.Errorf("Now = %v", now)
	}
}

func TestTemp(t *testing.T) {
	// Variables must not widen the list.
	t.Setenv("TMPDIR", filepath.Dir(t.TempDir()))
	for system, want := range map[string][]string{
		"linux":   {"/tmp", "/var/tmp"},
		"freebsd": {"/tmp", "/var/tmp"},
		"darwin":  {"/tmp", "/var/tmp", "/var/folders", "/private/tmp", "/private/var/tmp", "/private/var/folders"},
		"windows": {`C:\Windows\Temp`, filepath.Join("home", "AppData", "Local", "Temp")},
	} {
		if got := temp(system, "home"); !slices.Equal(got, want) {
			t.Errorf("temp(%q) = %q, want %q", system, got, want)
		}
	}
	if got := temp("windows", ""); len(got) != 1 {
		t.Errorf("temp without a home = %q", got)
	}
	if got, want := OS().Temp(), temp(runtime.GOOS, OS().Home()); !slices.Equal(got, want) {
		t.Errorf("Temp = %q, want %q", got, want)
	}
}
