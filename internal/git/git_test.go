package git

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// gitIn runs the real git, the oracle of these tests, without any
// configuration of the machine.
func gitIn(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	out, err := tryGit(t, dir, stdin, args...)
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

func tryGit(t *testing.T, dir, stdin string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "init.defaultBranch=main", "-c", "core.autocrlf=false",
		"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "HOME="+t.TempDir(),
		"XDG_CONFIG_HOME=", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// needGit skips where git is missing: without the oracle there is nothing to
// compare with.
func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and it is what the answers are held against")
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	// In the past, so that the index is surely written later.
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

// fresh makes a repository that tracks a few files.
func fresh(t *testing.T, init ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "", append([]string{"init", "-q"}, init...)...)
	for _, name := range []string{"README.md", "src/a.go", "src/b.go", "src/deep/c.go", "lib/x.txt", "lib0", "libs/y"} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), "content of "+name+"\n")
	}
	write(t, filepath.Join(dir, ".gitignore"), "*.log\nbuild/\n/out\n")
	gitIn(t, dir, "", "add", ".")
	return dir
}

func expect(t *testing.T, r *Reader, dir string, want map[string]State) {
	t.Helper()
	for rel, state := range want {
		got, err := r.State(filepath.Join(dir, filepath.FromSlash(rel)))
		if err != nil || got != state {
			t.Errorf("State(%q) = %d, %v; want %d", rel, got, err, state)
		}
	}
}

func TestState(t *testing.T) {
	needGit(t)
	dir := fresh(t)
	var r Reader
	expect(t, &r, dir, map[string]State{
		"README.md":      Tracked,
		"src/a.go":       Tracked,
		"src/deep":       Tracked,
		"src":            Tracked,
		"lib":            Tracked,
		"new.txt":        Untracked,
		"x.log":          Ignored,
		"build/tmp":      Ignored,
		"out":            Ignored,
		"src/out":        Untracked,
		"":               Dirty,
		".git":           None,
		".git/config":    None,
		".GIT/config":    None,
		"README.md/x":    Untracked,
		"src/deep/c.go":  Tracked,
		"src/deep/no.go": Untracked,
	})

	write(t, filepath.Join(dir, "build/tmp/o"), "x")
	write(t, filepath.Join(dir, "logs/one.log"), "x")
	write(t, filepath.Join(dir, "mixed/one.log"), "x")
	write(t, filepath.Join(dir, "mixed/one.txt"), "x")
	write(t, filepath.Join(dir, "lib/more.log"), "x")
	if err := os.MkdirAll(filepath.Join(dir, "empty/below"), 0o755); err != nil {
		t.Fatal(err)
	}
	expect(t, &r, dir, map[string]State{
		"build": Ignored, "build/tmp": Ignored, "build/tmp/o": Ignored,
		"logs": Ignored, "mixed": Untracked, "mixed/one.log": Ignored, "mixed/one.txt": Untracked,
		"lib": Tracked, "empty": Untracked,
	})

	write(t, filepath.Join(dir, "src/deep/new.go"), "x")
	expect(t, &r, dir, map[string]State{"src/deep": Dirty, "src": Dirty, "src/deep/c.go": Tracked})

	gitIn(t, dir, "", "add", "-f", "build/tmp/o")
	expect(t, &r, dir, map[string]State{"build/tmp/o": Tracked, "build": Tracked})
	write(t, filepath.Join(dir, "build/other"), "x")
	expect(t, &r, dir, map[string]State{"build": Tracked, "build/other": Ignored})

	write(t, filepath.Join(dir, "src/a.go"), "longer content than before\n")
	write(t, filepath.Join(dir, "README.md"), "same length of README.md"[:len("content of README.md")]+"\n")
	if err := os.Remove(filepath.Join(dir, "lib/x.txt")); err != nil {
		t.Fatal(err)
	}
	expect(t, &r, dir, map[string]State{
		"src/a.go": Dirty, "README.md": Dirty, "lib/x.txt": Dirty, "lib": Dirty, "src/b.go": Tracked,
	})
	if err := os.RemoveAll(filepath.Join(dir, "src")); err != nil {
		t.Fatal(err)
	}
	expect(t, &r, dir, map[string]State{"src": Dirty, "src/a.go": Dirty})
}

func TestStateByMode(t *testing.T) {
	needGit(t)
	if runtime.GOOS == "windows" {
		t.Skip("modes and symlinks are not kept there") // so git has nothing to compare
	}
	dir := fresh(t)
	outside := t.TempDir()
	for _, link := range [][2]string{{outside, "away"}, {"README.md", "alias"}} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "src/a.go"), 0o755); err != nil {
		t.Fatal(err)
	}
	var r Reader
	expect(t, &r, dir, map[string]State{
		"src/a.go": Dirty, "src/b.go": Tracked, "away": Untracked, "away/file": None, "alias": Untracked, "alias/x": None,
	})
	gitIn(t, dir, "", "add", "away")
	late := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, ".git", "index"), late, late); err != nil {
		t.Fatal(err)
	}
	expect(t, &r, dir, map[string]State{"away": Tracked})
	if err := os.Remove(filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "away"), outside)
	expect(t, &r, dir, map[string]State{"away": Dirty})
}

// A file as young as the index may have changed within one tick of the clock.
func TestStateRacy(t *testing.T) {
	needGit(t)
	dir := fresh(t)
	info, err := os.Stat(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(dir, ".git", "index"), info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	expect(t, new(Reader), dir, map[string]State{"README.md": Dirty, "src": Dirty})
}

func TestStateOfIndexForms(t *testing.T) {
	needGit(t)
	clean := map[string]State{"README.md": Tracked, "src": Tracked, "lib": Tracked, "new": Untracked, "a.log": Ignored}
	for _, version := range []string{"2", "3", "4"} {
		t.Run("version "+version, func(t *testing.T) {
			dir := fresh(t)
			write(t, filepath.Join(dir, "later"), "x")
			gitIn(t, dir, "", "add", "--intent-to-add", "later") // asks for version 3
			gitIn(t, dir, "", "update-index", "--index-version", version)
			expect(t, new(Reader), dir, clean)
			expect(t, new(Reader), dir, map[string]State{"later": Dirty})
		})
	}
	t.Run("sha256", func(t *testing.T) {
		expect(t, new(Reader), fresh(t, "--object-format=sha256"), clean)
	})
	t.Run("split", func(t *testing.T) {
		dir := fresh(t)
		gitIn(t, dir, "", "update-index", "--split-index")
		if got, err := new(Reader).State(filepath.Join(dir, "README.md")); err == nil {
			t.Errorf("State = %d for half an index, want an error", got)
		}
	})
	t.Run("conflict", func(t *testing.T) {
		dir := fresh(t)
		hash := strings.TrimSpace(gitIn(t, dir, "", "hash-object", "-w", "README.md"))
		entries := "0 " + strings.Repeat("0", 40) + "\tREADME.md\n"
		for _, stage := range []string{"1", "2", "3"} {
			entries += "100644 " + hash + " " + stage + "\tREADME.md\n"
		}
		gitIn(t, dir, entries, "update-index", "--index-info")
		expect(t, new(Reader), dir, map[string]State{"README.md": Dirty, "src": Tracked})
	})
	t.Run("sparse", func(t *testing.T) {
		dir := fresh(t)
		gitIn(t, dir, "", "commit", "-qm", "x")
		gitIn(t, dir, "", "sparse-checkout", "set", "--cone", "--sparse-index", "lib")
		if out := gitIn(t, dir, "", "ls-files", "--sparse"); !strings.Contains(out, "src/\n") {
			t.Fatalf("no sparse entry in %q", out)
		}
		write(t, filepath.Join(dir, "src/a.go"), "unsaved")
		expect(t, new(Reader), dir, map[string]State{"lib": Tracked, "src": Dirty, "src/a.go": Dirty, "src/zzz": Dirty})
	})
	t.Run("empty", func(t *testing.T) {
		dir := t.TempDir()
		gitIn(t, dir, "", "init", "-q")
		expect(t, new(Reader), dir, map[string]State{"x": Untracked})
	})
}

func TestStateOfOtherTrees(t *testing.T) {
	needGit(t)
	main := fresh(t)
	gitIn(t, main, "", "commit", "-qm", "x")
	write(t, filepath.Join(main, ".git/info/exclude"), "*.excluded\n")

	tree := filepath.Join(t.TempDir(), "tree")
	gitIn(t, main, "", "worktree", "add", "-q", tree)
	soon := time.Now().Add(time.Hour)
	index := strings.TrimSpace(gitIn(t, tree, "", "rev-parse", "--git-path", "index"))
	if err := os.Chtimes(index, soon, soon); err != nil {
		t.Fatal(err)
	}
	expect(t, new(Reader), tree, map[string]State{
		"README.md": Tracked, "src": Tracked, "a.excluded": Ignored, "new": Untracked, ".git": None, "": Dirty,
	})

	gitIn(t, main, "", "submodule", "--quiet", "add", main, "sub")
	expect(t, new(Reader), main, map[string]State{"sub": Dirty, "sub/new": Untracked, "sub/.git": None})

	nested := filepath.Join(main, "mine/nested")
	write(t, filepath.Join(nested, "f"), "x")
	gitIn(t, nested, "", "init", "-q")
	expect(t, new(Reader), main, map[string]State{"mine": Untracked, "mine/nested": Dirty, "mine/nested/f": Untracked})

	none, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	expect(t, new(Reader), none, map[string]State{"x": None, "": None})
}

func TestStateOfDamage(t *testing.T) {
	needGit(t)
	for name, harm := range map[string]func(dir string) error{
		"index cut off": func(dir string) error { return os.Truncate(filepath.Join(dir, ".git/index"), 200) },
		"index a directory": func(dir string) error {
			index := filepath.Join(dir, ".git/index")
			if err := os.Remove(index); err != nil {
				return err
			}
			return os.Mkdir(index, 0o755)
		},
		"git file to nowhere": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "src/.git"), []byte("gitdir: ../../nowhere\n"), 0o644)
		},
		"git file of nonsense": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "src/.git"), []byte("hello"), 0o644)
		},
		"huge ignore file": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, ".gitignore"), make([]byte, maxRules+1), 0o644)
		},
		"patterns that cost too much": func(dir string) error {
			line := strings.Repeat("?*", 200) + "z\n"
			return os.WriteFile(filepath.Join(dir, ".gitignore"), bytes.Repeat([]byte(line), 2000), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := fresh(t)
			if err := harm(dir); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "src", strings.Repeat("q", 250))
			if got, err := new(Reader).State(path); err == nil {
				t.Errorf("State = %d, want an error", got)
			}
		})
	}
}

func TestStateOfLongPath(t *testing.T) {
	if got, err := new(Reader).State("/" + strings.Repeat("a/", 1<<20) + "b"); !errors.Is(err, errPath) {
		t.Errorf("State = %d, %v; want %v", got, err, errPath)
	}
}

func TestUserRules(t *testing.T) {
	needGit(t)
	dir, home := fresh(t), t.TempDir()
	write(t, filepath.Join(home, ".config/git/ignore"), "*.mine\nkept.*\n")
	write(t, filepath.Join(dir, ".git/info/exclude"), "!kept.mine\nkept.log\n")
	expect(t, &Reader{Home: home}, dir, map[string]State{
		"a.mine": Ignored, "kept.mine": Untracked, "kept.x": Ignored, "kept.log": Ignored,
	})
}

func TestTooLargeDirectory(t *testing.T) {
	needGit(t)
	dir := fresh(t)
	many := filepath.Join(dir, "src/many")
	if err := os.Mkdir(many, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".gitignore"), "f*\n")
	for i := range maxWalk + 1 {
		if err := os.WriteFile(filepath.Join(many, fmt.Sprint("f", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, new(Reader), dir, map[string]State{"src/many": Untracked, "src/many/f7": Ignored, "src": Dirty})
}

// The reader must not answer from an index that has changed since.
func TestReaderRereads(t *testing.T) {
	needGit(t)
	dir := fresh(t)
	var r Reader
	expect(t, &r, dir, map[string]State{"src": Tracked})
	gitIn(t, dir, "", "rm", "-q", "--cached", "src/a.go")
	expect(t, &r, dir, map[string]State{"src/a.go": Untracked, "src": Dirty})
}

func TestAgainstLsFiles(t *testing.T) {
	needGit(t)
	dir := fresh(t)
	write(t, filepath.Join(dir, "loose/file"), "x")
	write(t, filepath.Join(dir, "src/ü.go"), "x")
	write(t, filepath.Join(dir, "lib/changed"), "x")
	gitIn(t, dir, "", "add", "src", "lib")
	write(t, filepath.Join(dir, "lib/changed"), "y and more")
	set := func(args ...string) map[string]bool {
		m := map[string]bool{}
		for _, name := range strings.Split(gitIn(t, dir, "", append([]string{"ls-files", "-z"}, args...)...), "\x00") {
			m[name] = true
		}
		return m
	}
	tracked, changed, ignored := set(), set("-m"), set("-o", "-i", "--exclude-standard")
	var r Reader
	seen := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() == ".git" {
			return filepath.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		want := Untracked
		switch {
		case changed[rel]:
			want = Dirty
		case tracked[rel]:
			want = Tracked
		case ignored[rel]:
			want = Ignored
		}
		seen++
		if got, err := r.State(path); err != nil || got != want {
			t.Errorf("State(%q) = %d, %v; git says %d", rel, got, err, want)
		}
		return nil
	})
	if err != nil || seen < 10 {
		t.Fatalf("saw %d files: %v", seen, err)
	}
}
