package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/world"
)

// Watch is a world that remembers what was seen of it: the files that a call
// runs, and whatever else its review looked at. It is for one decision, and not
// for concurrent use.
type Watch struct {
	world.World
	seen  map[string]string // by what was asked, a digest of the answer
	begun map[string]bool   // files of which only the beginning was read
}

// NewWatch watches a world.
func NewWatch(w world.World) *Watch {
	return &Watch{World: w, seen: map[string]string{}, begun: map[string]bool{}}
}

// maxWhole bounds a file of which a review reads the beginning alone, such as
// a compiled program; no decision about a call of a larger one is kept.
const maxWhole = 64 << 20

// Sum is a digest of all that was seen, "" if something cannot be told apart
// from what it may become.
func (w *Watch) Sum() string {
	for path := range w.begun {
		b, err := w.World.ReadFile(path, maxWhole)
		if err != nil {
			return ""
		}
		w.note("whole", path, b)
	}
	h := sha256.New()
	for _, asked := range slices.Sorted(maps.Keys(w.seen)) {
		fmt.Fprintf(h, "%q %s\n", asked, w.seen[asked])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// note remembers an answer. Where two differ the world changed meanwhile, and
// both count.
func (w *Watch) note(what, of string, answer ...any) {
	h := sha256.New()
	for _, a := range answer {
		write(h, a)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	key := what + " " + of
	if old, ok := w.seen[key]; ok && old != sum {
		key += " " + sum
	}
	w.seen[key] = sum
}

func write(h hash.Hash, a any) {
	switch a := a.(type) {
	case []byte:
		fmt.Fprintf(h, "%d:", len(a))
		h.Write(a)
	case error:
		fmt.Fprintf(h, "error %q\n", a.Error())
	default:
		fmt.Fprintf(h, "%#v\n", a)
	}
}

// Lstat implements world.World. Of a file, all that changes with its content
// counts; a directory changes with each file in it, and only has to stay the
// same one.
func (w *Watch) Lstat(path string) (world.Info, error) {
	info, err := w.World.Lstat(path)
	switch {
	case err != nil:
		w.note("lstat", path, err)
	case info.Mode&fs.ModeDir != 0:
		w.note("lstat", path, info.Mode, info.ID)
	default:
		w.note("lstat", path, info.Mode, info.ID, info.Size, info.ModTime.UnixNano(), info.Links)
	}
	return info, err
}

// Readlink implements world.World.
func (w *Watch) Readlink(path string) (string, error) {
	target, err := w.World.Readlink(path)
	w.note("readlink", path, target, err)
	return target, err
}

// ReadFile implements world.World.
func (w *Watch) ReadFile(path string, max int) ([]byte, error) {
	b, err := w.World.ReadFile(path, max)
	if err != nil {
		w.note("read", path, err)
	} else {
		w.note("read", path, b)
	}
	return b, err
}

// Head implements world.World.
func (w *Watch) Head(path string, max int) ([]byte, error) {
	b, err := w.World.Head(path, max)
	if err != nil {
		w.note("head", path, err)
	} else {
		w.begun[path] = true
	}
	return b, err
}

// List implements world.World.
func (w *Watch) List(path string, max int) ([]string, error) {
	names, err := w.World.List(path, max)
	w.note("list", path, names, err)
	return names, err
}

// Git implements world.World.
func (w *Watch) Git(path string) (world.GitState, error) {
	state, err := w.World.Git(path)
	w.note("git", path, state, err)
	return state, err
}

// Branch implements world.World.
func (w *Watch) Branch(dir string) (string, error) {
	branch, err := w.World.Branch(dir)
	w.note("branch", dir, branch, err)
	return branch, err
}

// Changed implements world.World.
func (w *Watch) Changed(dir string) (bool, error) {
	changed, err := w.World.Changed(dir)
	w.note("changed", dir, changed, err)
	return changed, err
}
