package config

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// apply puts together what the files say.
func (l *loader) apply() {
	l.order()
	for _, s := range l.sources {
		l.toggle(s)
	}
	all := l.all || l.p.Any
	if !all && !l.routes {
		return
	}
	others := len(l.p.Problems)
	l.more()
	for _, s := range l.sources {
		if s.layer == Local && len(s.given) > 0 {
			l.own(s) // which tells whether it is
		}
	}
	l.order()
	l.p.Problems = append(l.p.Problems, l.later...)
	for len(l.sources) > 0 {
		n := 1
		for n < len(l.sources) && together(l.sources[0], l.sources[n]) {
			n++
		}
		l.group(l.sources[:n])
		l.sources = l.sources[n:]
	}
	l.settle()
	if !all { // so that no call is asked about
		l.p.Minor = slices.Clone(l.p.Problems[others:])
		l.p.Problems = l.p.Problems[:others:others]
	}
}

// order puts the weakest file first: the user's, then those of the outermost
// directory. Of two beside each other the posture file is the stronger one.
func (l *loader) order() {
	slices.SortStableFunc(l.sources, func(a, b *source) int {
		if user := a.layer == User; user != (b.layer == User) {
			if user {
				return -1
			}
			return 1
		}
		return cmp.Or(
			cmp.Compare(len(filepath.Dir(a.file)), len(filepath.Dir(b.file))), // both lead to the working directory
			cmp.Compare(a.layer, b.layer),
			compareBool(a.posture, b.posture),
		)
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// together reports whether two files lie beside each other in one layer.
func together(a, b *source) bool {
	return a.layer == b.layer && a.posture != b.posture && filepath.Dir(a.file) == filepath.Dir(b.file)
}

// toggle adds what a file wants reviewed, and takes away what it does not if it
// may.
func (l *loader) toggle(s *source) {
	if s.none.File != "" && len(l.p.Reviewed) > 0 {
		if l.own(s) {
			clear(l.p.Reviewed)
		} else {
			l.wait(s.none, l.key(catalog.RoleEnabled), l.t.Posture.Off[0])
		}
	}
	for _, x := range s.wants {
		switch {
		case x.on:
			if l.p.Reviewed == nil {
				l.p.Reviewed = map[string]bool{}
			}
			l.p.Reviewed[x.category] = true
		case !l.p.Reviewed[x.category]:
		case l.own(s):
			delete(l.p.Reviewed, x.category)
		default:
			l.wait(x.at, strings.Replace(l.key(catalog.RoleToggle), catalog.AnyCategory, x.category, 1), l.t.Posture.Off[0])
			continue
		}
		if l.p.toggles == nil {
			l.p.toggles = map[string]Place{}
		}
		l.p.toggles[x.category] = x.at
	}
}

func (l *loader) wait(at Place, key, value string) {
	l.p.Waiting = append(l.p.Waiting, Waiting{at, key, value})
}

// group applies the files of one directory and layer. Where they weigh the
// same, what a posture file says replaces the same key of the other.
func (l *loader) group(files []*source) {
	if len(files) == 2 && len(files[0].given) > 0 && len(files[1].given) > 0 && l.own(files[0]) == l.own(files[1]) {
		files[0].given = slices.DeleteFunc(files[0].given, func(g given) bool {
			return slices.ContainsFunc(files[1].given, func(h given) bool { return h.key == g.key })
		})
	}
	for _, s := range files {
		for _, g := range s.given {
			l.give(s, g)
		}
	}
}

// give applies what a file says about one key.
func (l *loader) give(s *source, g given) {
	g.layer = s.layer
	if g.Own && s.layer != User {
		l.p.warn(g.at.File, g.at.Line, "key "+g.key+" counts in your own files alone: write it in "+filepath.Join("~", l.t.Posture.Dir, l.t.Posture.More[0]))
		return
	}
	own := l.own(s)
	if g.Role == catalog.RoleServers && !l.servers(g, own) {
		l.wait(g.at, g.key, g.text())
		return
	}
	if !own && !l.tightens(&g) {
		return
	}
	if l.p.values == nil {
		l.p.values = map[string]given{}
	}
	l.p.values[g.key] = g
}

// tightens reports whether a value of a file that nobody trusts counts. Of a
// list that adds to another it makes both.
func (l *loader) tightens(g *given) bool {
	now, any := l.current(g)
	switch g.Tighten {
	case catalog.TightenFewer:
		return true
	case catalog.TightenMore:
		list := slices.Clone(now.list)
		for _, x := range g.list {
			if !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
		if len(list) > len(now.list) {
			g.list = list
			return true
		}
		if len(g.list) == len(list) {
			return false // the same one
		}
	case catalog.TightenHigher, catalog.TightenLower:
		a, b := g.rank(), now.rank()
		if g.Tighten == catalog.TightenLower {
			a, b = -a, -b
		}
		if any && a == b {
			return false
		}
		if any && a > b {
			return true
		}
	}
	l.wait(g.at, g.key, g.text())
	return false
}

// rank orders the values of a key by how much they ask for.
func (g *given) rank() float64 {
	switch {
	case g.Kind == catalog.KindChoice:
		return float64(slices.Index(g.Values, g.word))
	case g.Never && g.number == 0:
		return math.Inf(1)
	}
	return g.number
}

// current is what holds of a key without the file that is looked at, if
// anything does.
func (l *loader) current(g *given) (given, bool) {
	if now, ok := l.p.values[g.key]; ok {
		return now, true
	}
	return g.base(l.t)
}
