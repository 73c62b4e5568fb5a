package git

import (
	"os"
	"path/filepath"
	"testing"
)

func TestBranch(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	gitIn(t, dir, "", "init", "-q")
	r := &Reader{}
	branch := func(dir string) string {
		t.Helper()
		got, err := r.Branch(dir)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := branch(dir); got != "main" {
		t.Errorf("before the first commit: %q", got)
	}
	write(t, filepath.Join(dir, "sub", "a"), "x")
	gitIn(t, dir, "", "add", ".")
	gitIn(t, dir, "", "commit", "-qm", "x")
	gitIn(t, dir, "", "checkout", "-qb", "topic/one")
	if got := branch(filepath.Join(dir, "sub")); got != "topic/one" {
		t.Errorf("below the root: %q", got)
	}
	tree := filepath.Join(t.TempDir(), "tree")
	gitIn(t, dir, "", "worktree", "add", "-q", tree, "main")
	if got := branch(tree); got != "main" {
		t.Errorf("in a worktree: %q", got)
	}
	gitIn(t, dir, "", "checkout", "-q", "--detach")
	if got := branch(dir); got != "" {
		t.Errorf("without a branch: %q", got)
	}
	if got := branch(t.TempDir()); got != "" {
		t.Errorf("without a repository: %q", got)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), make([]byte, maxPointer+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Branch(dir); err == nil {
		t.Error("a damaged HEAD is read")
	}
}

func TestChanged(t *testing.T) {
	needGit(t)
	dir := t.TempDir()
	gitIn(t, dir, "", "init", "-q")
	r := &Reader{}
	changed := func() bool {
		t.Helper()
		got, err := r.Changed(filepath.Join(dir, "sub"))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	write(t, filepath.Join(dir, "sub", "a"), "x")
	write(t, filepath.Join(dir, "b"), "x")
	if changed() {
		t.Error("nothing is tracked, and yet something has changed")
	}
	gitIn(t, dir, "", "add", ".")
	gitIn(t, dir, "", "commit", "-qm", "x")
	if changed() {
		t.Error("a clean tree has changed")
	}
	write(t, filepath.Join(dir, "new"), "x")
	if changed() {
		t.Error("a file that is not tracked counts")
	}
	write(t, filepath.Join(dir, "b"), "other")
	if !changed() {
		t.Error("a changed file does not count")
	}
	write(t, filepath.Join(dir, "b"), "x")
	gitIn(t, dir, "", "add", ".")
	if err := os.Remove(filepath.Join(dir, "sub", "a")); err != nil {
		t.Fatal(err)
	}
	if !changed() {
		t.Error("a removed file does not count")
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "index"), []byte("DIRC"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := r.Changed(dir); !got || err == nil {
		t.Errorf("a damaged index: %t, %v", got, err)
	}
}
