package place

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// subject is a path with all that the rules compare.
type subject struct {
	path, base          string
	public              string // path without the directory that macOS hides it in
	inHome, inProject   bool
	homeRel, projectRel string
}

// named returns the classes that the spec's path rules give.
func (c *Classifier) named(s *subject) catalog.Class {
	n := naming{rules: c.t.Paths, s: s}
	x := &c.t.Index.Paths
	if s.inHome {
		n.paths(&x.Home, s.homeRel, homes)
	}
	if s.inProject {
		n.paths(&x.Project, s.projectRel, projects)
	}
	n.paths(&x.Abs, s.path, absolutes)
	if len(s.public) != len(s.path) {
		n.paths(&x.Abs, s.public, absolutes)
	}
	n.bases(&x.Base)
	n.segments(&x.Segment)
	return n.class
}

// naming gathers the classes of a path.
type naming struct {
	rules []catalog.PathRule
	s     *subject
	class catalog.Class
}

func homes(r *catalog.PathRule) []string     { return r.Home }
func projects(r *catalog.PathRule) []string  { return r.Project }
func absolutes(r *catalog.PathRule) []string { return r.Abs }

// wild is what may stand in the place of any byte.
const wild = '*'

// paths takes the rules with a pattern that fits a path.
func (n *naming) paths(g *catalog.PathGroup, path string, of func(*catalog.PathRule) []string) {
	for _, b := range [...]byte{wild, catalog.PathByte(path)} {
		for _, at := range g.Among(b) {
			if r := &n.rules[at.Rule]; n.open(r) && fits(of(r)[at.Pattern], path) {
				n.take(r)
			}
		}
	}
}

// bases takes the rules with a pattern that fits the path's last element.
func (n *naming) bases(g *catalog.PathGroup) {
	for _, b := range [...]byte{wild, catalog.PathByte(n.s.base)} {
		for _, at := range g.Among(b) {
			if r := &n.rules[at.Rule]; n.open(r) && isName(r.Base[at.Pattern], n.s.base, true) {
				n.take(r)
			}
		}
	}
}

// segments takes the rules that name an element of the path.
func (n *naming) segments(g *catalog.PathGroup) {
	for rest, more := n.s.path, true; more; {
		var name string
		name, rest, more = strings.Cut(rest, "/")
		for _, at := range g.Among(catalog.PathByte(name)) {
			if r := &n.rules[at.Rule]; n.open(r) && equalFold(r.Segment[at.Pattern], name) {
				n.take(r)
			}
		}
	}
}

// open reports whether a rule could give a class that is not there yet.
func (n *naming) open(r *catalog.PathRule) bool { return n.class&r.Class != r.Class }

func (n *naming) take(r *catalog.PathRule) {
	if !anyName(r.Except, n.s.base, false) {
		n.class |= r.Class
	}
}

// withoutPrivate cuts off the directory in which macOS keeps /etc, /tmp and
// /var.
func withoutPrivate(path string) string {
	const private = "/private"
	if len(path) < len(private)+4 || !equalFold(path[:len(private)], private) {
		return path
	}
	rest := path[len(private):]
	for _, dir := range [...]string{"/etc", "/tmp", "/var"} {
		if _, ok := within(dir, rest, true); ok {
			return rest
		}
	}
	return path
}

// fits compares a path with a rule's, which stands for everything below it too
// if it ends in "/**". A star stands for any run of bytes within one element.
func fits(pattern, path string) bool {
	if differs(pattern, path) {
		return false
	}
	stem, deep := strings.CutSuffix(pattern, "/**")
	if pattern == "**" {
		return true
	}
	if strings.IndexByte(stem, '*') >= 0 {
		return fitsStars(stem, deep, path)
	}
	n := len(stem)
	if len(path) < n || len(path) > n && !(deep && path[n] == '/') {
		return false
	}
	return equalFold(stem, path[:n])
}

func fitsStars(stem string, deep bool, path string) bool {
	for {
		p, restStem, more := strings.Cut(stem, "/")
		name, restPath, left := strings.Cut(path, "/")
		if !glob(p, name, true) {
			return false
		}
		if !more {
			return !left || deep
		}
		if !left {
			return false
		}
		stem, path = restStem, restPath
	}
}

func anyName(patterns []string, name string, fold bool) bool {
	for _, p := range patterns {
		if isName(p, name, fold) {
			return true
		}
	}
	return false
}

func isName(pattern, name string, fold bool) bool {
	return !differs(pattern, name) && !endsOtherwise(pattern, name) && glob(pattern, name, fold)
}

// differs rules a pattern out by its first three bytes, letter case aside:
// hundreds of them are held against every path.
func differs(pattern, text string) bool {
	for i := 0; i < 3 && i < len(pattern); i++ {
		c := pattern[i]
		if c == '*' {
			return false
		}
		if i == len(text) {
			return c != '/' || i == 0 // "dir/**" stands for dir too
		}
		if c != text[i] && lower(c) != lower(text[i]) {
			return true
		}
	}
	return false
}

// endsOtherwise rules a pattern out by its last byte, letter case aside: most
// patterns with a star are endings.
func endsOtherwise(pattern, name string) bool {
	if pattern == "" || name == "" {
		return false
	}
	c, d := pattern[len(pattern)-1], name[len(name)-1]
	return c != '*' && c != d && lower(c) != lower(d)
}

// glob compares a name with a pattern in which * stands for any run of bytes.
func glob(pattern, name string, fold bool) bool {
	at, star, from := 0, -1, 0
	for i := 0; i < len(name); {
		switch {
		case at < len(pattern) && pattern[at] == '*':
			star, from = at, i
			at++
		case at < len(pattern) && (pattern[at] == name[i] || fold && lower(pattern[at]) == lower(name[i])):
			at++
			i++
		case star >= 0:
			from++
			at, i = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(pattern[at:], "*") == ""
}
