package git

import (
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// Branch is the branch that is checked out where dir lies, "" if there is no
// repository or no branch.
func (r *Reader) Branch(dir string) (string, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return "", err
	}
	text, err := file.Read(filepath.Join(repo.dir, "HEAD"), maxPointer)
	if err != nil {
		return "", err
	}
	branch, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "ref: refs/heads/")
	if !ok {
		return "", nil
	}
	return branch, nil
}

// Changed reports whether any tracked file of the working tree that dir lies in
// is not surely what was added. Of a tree with more files than can be looked
// at it says so.
func (r *Reader) Changed(dir string) (bool, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return false, err
	}
	ix, err := r.index(repo)
	if err != nil {
		return true, err
	}
	if len(ix.entries) > maxWalk {
		return true, nil
	}
	for i := range ix.entries {
		if ix.entries[i].absent {
			continue
		}
		if state, err := repo.compare(ix, i); err != nil || state == Dirty {
			return true, err
		}
	}
	return false, nil
}
