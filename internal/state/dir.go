package state

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// maxValue bounds a value in bytes.
const maxValue = 1 << 20

// Dir returns a store that keeps its values as files below a directory, which
// is made when it is needed. Directories are readable by their owner alone, and
// no link below the directory is followed.
func Dir(root string) Store { return dir(root) }

type dir string

func (d dir) Get(key string) ([]byte, error) {
	root, err := os.OpenRoot(string(d))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, closed(err)
	}
	defer root.Close()
	if found, err := plain(root, key); !found || err != nil {
		return nil, err // in most cases there is none, and nothing was opened to see that
	}
	return read(root, key)
}

func (d dir) Update(key string, f func(old []byte) ([]byte, error)) error {
	root, err := d.open(path.Dir(key))
	if err != nil {
		return err
	}
	defer root.Close()
	if _, err := plain(root, key); err != nil {
		return err
	}
	lock, err := Lock(root, stem(key)+lockSuffix)
	if err != nil {
		return err
	}
	defer lock.Close()
	old, err := read(root, key)
	if err != nil {
		return err
	}
	value, err := f(old)
	if err != nil {
		return err
	}
	if value == nil {
		if err := root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return Leftover(root, stem(key))
	}
	return replace(root, key, stem(key)+newSuffix, value)
}

// stem is what the keys of one owner have in common: everything before the last
// dot. They share a lock and the file that a new value is written to, so that
// whoever writes any of them next uses up what a killed process has left.
func stem(key string) string {
	if i := strings.LastIndexByte(key, '.'); i > strings.LastIndexByte(key, '/')+1 {
		return key[:i]
	}
	return key
}

// open opens the directory, and makes it and the one below it where values of a
// key lie.
func (d dir) open(below string) (*os.Root, error) {
	if err := os.MkdirAll(string(d), 0o700); err != nil {
		return nil, closed(err)
	}
	root, err := os.OpenRoot(string(d))
	if err != nil {
		return nil, closed(err)
	}
	if err := MkdirAll(root, below); err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// closed is the error for a directory that cannot be made or entered.
func closed(err error) error {
	return fmt.Errorf("the user's state is out of reach: %w: make it accessible for you", err)
}

func read(root *os.Root, key string) ([]byte, error) {
	f, err := root.OpenFile(key, os.O_RDONLY|file.NoFollow, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxValue+1))
	if err == nil && len(b) > maxValue {
		err = fmt.Errorf("state %q is larger than %d bytes: delete the file", key, maxValue)
	}
	return b, err
}

// plain reports a key that is no path of plain names, or that leads through a
// link, and whether anything lies there.
func plain(root *os.Root, key string) (found bool, err error) {
	if key == "" || path.Clean(key) != key || path.IsAbs(key) || strings.HasPrefix(key, "..") || strings.ContainsAny(key, "\\:\x00") {
		return false, fmt.Errorf("state key %q is no path of plain names", key)
	}
	return linkless(root, key)
}

// NoLinks fails if a path below root, or a directory on the way to it, is a
// symlink: whoever put it there may want to be written through it.
func NoLinks(root *os.Root, name string) error {
	_, err := linkless(root, name)
	return err
}

func linkless(root *os.Root, name string) (found bool, err error) {
	for i := 0; i <= len(name); i++ {
		if i < len(name) && name[i] != '/' {
			continue
		}
		info, err := root.Lstat(name[:i])
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return false, NotThrough(path.Join(root.Name(), name[:i]))
		}
	}
	return true, nil
}

// NotThrough is the error for a path that is not what it should be, and that
// somebody may have put there to be written through.
func NotThrough(path string) error {
	return fmt.Errorf("%q is a symlink or no plain file or directory, and nothing is written through it: remove it", path)
}

// MkdirAll makes a directory below root and those above it, for their owner
// alone. It does not go through symlinks.
func MkdirAll(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if err := NoLinks(root, name); err != nil {
		return err
	}
	return root.MkdirAll(name, 0o700)
}

// Replace gives a file below root a new content at once, whatever happens
// meanwhile: it has the old content or the new one. No other process may
// replace the same file at the same time, so that what an interrupted one left
// behind is used up by the next.
func Replace(root *os.Root, name string, content []byte) error {
	return replace(root, name, name+newSuffix, content)
}

func replace(root *os.Root, name, temp string, content []byte) error {
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|file.NoFollow, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		root.Remove(temp)
	}
	return err
}

// Leftover takes away what a process that was killed while it replaced a file
// below root has left beside it. Nobody may be replacing it.
func Leftover(root *os.Root, name string) error {
	if err := root.Remove(name + newSuffix); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
