package grant

import (
	"fmt"
	"os"

	"github.com/ravenclaude/thing/internal/state"
)

// programsKey is where the programs lie in the user's state.
const programsKey = "programs"

// Program is one that a review may run, as a person had it recorded.
type Program struct {
	Backend string `json:"backend"`
	Files   []File `json:"files"` // the program itself, and what interprets it if it looks for that
}

// File is a file as it was. Its content is not read: programs of a hundred
// megabytes would be, for each review.
type File struct {
	Path    string `json:"path"` // absolute, without links on the way to it
	Size    int64  `json:"size"`
	Changed int64  `json:"changed"` // in nanoseconds since 1970
}

// Stamp is a file as it is now. It is an error if it is no regular file.
func Stamp(path string) (File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return File{}, err
	}
	if !info.Mode().IsRegular() {
		return File{}, fmt.Errorf("%q is no regular file", path)
	}
	return File{Path: path, Size: info.Size(), Changed: info.ModTime().UnixNano()}, nil
}

// Programs lists the recorded programs.
func Programs(s state.Store) ([]Program, error) {
	var list []Program
	if _, err := load(s, programsKey, &list); err != nil {
		return nil, err
	}
	for _, p := range list {
		if len(p.Files) == 0 {
			return nil, fmt.Errorf("%q in the user's state is damaged: run thing backends detect", programsKey)
		}
	}
	return list, nil
}

// AnyProgram reports whether any program may be recorded, without reading which.
func AnyProgram(s state.Store) bool {
	raw, err := s.Get(programsKey)
	return err != nil || raw != nil
}

// Record keeps programs in place of those that were kept.
func Record(s state.Store, list []Program) error {
	return change(s, programsKey, true, func(old *[]Program) (*[]Program, bool) {
		if len(list) == 0 {
			return nil, true
		}
		return &list, true
	})
}
