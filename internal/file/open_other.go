//go:build !unix

package file

import (
	"io/fs"
	"os"
)

// NoFollow are flags to open a file with, so that what took its place is not
// followed. There are none here.
const NoFollow = 0

// opened is a regular file.
type opened struct {
	*os.File
	info fs.FileInfo
}

// openRegular opens a regular file, or fails with ErrNotRegular.
func openRegular(path string, flags int, perm uint32) (*opened, error) {
	f, err := os.OpenFile(path, flags, fs.FileMode(perm))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular("open", path)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &opened{f, info}, nil
}

func (f *opened) size() int64 { return f.info.Size() }

// is reports whether the file is the one that info was asked of.
func (f *opened) is(info fs.FileInfo) bool { return os.SameFile(f.info, info) }
