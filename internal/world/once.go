package world

import (
	"errors"
	"io/fs"
)

// Once returns a world that looks at a path once and remembers what it saw. It
// is for one decision: the configuration, the project's root and the places that
// a call touches lie on the same ways, and a look costs as much as much code.
// It is not for concurrent use.
func Once(w World) World { return &once{World: w, seen: make([]look, 0, maxSeen)} }

type once struct {
	World
	seen []look
}

type look struct {
	path string
	info Info
	err  error
}

// maxSeen is how many paths are remembered. The first ones are those that are
// asked about again, and to search a short list is as quick as a map.
const maxSeen = 32

func (w *once) Lstat(path string) (Info, error) {
	for i := range w.seen {
		if l := &w.seen[i]; l.path == path {
			return l.info, l.err
		}
	}
	l := look{path: path}
	l.info, l.err = w.World.Lstat(path)
	if len(w.seen) < maxSeen {
		w.seen = append(w.seen, l)
	}
	return l.info, l.err
}

// ReadFile looks before it reads, since most files that are asked for are not
// there.
func (w *once) ReadFile(path string, max int) ([]byte, error) {
	if _, err := w.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return w.World.ReadFile(path, max)
}
