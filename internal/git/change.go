package git

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// Change is what became of one tracked file.
type Change struct {
	Path     string // in slashes, from the root of the tree
	Old, New []byte
	Added    bool
	Deleted  bool
	Unread   string // why the contents are not known, "" if they are
}

// Staged lists what differs between the commit that is checked out and what was
// added, by path, max files at most, and says how many there are.
func Staged(dir string, c Codec, max int) ([]Change, int, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return nil, 0, err
	}
	ix, err := new(Reader).index(repo)
	if err != nil {
		return nil, 0, err
	}
	head, err := repo.head()
	if err != nil {
		return nil, 0, err
	}
	o, err := repo.objects(c)
	if err != nil {
		return nil, 0, err
	}
	old := map[string]oid{}
	if head != "" {
		if old, err = o.files(head); err != nil {
			return nil, 0, err
		}
	}
	type pair struct{ old, new oid }
	changed := map[string]pair{}
	for i, e := range ix.entries {
		name, id := ix.name(i), oid("")
		if e.mode&kindMask != kindFolder {
			id = ix.object(i)
		}
		if was, ok := old[name]; !ok || was != id {
			changed[name] = pair{was, id}
		}
		delete(old, name)
	}
	for name, id := range old {
		if !ix.sparse(name) {
			changed[name] = pair{old: id}
		}
	}
	return render(changed, max, func(p pair) (c Change) {
		c.Added, c.Deleted = p.old == "", p.new == ""
		if !c.Added {
			c.Old, err = o.want(p.old, kindBlob)
		}
		if err == nil && !c.Deleted {
			c.New, err = o.want(p.new, kindBlob)
		}
		if err != nil {
			c.Unread, err = err.Error(), nil
		}
		return c
	})
}

// Unstaged lists what differs between what was added and the working tree, as
// Staged does. Files that were never added are not among it.
func Unstaged(dir string, c Codec, max int) ([]Change, int, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return nil, 0, err
	}
	ix, err := new(Reader).index(repo)
	if err != nil {
		return nil, 0, err
	}
	o, err := repo.objects(c)
	if err != nil {
		return nil, 0, err
	}
	changed := map[string]int{}
	for i := range ix.entries {
		if same, err := repo.unchanged(c, ix, i); err != nil {
			return nil, 0, err
		} else if !same {
			changed[ix.name(i)] = i
		}
	}
	return render(changed, max, func(i int) (c Change) {
		c.Old, err = o.want(ix.object(i), kindBlob)
		if err == nil {
			c.New, err = file.Read(filepath.Join(repo.tree, filepath.FromSlash(ix.name(i))), maxObject)
			if c.Deleted = missing(err); c.Deleted {
				err = nil
			}
		}
		if err != nil {
			c.Unread, err = err.Error(), nil
		}
		return c
	})
}

func render[T interface{}](changed map[string]T, max int, one func(T) Change) ([]Change, int, error) {
	var names []string
	for name := range changed {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []Change
	for _, name := range names[:min(max, len(names))] {
		c := one(changed[name])
		c.Path = name
		list = append(list, c)
	}
	return list, len(names), nil
}

// unchanged reports whether a file has the content that was added, whatever its
// times say.
func (r *repository) unchanged(c Codec, ix *index, i int) (bool, error) {
	e := &ix.entries[i]
	if kind := e.mode & kindMask; e.absent || kind != kindFile {
		return true, nil // what is no file is not looked into
	}
	state, err := r.compare(ix, i)
	if err != nil || state == Tracked {
		return err == nil, err
	}
	id, err := r.hashed(c, filepath.Join(r.tree, filepath.FromSlash(ix.name(i))), ix.hash)
	return id == ix.object(i), err
}

// hashed is the name that a file's content would have as an object, "" if there
// is no such file.
func (r *repository) hashed(c Codec, path string, size int) (oid, error) {
	b, err := file.Read(path, maxObject)
	if err != nil {
		if missing(err) {
			return "", nil
		}
		return oid(err.Error()), nil // a link, or too large: it differs
	}
	h := c.Hash()
	if size == sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(b))
	h.Write(b)
	return oid(h.Sum(nil)), nil
}

// Print is a number that changes with the commit that is checked out, what was
// added, and every tracked file outside the given directories, "" where there is
// no repository. Files that were never added do not change it.
func Print(dir string, c Codec, except ...string) (string, error) {
	repo, _, err := find(dir)
	if err != nil || repo == nil {
		return "", err
	}
	head, err := repo.head()
	if err != nil {
		return "", err
	}
	ix, err := new(Reader).index(repo)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n", head)
	for i, e := range ix.entries {
		name := ix.name(i)
		if slices.ContainsFunc(except, func(dir string) bool { return strings.HasPrefix(name, dir+"/") }) {
			continue
		}
		id := ix.object(i)
		fmt.Fprintf(h, "%q %o %s\n", name, e.mode, id)
		if e.absent || e.mode&kindMask != kindFile {
			continue
		}
		state, err := repo.compare(ix, i)
		if err != nil {
			return "", err
		}
		if state == Tracked {
			continue
		}
		path := filepath.Join(repo.tree, filepath.FromSlash(name))
		now, err := repo.hashed(c, path, ix.hash)
		if err != nil {
			return "", err
		}
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && now == id {
			continue
		}
		fmt.Fprintf(h, "  now %s\n", now)
	}
	return hex.EncodeToString(h.Sum(nil))[:32], nil
}
