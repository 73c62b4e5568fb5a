// Package shelf writes the files that the council leaves in a project. They are
// for others to read too, and each is there as a whole or not at all.
package shelf

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/state"
)

// Shelf is a directory below the root of a project.
type Shelf struct{ root *os.Root }

// Open opens a directory below root, and makes it where it is missing. Symlinks
// below root are not followed: a repository may have brought them.
func Open(root, below string) (*Shelf, error) {
	top, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	if err := state.NoLinks(top, below); err != nil {
		return nil, err
	}
	if err := top.MkdirAll(filepath.FromSlash(below), 0o755); err != nil {
		return nil, err
	}
	dir, err := top.OpenRoot(filepath.FromSlash(below))
	if err != nil {
		return nil, err
	}
	return &Shelf{dir}, nil
}

// Close gives the directory back.
func (s *Shelf) Close() error { return s.root.Close() }

// Lock takes the lock that a file stands for, and makes the file.
func (s *Shelf) Lock(name string) (io.Closer, error) { return state.Lock(s.root, name) }

// Read is the content of a file of at most max bytes, nil if it is not there.
func (s *Shelf) Read(name string, max int) ([]byte, error) {
	f, err := s.root.OpenFile(name, os.O_RDONLY|file.NoFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, int64(max)+1))
	if err == nil && len(b) > max {
		err = file.ErrTooLarge
	}
	return b, err
}

// Head is the beginning of a file, empty if it cannot be read.
func (s *Shelf) Head(name string, max int) []byte {
	f, err := s.root.OpenFile(name, os.O_RDONLY|file.NoFollow, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, int64(max)))
	if err != nil {
		return nil
	}
	return b
}

// Exists tells whether anything has a name.
func (s *Shelf) Exists(name string) bool {
	_, err := s.root.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// File is a file to be written.
type File struct {
	Name    string
	Content []byte
}

// Write gives files their contents, each at once and on the disk too: whoever
// reads one sees the old content or the new one. What is no regular file is not
// replaced.
func (s *Shelf) Write(files ...File) error {
	for _, f := range files {
		if err := s.write(f.Name, f.Content); err != nil {
			return err
		}
	}
	if d, err := s.root.Open("."); err == nil {
		d.Sync() // the names; systems without such a thing keep them anyway
		d.Close()
	}
	return nil
}

func (s *Shelf) write(name string, content []byte) error {
	if info, err := s.root.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return state.NotThrough(path.Join(s.root.Name(), name))
	}
	var b [6]byte
	rand.Read(b[:])
	temp := "." + name + "." + hex.EncodeToString(b[:]) + ".tmp"
	f, err := s.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL|file.NoFollow, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = s.root.Rename(temp, name)
	}
	if err != nil {
		s.root.Remove(temp)
	}
	return err
}
