package place

import (
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Project finds the root of the project that a working directory belongs to:
// the nearest directory above it, or itself, that holds a posture file, else
// the nearest that holds a git repository, else the working directory. The
// home directory, the root, and whatever holds the home directory are no
// project, even through a symlink; then the answer is "".
func Project(w world.World, t *catalog.Tables, dir string) string {
	return project(&resolver{w: w, left: maxLooks}, t, dir)
}

// Enter returns a classifier for a call in the working directory dir, in the
// project that it belongs to. Where that was found around the one that the
// session began in, the project is the latter: a repository made further up
// does not take in what lay outside.
func Enter(t *catalog.Tables, w world.World, began, dir string) *Classifier {
	c := New(t, w, "", dir)
	c.project = project(&c.links, t, dir)
	if began != "" && c.project != "" && strings.HasPrefix(began, c.project+string(filepath.Separator)) {
		c.project = began
	}
	return c
}

func project(links *resolver, t *catalog.Tables, dir string) string {
	w := links.w
	dir = filepath.ToSlash(dir)
	if len(dir) > maxPath {
		return ""
	}
	home := filepath.ToSlash(w.Home())
	posture := join(t.Posture.Dir, t.Posture.File)
	found := ""
	for d := dir; !tooWide(d, home); {
		if exists(w, join(d, posture)) {
			found = d
			break
		}
		if found == "" && exists(w, join(d, ".git")) {
			found = d
		}
		up, name := split(d)
		if name == "" {
			break
		}
		d = up
	}
	if found == "" {
		found = dir
	}
	real, ok := links.resolve(found)
	if realHome, known := links.resolve(home); known && home != "" {
		ok = ok && !tooWide(real, realHome)
	}
	if !ok || tooWide(found, home) || tooWide(real, home) {
		return ""
	}
	return filepath.FromSlash(found)
}

func tooWide(dir, home string) bool {
	if dir == "" || isRoot(dir) {
		return true
	}
	_, holds := within(dir, home, true)
	return holds && home != ""
}

func exists(w world.World, path string) bool {
	_, err := w.Lstat(path)
	return err == nil
}
