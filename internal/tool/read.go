package tool

import (
	"encoding/json"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// read is a tool that reads a file, or what lies below a directory: the working
// directory where it names none.
func (a *analyzer) read() {
	e := a.c.Entry
	s := e.Search
	switch {
	case s == nil && !e.Deep && !e.Names && a.c.Text == "":
		a.without()
		return
	case s != nil && len(s.Patterns) > 0:
		a.patterns(s.Patterns)
		return
	}
	effect := catalog.Read
	if e.Names {
		effect = catalog.List
	}
	quiet := s != nil && s.Quiet && !slices.ContainsFunc(s.Shows, func(m catalog.Member) bool { return a.text(m.Path) == m.Value })
	a.touch(effect, e.Field, a.c.Text, e.Deep).Quiet = quiet
	if s == nil {
		return
	}
	for _, p := range alternatives(a.text(s.Pattern)) {
		if p != "" && p[0] != '!' { // which leaves out what it fits
			a.picked(effect, s.Pattern, a.resolve(a.c.Text), p, quiet)
		}
	}
}

// patterns is a tool that is given lists of paths and patterns of paths.
func (a *analyzer) patterns(fields []string) {
	n := len(a.f.Touches)
	for _, field := range fields {
		var list []string
		raw, ok := a.c.Input[field]
		if !ok {
			continue
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			a.opaque("the list of " + field + " cannot be read")
			continue
		}
		for _, pattern := range list {
			for _, p := range alternatives(pattern) {
				a.picked(catalog.Read, field, a.env.Dir, p, false)
			}
		}
	}
	if len(a.f.Touches) == n {
		a.without()
	}
}

// picked notes an effect on the files below a directory that a pattern fits.
func (a *analyzer) picked(effect catalog.Effect, field, dir, pattern string, quiet bool) {
	glob := wild(pattern)
	if glob < 0 {
		t := a.touchAt(effect, field, pattern, a.resolveIn(dir, pattern), 0, false)
		t.Quiet = quiet
		return
	}
	w := fact.Word{Text: a.absolute(dir, pattern), Span: fact.Span{End: len(pattern)}}
	w.Known, w.Glob = len(w.Text), wild(w.Text)
	path, class := a.env.Places.Locate(fact.Dir{Path: a.env.Dir}, w)
	t := a.touchAt(effect, field, pattern, path, class, true)
	t.Word.Glob, t.Quiet = glob, quiet
}
