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
	var k catalog.Class
	try := func(i int) {
		if r := &c.t.Paths[i]; k&r.Class != r.Class && covers(r, s) {
			k |= r.Class
		}
	}
	keys := c.t.Index.Paths
	keys.Rules(catalog.PathAny, "", try)
	for rest := s.path; rest != ""; {
		name := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			name, rest = rest[:i], rest[i+1:]
		} else {
			rest = ""
		}
		if name != "" {
			keys.Rules(catalog.PathElement, name, try)
		}
	}
	few := min(catalog.PathFew, len(s.base))
	keys.Rules(catalog.PathBegin, s.base[:few], try)
	keys.Rules(catalog.PathEnd, s.base[len(s.base)-few:], try)
	return k
}

func covers(r *catalog.PathRule, s *subject) bool {
	return meant(r, s) && !anyName(r.Except, s.base, false)
}

func meant(r *catalog.PathRule, s *subject) bool {
	if s.inHome {
		for p := range r.Home.All() {
			if fits(p, s.homeRel) {
				return true
			}
		}
	}
	if s.inProject {
		for p := range r.Project.All() {
			if fits(p, s.projectRel) {
				return true
			}
		}
	}
	for p := range r.Abs.All() {
		if fits(p, s.path) || len(s.public) != len(s.path) && fits(p, s.public) {
			return true
		}
	}
	if anyName(r.Base, s.base, true) {
		return true
	}
	for p := range r.Segment.All() {
		if hasSegment(s.path, p) {
			return true
		}
	}
	return false
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

func anyName(patterns catalog.Lines, name string, fold bool) bool {
	for p := range patterns.All() {
		if !differs(p, name) && !endsOtherwise(p, name) && glob(p, name, fold) {
			return true
		}
	}
	return false
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

// hasSegment reports whether an element of the path has that name.
func hasSegment(path, name string) bool {
	for len(path) > 0 {
		i := strings.IndexByte(path, '/')
		if i < 0 {
			return equalFold(path, name)
		}
		if i == len(name) && equalFold(path[:i], name) {
			return true
		}
		path = path[i+1:]
	}
	return false
}
