package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// tree is what a directory that belongs to the generator should hold, by
// slash-separated path.
type tree map[string][]byte

// foreign reports a file below dir that nobody marked as generated.
type foreign struct{ path, why string }

func (e *foreign) Error() string {
	return fmt.Sprintf("%s: %s: choose another directory for -o, or move the file away", e.path, e.why)
}

// read lists the files below dir, and refuses a directory that is not the
// generator's to change. A missing directory is empty.
func (t tree) read(dir string) (tree, error) {
	have := tree{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path == dir {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return &foreign{path, "is not a regular file"}
		}
		if d.Name() == "go.mod" {
			return &foreign{path, "makes this the root of a module"}
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if _, wanted := t[name]; !wanted && !bytes.Contains(content, []byte(mark)) {
			return &foreign{path, "is not marked as generated"}
		}
		have[name] = content
		return nil
	})
	return have, err
}

// diff lists in words how the directory differs.
func (t tree) diff(dir string) ([]string, error) {
	have, err := t.read(dir)
	if other := (*foreign)(nil); errors.As(err, &other) {
		return []string{"unexpected: " + filepath.ToSlash(other.path)}, nil
	}
	if err != nil {
		return nil, err
	}
	var diffs []string
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if content, ok := have[name]; !ok {
			diffs = append(diffs, "missing: "+name)
		} else if !bytes.Equal(content, t[name]) {
			diffs = append(diffs, "stale: "+name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if _, ok := t[name]; !ok {
			diffs = append(diffs, "unexpected: "+name)
		}
	}
	return diffs, nil
}

// write makes the directory hold exactly the tree. Files that have their
// content already are not touched.
func (t tree) write(dir string) error {
	have, err := t.read(dir)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if content, ok := have[name]; ok && bytes.Equal(content, t[name]) {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, t[name], 0o644); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if _, ok := t[name]; ok {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.Remove(path); err != nil {
			return err
		}
		// Directories that this leaves empty go too, up to dir.
		for up := filepath.Dir(path); up != filepath.Clean(dir); up = filepath.Dir(up) {
			if os.Remove(up) != nil {
				break
			}
		}
	}
	return nil
}
