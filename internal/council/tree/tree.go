// Package tree reads the working tree that a run is about. Paths come from
// models: nothing outside the tree is read, through a link either, and nothing
// of git's own.
package tree

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// Tree is a working tree.
type Tree struct {
	dir  string
	root *os.Root
	max  int // bytes of a file
}

// Open opens the tree at an absolute directory. Files of more than max bytes are
// not read.
func Open(dir string, max int) (*Tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Tree{dir, root, max}, nil
}

// Close gives the tree back.
func (t *Tree) Close() error { return t.root.Close() }

var (
	errOutside = errors.New("it lies outside the working tree")
	errOwn     = errors.New("it is git's own")
)

// Local is a path relative to the tree, in slashes.
func (t *Tree) Local(path string) (string, error) {
	path = filepath.FromSlash(strings.TrimSpace(path))
	if filepath.IsAbs(path) {
		rel, err := filepath.Rel(t.dir, path)
		if err != nil {
			return "", errOutside
		}
		path = rel
	}
	path = filepath.Clean(path)
	if !filepath.IsLocal(path) {
		return "", errOutside
	}
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if strings.EqualFold(part, ".git") {
			return "", errOwn
		}
	}
	return filepath.ToSlash(path), nil
}

// Read is the content of a regular file of the tree. It implements
// bundle.Files.
func (t *Tree) Read(path string) ([]byte, error) {
	local, err := t.Local(path)
	if err != nil {
		return nil, err
	}
	f, err := t.root.OpenFile(filepath.FromSlash(local), os.O_RDONLY|nonBlock, 0)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		return nil, errors.New("it cannot be opened")
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, file.ErrNotRegular
	}
	b, err := io.ReadAll(io.LimitReader(f, int64(t.max)+1))
	if err != nil {
		return nil, errors.New("it cannot be read")
	}
	if len(b) > t.max {
		return nil, fmt.Errorf("it has more than %d bytes", t.max)
	}
	return b, nil
}
