package git

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLoose: it lists what git lists.
func TestLoose(t *testing.T) {
	needGit(t)
	dir, home := t.TempDir(), t.TempDir()
	put := func(name string) {
		text := "x"
		if strings.HasSuffix(name, ".gitignore") {
			text = "*.o\n/build/\n!keep.o\nlog/*\n!log/kept\n"
		}
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	if list, err := Loose(dir, home); list != nil || err != nil {
		t.Fatalf("where nothing is a repository: %v, %v", list, err)
	}
	gitIn(t, dir, "", "init", "-q")
	for _, name := range []string{".gitignore", "a", "sub/b", "build/kept"} {
		put(name)
	}
	gitIn(t, dir, "", "add", "-f", ".")
	for _, name := range []string{"c", "sub/d", "sub/deep/e", "x.o", "keep.o", "sub/y.o", "build/new", "sub/build/new", "log/a", "log/kept", "own/.gitignore", "own/build/z", "é", "with blank"} {
		put(name)
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, "link")); err != nil {
		t.Log("no symlinks here:", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "other"), 0o777); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "", "init", "-q", "other")
	put("other/file")
	want := strings.Split(strings.TrimSuffix(gitIn(t, dir, "", "ls-files", "-z", "--others", "--exclude-standard"), "\x00"), "\x00")
	slices.Sort(want)
	got, err := Loose(filepath.Join(dir, "sub"), home)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("it lists\n%q, %v, git\n%q", got, err, want)
	}
}

// TestSum: it changes with contents, names, links and, of large files, times.
func TestSum(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) { write(t, filepath.Join(dir, name), text) }
	seen := map[string]string{}
	is := func(what string, paths ...string) {
		t.Helper()
		s, err := Sum(dir, paths, 4)
		if err != nil {
			t.Fatal(err)
		}
		if seen[s] != "" {
			t.Errorf("%s is like %s", what, seen[s])
		}
		seen[s] = what
	}
	is("nothing")
	put("a", "1")
	is("a file", "a")
	put("a", "2")
	is("another content", "a")
	put("b", "2")
	is("two files", "a", "b")
	is("another name", "b")
	put("a", "12345")
	is("a large file", "a")
	put("a", "123456")
	is("a larger one", "a")
	is("a directory", ".")
	if err := os.Symlink("a", filepath.Join(dir, "l")); err == nil {
		is("a link", "l")
	}
	gone, err := Sum(dir, []string{"gone"}, 4)
	none, _ := Sum(dir, nil, 4)
	if err != nil || gone != none {
		t.Errorf("a file that is gone: %v", err)
	}
}
