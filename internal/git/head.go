package git

import (
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

const maxPacked = 64 << 20

// Roots returns the root of the working tree that dir lies in, and the root that
// all working trees of the repository share: where its main one lies. Both are
// dir where there is no repository.
func Roots(dir string) (tree, shared string, err error) {
	repo, _, err := find(dir)
	if err != nil {
		return "", "", err
	}
	if repo == nil {
		return dir, dir, nil
	}
	common := filepath.Clean(repo.common)
	if filepath.Base(common) != ".git" { // a submodule, or a bare repository with working trees
		return repo.tree, repo.tree, nil
	}
	return repo.tree, filepath.Dir(common), nil
}

// Head is the id of the commit that is checked out where dir lies, "" if there
// is no repository, or nothing was committed yet.
func Head(dir string) (string, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return "", err
	}
	return repo.head()
}

var errRefs = errors.New("git references lead in a circle: repair the repository")

// head follows HEAD to a commit.
func (r *repository) head() (string, error) {
	name := "HEAD"
	for range 10 {
		text, err := r.ref(name)
		if err != nil || text == "" {
			return "", err
		}
		target, symbolic := strings.CutPrefix(text, "ref: ")
		if !symbolic {
			if _, err := hex.DecodeString(text); err != nil {
				return "", errRefs
			}
			return text, nil
		}
		if target = strings.TrimSpace(target); !strings.HasPrefix(target, "refs/") || !filepath.IsLocal(filepath.FromSlash(target)) {
			return "", errRefs
		}
		name = target
	}
	return "", errRefs
}

// ref is what a reference holds, "" if it does not exist.
func (r *repository) ref(name string) (string, error) {
	dirs := []string{r.dir, r.common}
	for _, dir := range dirs {
		text, err := file.Read(filepath.Join(dir, filepath.FromSlash(name)), maxPointer)
		if err == nil {
			return strings.TrimSpace(string(text)), nil
		}
		if !missing(err) {
			return "", err
		}
	}
	packed, err := file.Read(filepath.Join(r.common, "packed-refs"), maxPacked)
	if missing(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(packed)) {
		if id, ref, ok := strings.Cut(strings.TrimSpace(line), " "); ok && ref == name && !strings.HasPrefix(id, "#") {
			return id, nil
		}
	}
	return "", nil
}
