package place

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Bounds on the search for files of delicate classes.
const (
	maxKnown  = 600 // paths
	maxListed = 40  // names in one directory
)

// delicate is the path of the file of a delicate class that has an identity,
// so that another name of it tells nobody anything. Only paths that the spec
// spells out are looked at, and what lies in directories that it spells out.
func (c *Classifier) delicate(id world.FileID) (string, bool) {
	if id == (world.FileID{}) {
		return "", false
	}
	if c.known == nil {
		c.known = map[world.FileID]string{}
		c.identify()
	}
	path, ok := c.known[id]
	return path, ok
}

func (c *Classifier) identify() {
	left := maxKnown
	note := func(path string) {
		if left--; left < 0 {
			return
		}
		if info, err := c.w.Lstat(path); err == nil && info.Links > 1 && info.Mode.IsRegular() {
			if _, ok := c.known[info.ID]; !ok && c.lexical(path)&c.t.Fallback.Delicate != 0 {
				c.known[info.ID] = path
			}
		}
	}
	for i := range c.t.Paths {
		r := &c.t.Paths[i]
		if r.Class&c.t.Fallback.Delicate == 0 {
			continue
		}
		c.spelled(c.homes[0], r.Home, note)
		c.spelled("/", r.Abs, note)
		c.spelled(c.projects[0], r.Project, note)
		c.spelled(c.projects[0], r.Base, note)
	}
}

// spelled calls note for the paths below a directory that patterns spell out.
func (c *Classifier) spelled(dir string, patterns catalog.Lines, note func(path string)) {
	if dir == "" {
		return
	}
	for p := range patterns.All() {
		p, deep := strings.CutSuffix(p, "/**")
		if strings.IndexByte(p, '*') >= 0 {
			continue
		}
		path := join(dir, strings.TrimPrefix(p, "/"))
		if !deep {
			note(path)
			continue
		}
		names, err := c.w.List(path, maxListed)
		if err != nil {
			continue
		}
		for _, name := range names {
			note(join(path, name))
		}
	}
}
