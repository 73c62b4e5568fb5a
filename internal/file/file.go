// Package file reads files whose names others chose: what lies there may be a
// pipe, a device, a link or without end.
package file

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
)

// ErrTooLarge is what Read returns for a file of more bytes than asked for.
var ErrTooLarge = errors.New("file is larger than the limit")

// ErrNotRegular is what Read returns for anything that is no regular file, a
// symlink included.
var ErrNotRegular = errors.New("not a regular file")

// ErrNotDirectory is what List returns for anything that is no directory, a
// symlink included.
var ErrNotDirectory = errors.New("not a directory")

// Read returns the content of the regular file at path, or an error if it has
// more than max bytes. A symlink as the last element is not followed.
func Read(path string, max int) ([]byte, error) {
	f, err := open(path, int64(max))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, path, f.size(), max)
}

// Head returns the first bytes of the regular file at path, max at most.
func Head(path string, max int) ([]byte, error) {
	f, err := open(path, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, max)
	n, err := io.ReadFull(f, data)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return data[:n], err
}

// List returns names in the directory at path, max at most, sorted. A symlink
// as the last element is not followed.
func List(path string, max int) ([]string, error) {
	if info, err := os.Lstat(path); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("list %q: %w", path, ErrNotDirectory)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|NoFollow, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(max)
	if err == io.EOF {
		err = nil
	}
	slices.Sort(names)
	return names, err
}

// open opens a regular file of max bytes at most.
func open(path string, max int64) (*opened, error) {
	// Opening a device can have effects of its own, so its kind is asked first,
	// and once more afterwards, since the name may have changed its meaning.
	before, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, notRegular("read", path)
	}
	if before.Size() > max {
		return nil, fmt.Errorf("read %q: %w", path, ErrTooLarge)
	}
	f, err := openRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	if !f.is(before) {
		f.Close()
		return nil, notRegular("read", path)
	}
	return f, nil
}

func notRegular(op, path string) error { return fmt.Errorf("%s %q: %w", op, path, ErrNotRegular) }

func readAll(f io.Reader, path string, size int64, max int) ([]byte, error) {
	// One byte more than the size, so that an unchanged file ends in one read.
	data := make([]byte, 0, min(size, int64(max))+1)
	for {
		if len(data) > max {
			return nil, fmt.Errorf("read %q: %w", path, ErrTooLarge)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := f.Read(data[len(data):min(cap(data), max+1)])
		data = data[:len(data)+n]
		if err == io.EOF && len(data) <= max {
			return data, nil
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
	}
}
