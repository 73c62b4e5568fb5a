package git

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// maxSeen bounds how many names are looked at for one answer.
const maxSeen = 200_000

var errSeen = errors.New("too many files that git neither tracks nor ignores: ignore what is no part of the project")

// Loose lists the files that git neither tracks nor ignores in the tree that dir
// lies in, in slashes from its root and sorted; nil where there is no repository.
// A repository within is one name, with a slash behind it. home is where the
// user's own ignore rules lie, "" for none.
func Loose(dir, home string) ([]string, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return nil, err
	}
	r := &Reader{Home: home}
	w := walker{repo: repo}
	if w.index, err = r.index(repo); err != nil {
		return nil, err
	}
	if w.rules, err = r.rules(repo); err != nil {
		return nil, err
	}
	if err := w.dir(""); err != nil {
		return nil, err
	}
	slices.Sort(w.found)
	return w.found, nil
}

type walker struct {
	repo  *repository
	index *index
	rules *rules
	seen  int
	found []string
}

func (w *walker) dir(rel string) error {
	list, err := os.ReadDir(filepath.Join(w.repo.tree, filepath.FromSlash(rel)))
	if err != nil {
		if missing(err) {
			return nil // gone in the meantime
		}
		return err
	}
	if w.seen += len(list); w.seen > maxSeen {
		return errSeen
	}
	w.rules.budget = maxSteps
	for _, e := range list {
		if err := w.entry(rel, e); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(dir string, e os.DirEntry) error {
	name := e.Name()
	if isGit(name) {
		return nil
	}
	if dir != "" {
		name = dir + "/" + name
	}
	if lo, hi := w.index.find(name); hi > lo || w.index.sparse(name) {
		return nil
	}
	ignored, err := w.rules.ignored(name, e.IsDir())
	if err != nil || ignored {
		return err
	}
	switch {
	case e.IsDir() && isRepository(filepath.Join(w.repo.tree, filepath.FromSlash(name))):
		w.found = append(w.found, name+"/")
	case e.IsDir():
		return w.dir(name)
	case e.Type().IsRegular() || e.Type()&os.ModeSymlink != 0:
		w.found = append(w.found, name)
	}
	return nil
}

func isRepository(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// Sum is a number that changes with the files below dir, given by their paths in
// slashes: with their content or, of more than max bytes, with size and time.
func Sum(dir string, paths []string, max int64) (string, error) {
	h := sha256.New()
	for _, p := range paths {
		at := filepath.Join(dir, filepath.FromSlash(p))
		info, err := os.Lstat(at)
		switch {
		case missing(err):
			continue // gone in the meantime
		case err != nil:
			return "", err
		case info.Mode()&os.ModeSymlink != 0:
			to, err := os.Readlink(at)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%q link %q\n", p, to)
		case !info.Mode().IsRegular():
			fmt.Fprintf(h, "%q\n", p)
		case info.Size() > max:
			fmt.Fprintf(h, "%q %d %d\n", p, info.Size(), info.ModTime().UnixNano())
		default:
			sum, err := sumOf(at, max)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(h, "%q %x\n", p, sum)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}

func sumOf(path string, max int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, io.LimitReader(f, max+1))
	return h.Sum(nil), err
}
