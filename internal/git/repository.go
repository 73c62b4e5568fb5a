package git

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ravenclaude/thing/internal/file"
)

// repository is where git keeps what belongs to one working tree.
type repository struct {
	tree   string // root of the working tree
	dir    string // the git directory of this working tree
	common string // the git directory that all working trees share
}

// find walks up from path to the nearest repository and returns it with the
// path relative to its tree, in slashes and "" for the root itself. It returns
// nil where there is none.
func find(path string) (*repository, string, error) {
	for tree := path; ; {
		repo, err := open(tree)
		if err != nil {
			return nil, "", err
		}
		if repo != nil {
			rel, err := filepath.Rel(tree, path)
			if err != nil {
				return nil, "", err
			}
			if rel == "." {
				rel = ""
			}
			return repo, filepath.ToSlash(rel), nil
		}
		up := filepath.Dir(tree)
		if up == tree {
			return nil, "", nil
		}
		tree = up
	}
}

// open returns the repository whose tree is rooted at tree, nil if none is.
// As with git, a damaged directory is passed over, a damaged pointer is not.
func open(tree string) (*repository, error) {
	dir := filepath.Join(tree, ".git")
	info, err := os.Stat(dir)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		if !isGitDir(dir) {
			return nil, nil
		}
		return withCommon(tree, dir)
	}
	text, err := file.Read(dir, maxPointer)
	if err != nil {
		return nil, err
	}
	target, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
	if !ok || target == "" {
		return nil, fmt.Errorf("git file %q: names no directory; repair the worktree", dir)
	}
	if dir = filepath.FromSlash(target); !filepath.IsAbs(dir) {
		dir = filepath.Join(tree, dir)
	}
	if !isGitDir(dir) {
		return nil, fmt.Errorf("git file in %q: %q is no git directory; repair the worktree", tree, target)
	}
	return withCommon(tree, dir)
}

func isGitDir(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil && !info.IsDir()
}

func withCommon(tree, dir string) (*repository, error) {
	repo := &repository{tree: tree, dir: dir, common: dir}
	text, err := file.Read(filepath.Join(dir, "commondir"), maxPointer)
	if missing(err) {
		return repo, nil
	}
	if err != nil {
		return nil, err
	}
	repo.common = filepath.FromSlash(strings.TrimRight(string(text), "\r\n"))
	if !filepath.IsAbs(repo.common) {
		repo.common = filepath.Join(dir, repo.common)
	}
	return repo, nil
}

// hashSize is the length of object names. Only this one key of the
// configuration is looked at; a wrong answer makes the index unreadable.
func (r *repository) hashSize() (int, error) {
	data, err := file.Read(filepath.Join(r.common, "config"), maxConfig)
	if missing(err) {
		return 20, nil
	}
	if err != nil {
		return 0, err
	}
	for line := range bytes.Lines(data) {
		key, value, ok := strings.Cut(strings.ToLower(string(line)), "=")
		if ok && strings.TrimSpace(key) == "objectformat" && strings.Trim(value, " \t\r\n\"") == "sha256" {
			return 32, nil
		}
	}
	return 20, nil
}

// compare says whether the file of an index entry is surely what was added, by
// the same facts that git asks first: kind, size and time of change.
func (r *repository) compare(ix *index, i int) (State, error) {
	info, err := os.Lstat(filepath.Join(r.tree, filepath.FromSlash(ix.name(i))))
	if missing(err) {
		return Dirty, nil
	}
	if err != nil {
		return None, err
	}
	if ix.entries[i].same(info, ix.written) {
		return Tracked, nil
	}
	return Dirty, nil
}

var errWalk = errors.New("directory holds too many files to look at")

// directory judges a directory by everything below it.
func (r *repository) directory(ix *index, set *rules, rel string) (State, error) {
	ignored, err := set.ignored(rel, true)
	if err != nil {
		return None, err
	}
	lo, hi := ix.findBelow(rel)
	tracked := hi > lo || ix.sparse(rel)
	if ignored && !tracked {
		if ix.belowFolded(rel) {
			return Dirty, nil
		}
		return Ignored, nil
	}
	w := walk{repo: r, index: ix, rules: set, left: maxWalk}
	switch err := w.dir(rel, ignored); {
	case errors.Is(err, errWalk) || w.dirty:
		if tracked {
			return Dirty, nil
		}
		return Untracked, nil
	case err != nil:
		return None, err
	case tracked && (w.untracked || ix.sparse(rel) || w.clean != ix.present(lo, hi)):
		return Dirty, nil
	case tracked:
		return Tracked, nil
	case w.ignored && !w.untracked:
		return Ignored, nil
	}
	return Untracked, nil
}

// walk is what was met below a directory.
type walk struct {
	repo  *repository
	index *index
	rules *rules
	left  int

	clean                     int // entries that are on disk, unchanged and not meant to be absent
	dirty, untracked, ignored bool
}

func (w *walk) dir(rel string, ignored bool) error {
	f, err := os.Open(filepath.Join(w.repo.tree, filepath.FromSlash(rel)))
	if err != nil {
		return err
	}
	names, err := f.Readdirnames(w.left + 1)
	f.Close()
	if len(names) > w.left {
		return errWalk
	}
	if err != nil && err != io.EOF {
		return err
	}
	w.left -= len(names)
	for _, name := range names {
		if isGit(name) {
			w.dirty = true // a repository of its own, with history that no index of ours can restore
		}
		if err := w.entry(rel+"/"+name, ignored); err != nil {
			return err
		}
		if w.dirty {
			return nil
		}
	}
	return nil
}

func (w *walk) entry(rel string, above bool) error {
	info, err := os.Lstat(filepath.Join(w.repo.tree, filepath.FromSlash(rel)))
	if err != nil {
		return err
	}
	lo, hi := w.index.find(rel)
	if hi > lo {
		e := w.index.entries[lo]
		if hi-lo != 1 || !e.same(info, w.index.written) {
			w.dirty = true
		} else if !e.absent {
			w.clean++
		}
		return nil
	}
	ignored := above
	if !above {
		if ignored, err = w.rules.ignored(rel, info.IsDir()); err != nil {
			return err
		}
	}
	if info.IsDir() && !(ignored && !w.index.below(rel)) {
		return w.dir(rel, ignored)
	}
	if ignored {
		w.ignored = true
	} else {
		w.untracked = true
	}
	return nil
}

func isNotDir(err error) bool { return errors.Is(err, syscall.ENOTDIR) }
