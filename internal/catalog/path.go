package catalog

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Lines is a list of texts that are none of them empty. It is one text, a line
// for each, for the reason that Words is.
type Lines string

// NewLines writes texts down. One that is empty or of several lines is the
// caller's mistake.
func NewLines(texts ...string) Lines {
	for _, text := range texts {
		if text == "" || strings.Contains(text, "\n") {
			panic(fmt.Sprintf("catalog: the text %q is no line", text))
		}
	}
	return Lines(strings.Join(texts, "\n"))
}

// All yields each text.
func (l Lines) All() iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := string(l); rest != ""; {
			var text string
			if text, rest, _ = strings.Cut(rest, "\n"); !yield(text) {
				return
			}
		}
	}
}

// PathRule puts paths into a named class.
type PathRule struct {
	Class   Class
	Home    Lines // below the home directory: a path, or a path with /** for all below it
	Abs     Lines // absolute, same forms
	Project Lines // below the project root, same forms
	Base    Lines // base names at any depth; * matches within the name
	Segment Lines // any directory of this name on the way, or the path itself
	Except  Lines // base names that are not meant
}

// PathKeys finds the few rules that a path may meet, of hundreds of patterns.
// Each key is a hash of something that every path has that fits a pattern, and
// the number of its rule in the last byte. They are in order.
type PathKeys []uint32

// PathPart says what a key is made of.
type PathPart byte

const (
	PathAny     PathPart = iota // nothing: the rule is for any path
	PathElement                 // an element
	PathBegin                   // the first bytes of the base name, PathFew at most
	PathEnd                     // its last bytes
)

// PathFew is how many bytes of a base name count.
const PathFew = 2

// hash is the key of a part without a rule, letter case aside.
func (p PathPart) hash(text string) uint32 {
	h := (2166136261 ^ uint32(p)) * 16777619
	for i := range len(text) {
		h = (h ^ uint32(lower(text[i]))) * 16777619
	}
	return h &^ 0xFF
}

// NewPathKeys makes the keys of rules.
func NewPathKeys(rules []PathRule) PathKeys {
	if len(rules) > 0xFF {
		panic(fmt.Sprintf("catalog: there are %d path rules: make PathKeys wider", len(rules)))
	}
	var keys PathKeys
	for i := range rules {
		r := &rules[i]
		add := func(part PathPart, text string) { keys = append(keys, part.hash(text)|uint32(i)) }
		for _, list := range []Lines{r.Home, r.Abs, r.Project} {
			for p := range list.All() {
				if fixed := lastFixed(strings.TrimSuffix(p, "/**")); fixed != "" {
					add(PathElement, fixed)
				} else {
					add(PathAny, "")
				}
			}
		}
		for s := range r.Segment.All() {
			add(PathElement, s)
		}
		for p := range r.Base.All() {
			begin, _, star := strings.Cut(p, "*")
			end := p[strings.LastIndexByte(p, '*')+1:]
			switch {
			case !star:
				add(PathElement, p)
			case len(end) >= PathFew:
				add(PathEnd, end[len(end)-PathFew:])
			case len(begin) >= PathFew:
				add(PathBegin, begin[:PathFew])
			default:
				add(PathAny, "")
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// lastFixed is the last element of a path in which nothing is left open.
func lastFixed(path string) string {
	for path != "" {
		i := strings.LastIndexByte(path, '/')
		if name := path[i+1:]; name != "" && strings.IndexByte(name, '*') < 0 {
			return name
		}
		path = path[:max(0, i)]
	}
	return ""
}

// Rules calls f for the number of each rule that a path with such a part may
// meet.
func (k PathKeys) Rules(part PathPart, text string, f func(rule int)) {
	h := part.hash(text)
	lo, hi := 0, len(k)
	for lo < hi {
		if m := int(uint(lo+hi) >> 1); k[m] < h {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for ; lo < len(k) && k[lo]&^0xFF == h; lo++ {
		f(int(k[lo] & 0xFF))
	}
}
