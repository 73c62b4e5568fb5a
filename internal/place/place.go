// Package place says where a path lies: in the project, in the user's home,
// among files that the spec names. A path is judged as it is written and as
// the file system resolves it; where the two differ, the stricter counts.
package place

import (
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Classifier classifies the paths of one call. It remembers what it saw, so it
// must not outlive the call; it is not for concurrent use.
type Classifier struct {
	t       *catalog.Tables
	w       world.World
	project string
	dir     string
	links   resolver

	// Roots as given and as resolved, the second "" where it is the same.
	started  bool
	homes    [2]string
	projects [2]string
	dirs     [2]string
	temps    []string
	realTemp bool // temps holds the resolved ones too

	known map[world.FileID]string // files of delicate classes, nil if they were not looked for

	// last is the answer to the last question: several parts of a review ask about
	// the same path, one after the other.
	last struct {
		path  string
		class catalog.Class
	}
}

// New returns a classifier for a call in the working directory dir of the
// project; either is "" if there is none.
func New(t *catalog.Tables, w world.World, project, dir string) *Classifier {
	return &Classifier{t: t, w: w, project: project, dir: dir, links: resolver{w: w, left: maxLooks}}
}

// Project returns the project root that the classifier was made for.
func (c *Classifier) Project() string { return c.project }

// Classify returns the classes of an absolute, clean path, except those that
// git decides. A path that cannot be resolved is Outside and Unknown.
func (c *Classifier) Classify(path string) catalog.Class {
	if path == "" {
		return catalog.Unknown
	}
	if path != c.last.path {
		c.last.class = c.classify(path)
		c.last.path = path
	}
	return c.last.class
}

func (c *Classifier) classify(path string) catalog.Class {
	c.start()
	path = filepath.ToSlash(path)
	if len(path) > maxPath {
		return c.join(c.lexical(path), catalog.Outside|catalog.Unknown)
	}
	for hops := 0; ; hops++ {
		alias, same, ok := throughProcess(path, c.dir)
		if !ok {
			break
		}
		if hops == maxLinks {
			return catalog.Outside | catalog.Unknown
		}
		if !same {
			// Another process may have another root, or it may not. The path gets
			// shorter, so this ends.
			return c.join(c.lexical(path), c.classify(alias))
		}
		path = alias
	}
	k := c.lexical(path)
	if k&c.t.Fallback.Sink != 0 || isDescriptor(path) {
		return k // what a descriptor leads to is another matter in our process
	}
	real, ok := c.links.resolve(path)
	info := c.links.last
	switch {
	case !ok:
		return c.join(k, catalog.Outside|catalog.Unknown)
	case real != path:
		k = c.join(k, c.resolved(real))
	}
	if info.Links > 1 && info.Mode.IsRegular() && k&c.t.Fallback.Delicate == 0 {
		if other, ok := c.delicate(info.ID); ok {
			k = c.join(k, c.lexical(other))
		}
	}
	return k
}

// Real follows every symlink of an absolute, clean path; what does not exist
// stays as it is written. It fails if the links do not end, or if the file
// system cannot be asked.
func (c *Classifier) Real(path string) (string, bool) {
	return c.links.resolve(filepath.ToSlash(path))
}

// start fills the roots when the first path is asked about, since most calls
// mutate nothing.
func (c *Classifier) start() {
	if c.started {
		return
	}
	c.started = true
	c.homes = c.root(c.w.Home())
	c.projects = c.root(c.project)
	c.dirs = c.root(c.dir)
	for _, t := range c.w.Temp() {
		c.temps = append(c.temps, filepath.ToSlash(t))
	}
}

func (c *Classifier) root(path string) (r [2]string) {
	r[0] = filepath.ToSlash(path)
	if r[0] == "" {
		return r
	}
	if real, ok := c.links.resolve(r[0]); ok && real != r[0] {
		r[1] = real
	}
	return r
}

// resolved is lexical for a path without symlinks, to which only a directory
// for temporary files compares that has none either.
func (c *Classifier) resolved(path string) catalog.Class {
	k := c.lexical(path)
	if k&catalog.Outside == 0 || c.realTemp {
		return k
	}
	c.realTemp = true
	for _, t := range c.temps {
		if real, ok := c.links.resolve(t); ok && real != t {
			c.temps = append(c.temps, real)
		}
	}
	return c.lexical(path)
}

// join combines the classes of two ways to see one path. What makes a path
// harmless has to hold both ways, what makes it delicate need hold only once.
func (c *Classifier) join(a, b catalog.Class) catalog.Class {
	harmless := catalog.Project | catalog.Temporary | c.t.Fallback.Sink
	k := (a|b)&^harmless | a&b&harmless
	if k&(harmless|catalog.ProjectRoot) == 0 {
		k |= catalog.Outside
	}
	return k
}

// lexical classifies a path by its text alone. Case counts where a class makes
// a path harmless, and does not where it makes it delicate, because on some
// systems two spellings are one file.
//
// "/" and every other directory that holds the project, the working directory
// or both is an Ancestor. What belongs to the project or the home directory is
// not Temporary when these lie below a directory for temporary files.
func (c *Classifier) lexical(path string) catalog.Class {
	var k catalog.Class
	if isRoot(path) {
		k |= catalog.Root
	}
	s := subject{path: path, base: base(path), public: withoutPrivate(path)}
	for _, home := range c.homes {
		if rel, ok := within(home, path, true); ok && home != "" {
			s.inHome, s.homeRel = true, rel
			if rel == "" {
				k |= catalog.Home
			} else {
				k |= catalog.UnderHome
			}
		}
	}
	if !s.inHome {
		s.homeRel, s.inHome = c.otherHome(path)
	}
	for _, project := range c.projects {
		if project == "" {
			continue
		}
		if rel, ok := within(project, path, true); ok {
			s.inProject, s.projectRel = true, rel
			if _, exact := within(project, path, false); exact && rel == "" {
				k |= catalog.ProjectRoot
			} else if exact {
				k |= catalog.Project
			}
		}
		if rel, ok := within(path, project, true); ok && rel != "" {
			k |= catalog.Ancestor
		}
	}
	for _, dir := range c.dirs {
		if rel, ok := within(path, dir, true); ok && dir != "" && rel != "" {
			k |= catalog.Ancestor
		}
	}
	if k&(catalog.Ancestor|catalog.Home|catalog.ProjectRoot) == 0 && c.temporary(path) {
		k |= catalog.Temporary
	}
	k |= c.named(&s)
	if k&(catalog.Project|catalog.ProjectRoot|catalog.Temporary|c.t.Fallback.Sink) == 0 {
		k |= catalog.Outside
	}
	return k
}

// otherHome is the path within the home directory of another user, who keeps
// the same things in the same places.
func (c *Classifier) otherHome(path string) (rel string, ok bool) {
	if rel, ok := within("/root", path, false); ok {
		return rel, true
	}
	for _, homes := range [...]string{"/home", "/Users", "C:/Users"} {
		if rel, ok := within(homes, path, false); ok && rel != "" {
			_, rel, _ = strings.Cut(rel, "/")
			return rel, true
		}
	}
	return "", false
}

func (c *Classifier) temporary(path string) bool {
	for _, t := range c.temps {
		if rel, ok := within(t, path, false); ok && rel != "" && !c.owned(t, path) {
			return true
		}
	}
	return false
}

// owned reports whether the path belongs to a home or project that lies below
// the directory for temporary files, or lies beside that project in a
// directory made for both.
func (c *Classifier) owned(temp, path string) bool {
	holds := func(owner string) bool {
		_, inTemp := within(temp, owner, true)
		_, inOwner := within(owner, path, true)
		return owner != "" && inTemp && inOwner
	}
	for i := range c.projects {
		beside, _ := split(c.projects[i])
		if holds(c.homes[i]) || holds(c.projects[i]) || len(beside) > len(temp) && holds(beside) {
			return true
		}
	}
	return false
}

// Git returns how git sees a path: one of Ignored, Tracked and Dirty, or none
// of them. If that cannot be told, it is Dirty.
func (c *Classifier) Git(path string) catalog.Class {
	if path == "" {
		return 0
	}
	path = filepath.ToSlash(path)
	if len(path) > maxPath {
		return catalog.Dirty
	}
	// A link can be changed, or what it leads to; both have to be as git sees it.
	dir, name := split(path)
	parent, ok := c.links.resolve(dir)
	if !ok {
		return catalog.Dirty
	}
	real, ok := c.links.resolve(path)
	if !ok {
		return catalog.Dirty
	}
	own := join(parent, name)
	k := c.git(own)
	if real == own {
		return k
	}
	switch other := c.git(real); {
	case other == k:
		return k
	case (k|other)&(catalog.Tracked|catalog.Dirty) != 0:
		return catalog.Dirty
	}
	return 0
}

func (c *Classifier) git(path string) catalog.Class {
	state, err := c.w.Git(path)
	switch {
	case err != nil || state == world.GitDirty:
		return catalog.Dirty
	case state == world.GitIgnored:
		return catalog.Ignored
	case state == world.GitTracked:
		return catalog.Tracked
	}
	return 0
}
