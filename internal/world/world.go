// Package world is everything outside the process that a review may look at,
// behind one interface, so that samples, tests and scans are reproducible.
package world

import (
	"io/fs"
	"time"
)

// World answers questions about files, the user, the clock and what a session
// has done. All paths are absolute and clean. No method runs a program, and none
// but Count changes anything.
type World interface {
	// Lstat describes a path without following a final symlink.
	Lstat(path string) (Info, error)
	// Readlink returns the target of a symlink as stored.
	Readlink(path string) (string, error)
	// ReadFile returns at most max bytes of a regular file, symlinks not
	// followed at the last element; ErrTooLarge if there are more.
	ReadFile(path string, max int) ([]byte, error)
	// Head returns the first bytes of a regular file, max at most.
	Head(path string, max int) ([]byte, error)
	// List returns names in a directory, not following a final symlink: the
	// first ones that it is read to hold, max at most, sorted.
	List(path string, max int) ([]string, error)
	// Home is the user's home directory, "" if there is none.
	Home() string
	// Temp lists directories for temporary files.
	Temp() []string
	// Now is the current time.
	Now() time.Time
	// Git says how git sees a path; it reads git's files and runs nothing.
	Git(path string) (GitState, error)
	// Branch is the branch that is checked out where the directory lies, "" if
	// there is none.
	Branch(dir string) (string, error)
	// Changed reports whether tracked files of the working tree that the
	// directory lies in differ from the index, or do not surely equal it.
	Changed(dir string) (bool, error)
	// Count says how often the session has done something within a time, the
	// call that is judged included.
	Count(Tally) int
}

// Info is what Lstat tells.
type Info struct {
	Mode    fs.FileMode
	Size    int64
	ModTime time.Time
	ID      FileID
	Links   uint64 // how many names the file has, 0 where it is not known
}

// FileID identifies a file whatever it is called; zero where it is not known.
type FileID struct{ Dev, Ino uint64 }

// GitState is how git sees a path.
type GitState uint8

const (
	GitNone GitState = iota // no repository, or the path is not in it
	GitUntracked
	GitIgnored
	GitTracked // and equal to the index
	GitDirty   // tracked, and different from the index, or not surely equal
)
