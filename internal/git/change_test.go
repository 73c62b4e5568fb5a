package git

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var codec = Codec{zlib.NewReader, sha1.New}

func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestChanges holds what is read from git's files against what was done, with
// loose objects and with packs full of differences.
func TestChanges(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: nothing can be committed")
	}
	dir := t.TempDir()
	run(t, dir, "init", "-q", "-b", "main")
	if head, err := Head(dir); err != nil || head != "" {
		t.Fatalf("head before the first commit is %q, %v", head, err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var long bytes.Buffer
	for range 3000 {
		fmt.Fprintf(&long, "line %d\n", random.Uint64())
	}
	text := long.String()
	put(t, filepath.Join(dir, "sub", "deep", "long.txt"), text)
	put(t, filepath.Join(dir, "gone.txt"), "gone\n")
	put(t, filepath.Join(dir, "same.txt"), "same\n")
	run(t, dir, "add", ".")
	if list, n, err := Staged(dir, codec, 10); err != nil || n != 3 || !list[0].Added || string(list[0].New) != "gone\n" {
		t.Fatalf("before the first commit: %d staged, %v", n, err)
	}
	run(t, dir, "commit", "-q", "-m", "one")
	for i := range 5 {
		put(t, filepath.Join(dir, "sub", "deep", "long.txt"), text+fmt.Sprint("more ", i, "\n"))
		run(t, dir, "commit", "-q", "-am", "more")
	}
	before, err := Print(dir, codec)
	if err != nil {
		t.Fatal(err)
	}
	for _, packed := range []bool{false, true} {
		if packed {
			run(t, dir, "gc", "-q")
			run(t, dir, "pack-refs", "--all")
		}
		if list, n, err := Staged(dir, codec, 10); err != nil || n != 0 {
			t.Fatalf("packed %v: nothing was staged, but %v, %v", packed, list, err)
		}
		put(t, filepath.Join(dir, "sub", "deep", "long.txt"), "short\n")
		run(t, dir, "add", "sub")
		run(t, dir, "rm", "-q", "gone.txt")
		put(t, filepath.Join(dir, "same.txt"), "other\n")
		list, n, err := Staged(dir, codec, 10)
		if err != nil || n != 2 {
			t.Fatalf("packed %v: %d staged, %v", packed, n, err)
		}
		if c := list[0]; c.Path != "gone.txt" || !c.Deleted || string(c.Old) != "gone\n" {
			t.Errorf("packed %v: %+v", packed, c)
		}
		if c := list[1]; c.Path != "sub/deep/long.txt" || string(c.Old) != text+"more 4\n" || string(c.New) != "short\n" {
			t.Errorf("packed %v: %s has %d old bytes, unread %q", packed, c.Path, len(c.Old), c.Unread)
		}
		list, n, err = Unstaged(dir, codec, 10)
		if err != nil || n != 1 || list[0].Path != "same.txt" || string(list[0].Old) != "same\n" || string(list[0].New) != "other\n" {
			t.Errorf("packed %v: unstaged %v, %d, %v", packed, list, n, err)
		}
		if now, err := Print(dir, codec); err != nil || now == before {
			t.Errorf("packed %v: the print is the same after a change, %v", packed, err)
		}
		run(t, dir, "reset", "-q", "--hard")
		if now, err := Print(dir, codec); err != nil || now != before {
			t.Errorf("packed %v: the print is another one for the same tree, %v", packed, err)
		}
	}
	put(t, filepath.Join(dir, ".claude", "x"), "x")
	run(t, dir, "add", ".claude")
	if now, err := Print(dir, codec, ".claude"); err != nil || now != before {
		t.Errorf("an excepted directory changes the print, %v", err)
	}
}

func TestRoots(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: there are no working trees")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	main, other := filepath.Join(dir, "main"), filepath.Join(dir, "other")
	put(t, filepath.Join(main, "a"), "a")
	run(t, main, "init", "-q", "-b", "main")
	run(t, main, "add", ".")
	run(t, main, "commit", "-q", "-m", "one")
	run(t, main, "worktree", "add", "-q", other)
	put(t, filepath.Join(other, "sub", "b"), "b")
	if tree, shared, err := Roots(filepath.Join(other, "sub")); err != nil || tree != other || shared != main {
		t.Errorf("roots are %s and %s, %v", tree, shared, err)
	}
	a, errA := Head(main)
	b, errB := Head(other)
	if errA != nil || errB != nil || a == "" || a != b {
		t.Errorf("heads are %q and %q, %v, %v", a, b, errA, errB)
	}
	if tree, shared, err := Roots(dir); err != nil || tree != dir || shared != dir {
		t.Errorf("without a repository the roots are %s and %s, %v", tree, shared, err)
	}
}
