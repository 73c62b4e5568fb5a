package place

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/ravenclaude/thing/internal/world"
)

const (
	maxLinks = 40    // of one path, as systems have it
	maxPath  = 4096  // bytes; longer ones name no file
	maxLooks = 20000 // at the file system for one call
)

// resolver follows symlinks and remembers the directories that it passed.
type resolver struct {
	w    world.World
	left int
	dirs map[string]resolved
	last world.Info // of the last element of the last path, if it was looked at
}

type resolved struct {
	path   string
	exists bool
}

// resolve follows every symlink of an absolute, clean path. What does not
// exist stays as it is written. It fails if there are too many links, or if
// the file system cannot be asked.
func (r *resolver) resolve(path string) (string, bool) {
	if len(path) > maxPath {
		return "", false
	}
	links := 0
	r.last = world.Info{}
	d, ok := r.dir(path, false, &links)
	return d.path, ok
}

func (r *resolver) dir(path string, keep bool, links *int) (resolved, bool) {
	if isRoot(path) {
		return resolved{path, true}, true
	}
	if d, ok := r.dirs[path]; ok {
		return d, true
	}
	above, name := split(path)
	if name == "" {
		return resolved{}, false
	}
	d, ok := r.dir(above, true, links)
	if !ok {
		return resolved{}, false
	}
	d, ok = r.step(d, name, links)
	if ok && keep {
		if r.dirs == nil {
			r.dirs = make(map[string]resolved, 8)
		}
		r.dirs[path] = d
	}
	return d, ok
}

// step goes from a resolved directory to what name leads to in it.
func (r *resolver) step(d resolved, name string, links *int) (resolved, bool) {
	next := join(d.path, name)
	if !d.exists {
		return resolved{next, false}, true
	}
	if r.left--; r.left < 0 {
		return resolved{}, false
	}
	info, err := r.w.Lstat(next)
	r.last = info
	if err != nil {
		missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
		return resolved{next, false}, missing
	}
	if info.Mode&fs.ModeSymlink == 0 {
		return resolved{next, true}, true
	}
	if *links++; *links > maxLinks {
		return resolved{}, false
	}
	target, err := r.w.Readlink(next)
	if err != nil || target == "" || len(target) > maxPath {
		return resolved{}, false
	}
	return r.follow(d, filepath.ToSlash(target), links)
}

// follow walks a link's target element by element, since ".." behind another
// link does not lead back to where the text says.
func (r *resolver) follow(d resolved, target string, links *int) (resolved, bool) {
	if target[0] == '/' {
		d, target = resolved{"/", true}, target[1:]
	} else if len(target) >= 3 && isRoot(target[:3]) {
		d, target = resolved{target[:3], true}, target[3:]
	}
	for target != "" {
		var name string
		name, target, _ = strings.Cut(target, "/")
		switch name {
		case "", ".":
			continue
		case "..":
			d.path, _ = split(d.path)
			continue
		}
		var ok bool
		if d, ok = r.step(d, name, links); !ok {
			return resolved{}, false
		}
	}
	return d, true
}
