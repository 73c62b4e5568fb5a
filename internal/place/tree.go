package place

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Absent returns the class of that name if surely nothing lies at a path.
func (c *Classifier) Absent(path string) catalog.Class {
	if path == "" || len(path) > maxPath || strings.ContainsAny(path, "*?[…") {
		return 0
	}
	_, err := c.w.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return catalog.Absent
	}
	return 0
}

// Read is the content of the regular file at a path, at most max bytes of it.
func (c *Classifier) Read(path string, max int) ([]byte, error) {
	real, ok := c.Real(path)
	if !ok {
		return nil, fs.ErrInvalid
	}
	return c.w.ReadFile(real, max)
}

// Branch is the branch that git has checked out where dir lies, "" if there is
// none or it cannot be told.
func (c *Classifier) Branch(dir string) string {
	if dir == "" {
		return ""
	}
	branch, err := c.w.Branch(dir)
	if err != nil {
		return ""
	}
	return branch
}

// Changed reports whether the working tree that dir lies in has changes that
// git does not hold. If that cannot be told, it has.
func (c *Classifier) Changed(dir string) bool {
	if dir == "" {
		return true
	}
	changed, err := c.w.Changed(dir)
	return changed || err != nil
}

// Count says how often the session has done something, this time included.
func (c *Classifier) Count(t world.Tally) int { return c.w.Count(t) }
