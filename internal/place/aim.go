package place

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// aims returns the delicate classes of files that a shell pattern may stand
// for, as .env* does for .env. A pattern that begins with a wildcard aims at
// nothing in particular, and so does one of which little is fixed, unless such
// a file is there.
func (c *Classifier) aims(pattern string) catalog.Class {
	dir, name := split(pattern)
	fixed := len(name) - strings.Count(name, "*") - strings.Count(name, "?")
	if name == "" || fixed == len(name) && strings.IndexByte(name, '[') < 0 || strings.IndexByte("*?[", name[0]) >= 0 {
		return 0
	}
	sure := name[0] == '.' && fixed >= 2
	known := !strings.ContainsAny(dir, "*?[")
	var k catalog.Class
	for i := range c.t.Paths {
		r := &c.t.Paths[i]
		if r.Class&c.t.Fallback.Delicate == 0 || k&r.Class != 0 {
			continue
		}
		for base := range r.Base.All() {
			if strings.IndexByte(base, '*') < 0 && fitsPattern(name, base) && (sure || known && exists(c.w, join(dir, base))) {
				k |= r.Class
				break
			}
		}
	}
	return k
}

// fitsPattern compares a name with a shell pattern; a set of characters stands
// for any one.
func fitsPattern(pattern, name string) bool {
	at, star, from := 0, -1, 0
	for i := 0; i < len(name); {
		n := 1
		switch {
		case at < len(pattern) && pattern[at] == '*':
			star, from = at, i
			at++
			continue
		case at < len(pattern) && pattern[at] == '[':
			if end := strings.IndexByte(pattern[at+1:], ']'); end > 0 {
				n = end + 2
			}
			at, i = at+n, i+1
			continue
		case at < len(pattern) && (pattern[at] == '?' || lower(pattern[at]) == lower(name[i])):
			at, i = at+n, i+1
			continue
		case star >= 0:
			from++
			at, i = star+1, from
			continue
		}
		return false
	}
	return strings.Trim(pattern[at:], "*") == ""
}
