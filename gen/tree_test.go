package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const marked = "// " + mark + "\n"

// put writes files below a new directory.
func put(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestDiff(t *testing.T) {
	dir := put(t, map[string]string{
		"same.go":      marked,
		"stale.go":     marked + "old",
		"old/other.go": marked,
	})
	want := tree{"same.go": []byte(marked), "stale.go": []byte(marked), "new/missing.go": []byte(marked)}
	got, err := want.diff(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s := strings.Join(got, "\n"); s != "missing: new/missing.go\nstale: stale.go\nunexpected: old/other.go" {
		t.Errorf("got\n%s", s)
	}
}

func TestWrite(t *testing.T) {
	dir := put(t, map[string]string{"stale.go": marked + "old", "a/b/gone.go": marked, "a/kept.go": marked})
	want := tree{"stale.go": []byte(marked), "a/kept.go": []byte(marked), "new/x.go": []byte(marked)}
	if err := want.write(dir); err != nil {
		t.Fatal(err)
	}
	if diffs, err := want.diff(dir); err != nil || len(diffs) > 0 {
		t.Errorf("after writing: %v, %v", diffs, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a/b")); !os.IsNotExist(err) {
		t.Errorf("an empty directory is left: %v", err)
	}
	if err := want.write(filepath.Join(dir, "not/yet/there")); err != nil {
		t.Errorf("a new directory: %v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"the root of a module":    {"go.mod": "module x\n"},
		"a module further down":   {"a/go.mod": marked},
		"a file written by hand":  {"notes.md": "mine"},
		"a hidden file":           {".git/HEAD": "ref"},
		"a foreign file of a dir": {"a/b/c.go": "package c\n"},
	} {
		files["z.go"] = marked
		dir := put(t, files)
		if err := (tree{"x.go": []byte(marked)}).write(dir); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := os.Stat(filepath.Join(dir, "z.go")); err != nil {
			t.Errorf("%s: a file was deleted: %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(dir, "x.go")); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}

func TestWriteRefusesSymlink(t *testing.T) {
	outside := put(t, map[string]string{"x.go": "mine"})
	dir := put(t, map[string]string{"z.go": marked})
	if err := os.Symlink(filepath.Join(outside, "x.go"), filepath.Join(dir, "x.go")); err != nil {
		t.Skip(err) // symlinks need a privilege on some systems
	}
	if err := (tree{"x.go": []byte(marked)}).write(dir); err == nil {
		t.Error("no error")
	}
	if b, _ := os.ReadFile(filepath.Join(outside, "x.go")); string(b) != "mine" {
		t.Errorf("a file outside was changed to %q", b)
	}
}

// TestNoOrphan deletes a concern's file and a template, and generates again.
func TestNoOrphan(t *testing.T) {
	dir := t.TempDir()
	fsys := fixture(t, nil)
	write := func() {
		t.Helper()
		files, err := generate(fsys, toyEngine{})
		if err != nil {
			t.Fatal(err)
		}
		if err := files.write(dir); err != nil {
			t.Fatal(err)
		}
	}
	write()
	delete(fsys, "concern.cue")
	delete(fsys, "skill/thing.md")
	delete(fsys, "verdict.cue")
	write()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte("force-push")) {
			t.Errorf("%s still mentions the concern", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tables/concerns_gen.go", "plugin/skills", "schema"} {
		if _, err := os.Stat(filepath.Join(dir, name)); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", name, err)
		}
	}
}

func TestRunUsage(t *testing.T) {
	for _, args := range [][]string{{"-nonsense"}, {"extra"}} {
		var stdout, stderr bytes.Buffer
		if status := run(args, &stdout, &stderr); status != exitUsage {
			t.Errorf("%q: status %d", args, status)
		}
		if stderr.Len() == 0 || stdout.Len() > 0 {
			t.Errorf("%q: stdout %q, stderr %q", args, &stdout, &stderr)
		}
	}
}

func TestCompare(t *testing.T) {
	dir := put(t, map[string]string{"x.go": marked})
	var stdout, stderr bytes.Buffer
	if status := compare(tree{"x.go": []byte(marked)}, dir, &stdout, &stderr); status != exitOK || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("nothing differs: status %d, %s%s", status, &stdout, &stderr)
	}
	if status := compare(tree{"y.go": nil}, dir, &stdout, &stderr); status != exitProblem {
		t.Errorf("status %d", status)
	}
	if !strings.Contains(stderr.String(), "go generate ./...") || stdout.String() != "missing: y.go\nunexpected: x.go\n" {
		t.Errorf("stdout %q, stderr %q", &stdout, &stderr)
	}
}
