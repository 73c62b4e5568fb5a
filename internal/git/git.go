// Package git says how git sees a path, from git's own files. It never runs
// git, which would run whatever the repository's configuration names.
//
// go-git is not used: its index reader draws in regexp and a hash with
// collision detection, about a quarter millisecond of start-up, it hashes the
// whole index on every read, and its ignore rules differ from git's in classes,
// escapes and "**".
package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ravenclaude/thing/internal/file"
)

// State is how git sees a path.
type State uint8

const (
	None      State = iota // no repository, git's own data, or behind a symlink
	Untracked              // also a path that does not exist
	Ignored                // with everything below it
	Tracked                // with everything below it, and equal to the index
	Dirty                  // tracked, and different from the index or not surely equal
)

// Bounds of what is read for one answer.
const (
	maxIndex   = 64 << 20
	maxRules   = 1 << 20
	maxPointer = 4 << 10
	maxConfig  = 1 << 20
	maxWalk    = 5000
	maxPath    = 4096
)

// Reader answers for many paths and keeps the last index that it read, as long
// as the file does not change. Its zero value is ready; it is safe for
// concurrent use.
type Reader struct {
	Home string // the user's home directory, where the user's own ignore rules lie

	mu   sync.Mutex
	last cached
}

type cached struct {
	path  string
	info  os.FileInfo
	index *index
}

var errPath = errors.New("path is longer than any file's")

// State says how git sees the absolute, clean path. On an error nothing is
// known, and callers have to take the stricter reading.
func (r *Reader) State(path string) (State, error) {
	if len(path) > maxPath {
		return None, errPath
	}
	repo, rel, err := find(path)
	if err != nil || repo == nil {
		return None, err
	}
	if rel == "" {
		return Dirty, nil // the root holds git's own data, which no index can restore
	}
	if isGit(firstElement(rel)) {
		return None, nil
	}
	isDir, exists, beyond := false, true, false
	for end := 0; end < len(rel); {
		next := strings.IndexByte(rel[end+1:], '/')
		if next < 0 {
			end = len(rel)
		} else {
			end += 1 + next
		}
		info, err := os.Lstat(filepath.Join(repo.tree, filepath.FromSlash(rel[:end])))
		if err != nil {
			if !missing(err) {
				return None, err
			}
			exists = false
			break
		}
		if end < len(rel) && info.Mode()&os.ModeSymlink != 0 {
			beyond = true
			break
		}
		isDir = end == len(rel) && info.IsDir()
	}
	if beyond {
		return None, nil
	}
	ix, err := r.index(repo)
	if err != nil {
		return None, err
	}
	rules, err := r.rules(repo)
	if err != nil {
		return None, err
	}
	if isDir {
		return repo.directory(ix, rules, rel)
	}
	lo, hi := ix.find(rel)
	if hi > lo || ix.sparse(rel) {
		if hi-lo != 1 || !exists {
			return Dirty, nil
		}
		return repo.compare(ix, lo)
	}
	if !exists && ix.below(rel) {
		return Dirty, nil
	}
	ignored, err := rules.ignored(rel, false)
	if err != nil {
		return None, err
	}
	switch {
	case ignored && ix.belowFolded(rel):
		return Dirty, nil
	case ignored:
		return Ignored, nil
	}
	return Untracked, nil
}

func (r *Reader) index(repo *repository) (*index, error) {
	path := filepath.Join(repo.dir, "index")
	info, err := os.Lstat(path)
	if missing(err) {
		return &index{}, nil // nothing was ever added
	}
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.last; c.path == path && os.SameFile(c.info, info) &&
		c.info.Size() == info.Size() && c.info.ModTime().Equal(info.ModTime()) {
		return c.index, nil
	}
	hash, err := repo.hashSize()
	if err != nil {
		return nil, err
	}
	data, err := file.Read(path, maxIndex)
	if err != nil {
		return nil, err
	}
	ix, err := parseIndex(data, hash)
	if err != nil {
		return nil, err
	}
	ix.written = info.ModTime()
	r.last = cached{path, info, ix}
	return ix, nil
}

// rules starts a set of ignore rules with those that hold for the whole tree,
// the weakest first. That the user's configuration may name another file than
// the default one is not looked at: what is missed counts as not ignored.
func (r *Reader) rules(repo *repository) (*rules, error) {
	set := &rules{tree: repo.tree, budget: maxSteps}
	if r.Home != "" {
		if err := set.load(filepath.Join(r.Home, ".config", "git", "ignore"), "", true); err != nil {
			return nil, err
		}
	}
	return set, set.load(filepath.Join(repo.common, "info", "exclude"), "", true)
}

func missing(err error) bool {
	return errors.Is(err, os.ErrNotExist) || isNotDir(err)
}

func firstElement(rel string) string {
	if i := strings.IndexByte(rel, '/'); i >= 0 {
		return rel[:i]
	}
	return rel
}

// isGit folds case, as file systems do on which ".GIT" names the same.
func isGit(name string) bool { return strings.EqualFold(name, ".git") }
