package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
)

// patchLang is the form in which models write changes of several files.
const patchLang = "patch"

// patch follows what such a text does to files.
func (a *analyzer) patch(c run, index int, v value, span fact.Span) {
	files, ok := document.Patch(v.text)
	if !ok {
		return
	}
	dir := a.facts.Invocations[index].Dir
	for i := range files {
		f := &files[i]
		if len(a.facts.Touches) >= a.limits.Touches {
			a.bound(tooManyPaths, span)
			return
		}
		touch := func(effect catalog.Effect, name string) string {
			w := static(name)
			if n := strings.IndexAny(name, "$`…"); v.dyn && n >= 0 {
				w.known, w.dyn = n, true
			}
			a.touchIn(dir, effect, w.word(span, false), index, span, false, false)
			return a.resolve(dir, w)
		}
		switch {
		case f.Op == document.Delete:
			touch(catalog.Delete, f.Path)
		case f.To != "":
			from := touch(catalog.Move, f.Path)
			a.patched(c, f, from, touch(catalog.Write, f.To), dir)
		default:
			p := touch(catalog.Write, f.Path)
			a.patched(c, f, p, p, dir)
		}
	}
}

// patched notes what a file holds after a patch.
func (a *analyzer) patched(c run, f *document.File, from, to string, dir fact.Dir) {
	if to == "" {
		return
	}
	before := ""
	if h, ok := a.held(from); ok && !h.dyn {
		before = h.text
	} else if from != "" && f.Op != document.Add {
		before = a.read(from).text
	}
	v := unknown()
	if after, _, ok := f.Apply(before, ""); ok {
		v = static(after)
	}
	a.store(to, v, false)
	a.writes(writing{to, v, c.span, dir})
}
