//go:build unix

package file

import (
	"io"
	"io/fs"
	"os"
	"syscall"
)

// NoFollow are flags to open a file with, so that what took its place is not
// followed, if a link, or waited for, if a pipe.
const NoFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// opened is a regular file. It is no os.File because the first of those makes the
// process ask for the system's notices about files, in vain for regular ones:
// five calls to the system of the forty that an answer takes.
type opened struct {
	fd   int
	stat syscall.Stat_t
}

// openRegular opens a regular file, or fails with ErrNotRegular.
func openRegular(path string, flags int, perm uint32) (*opened, error) {
	f := &opened{}
	err := again(func() (err error) {
		f.fd, err = syscall.Open(path, flags|NoFollow|syscall.O_CLOEXEC, perm)
		return err
	})
	if err == syscall.ELOOP {
		return nil, notRegular("open", path)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	if err := again(func() error { return syscall.Fstat(f.fd, &f.stat) }); err != nil {
		f.Close()
		return nil, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	if f.stat.Mode&syscall.S_IFMT != syscall.S_IFREG {
		f.Close()
		return nil, notRegular("open", path)
	}
	return f, nil
}

// again repeats a call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

func (f *opened) size() int64 { return f.stat.Size }

// is reports whether the file is the one that info was asked of.
func (f *opened) is(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Dev == f.stat.Dev && s.Ino == f.stat.Ino
}

func (f *opened) Read(b []byte) (n int, err error) {
	err = again(func() (err error) { n, err = syscall.Read(f.fd, b); return err })
	n = max(n, 0)
	if n == 0 && err == nil && len(b) > 0 {
		err = io.EOF
	}
	return n, err
}

func (f *opened) ReadAt(b []byte, at int64) (n int, err error) {
	err = again(func() (err error) { n, err = syscall.Pread(f.fd, b, at); return err })
	if n = max(n, 0); n < len(b) && err == nil {
		err = io.EOF
	}
	return n, err
}

// Write writes all of b at once, or fails.
func (f *opened) Write(b []byte) (n int, err error) {
	err = again(func() (err error) { n, err = syscall.Write(f.fd, b); return err })
	if n = max(n, 0); n < len(b) && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

func (f *opened) Close() error { return os.NewSyscallError("close", syscall.Close(f.fd)) }
