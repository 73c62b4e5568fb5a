package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// mentions records what a program may do with the files that it names, where
// the tables do not say.
func (a *analyzer) mentions(o *parsed, index int) {
	a.results(o, index)
	silent := unstated(o)
	every := silent || untouched(o)
	for _, w := range o.operands {
		// behind an "@" stands a file of further arguments, by custom
		if every || strings.HasPrefix(w.Text, "@") && strings.IndexByte(w.Text, '/') >= 0 {
			a.mention(w, index)
		}
	}
	if silent {
		for _, f := range o.flags {
			if !f.Known && f.Value != nil {
				a.mention(*f.Value, index)
			}
		}
		return
	}
	if len(o.chain) == 1 && o.chain[0].Reads && len(o.chain[0].Sub) == 0 && len(o.chain[0].URLs) == 0 {
		a.given(o, index)
	}
}

// unstated reports whether the tables say nothing of what a program does with
// its operands.
func unstated(o *parsed) bool {
	for _, p := range o.chain {
		if p.Reads || len(p.Effects) > 0 || len(p.Code) > 0 || p.Runs != nil || p.Shell != catalog.ShellNone || p.Output != catalog.OutUnknown {
			return false
		}
	}
	return true
}

// untouched reports whether the tables say what a program does with the values
// of its options only.
func untouched(o *parsed) bool {
	if len(o.chain) != 1 {
		return false
	}
	p := o.chain[0]
	return p.Runs == nil && p.Shell == catalog.ShellNone && p.Output == catalog.OutUnknown && len(p.Sub)+len(p.URLs) == 0 && p.Sends == nil &&
		!slices.ContainsFunc(p.Effects, func(e catalog.PathEffect) bool { return e.Flag == "" }) &&
		!slices.ContainsFunc(p.Code, func(c catalog.Code) bool { return c.Flag == "" })
}

// results records that a program may write the files that stand behind
// options which its table does not list, and which mean that by custom.
func (a *analyzer) results(o *parsed, index int) {
	words := a.facts.Invocations[index].Words
	for i, w := range words {
		name, _, joined := strings.Cut(w.Text, "=")
		if len(name) < 2 || name[0] != '-' || !w.Static() {
			continue
		}
		if _, ok := slices.BinarySearch(a.t.Fallback.Results, name); !ok {
			continue
		}
		if slices.ContainsFunc(o.flags, func(f fact.Flag) bool { return f.Known && f.Span == w.Span }) {
			continue
		}
		switch {
		case joined:
			a.result(*cut(w, len(name)+1), index)
		case i+1 < len(words):
			a.result(words[i+1], index)
		}
	}
}

func (a *analyzer) result(w fact.Word, index int) {
	if w.Known > 0 && strings.IndexByte(w.Text[:w.Known], '/') >= 0 && !strings.Contains(w.Text, "://") {
		a.touchIn(a.facts.Invocations[index].Dir, catalog.Write, w, index, w.Span, false, false)
	}
}

// given records that a reader may show what the files hold that its options
// name, if only in a complaint about their form.
func (a *analyzer) given(o *parsed, index int) {
	for _, f := range o.flags {
		if f.Value != nil && strings.IndexByte(f.Value.Text, '/') >= 0 {
			a.mention(*f.Value, index)
		}
	}
}

// mention records a read of the path in a word, also behind "@", "key=" or
// "file:". A bare name without a dot at its start is too often none.
func (a *analyzer) mention(w fact.Word, index int) {
	if strings.Contains(w.Text, "://") || w.Known == 0 {
		return
	}
	known := w.Text[:w.Known]
	if i := strings.IndexAny(known, "@=:"); i >= 0 {
		w = *cut(w, i+1)
		known = w.Text[:w.Known]
	}
	if known == "" || known[0] != '.' && strings.IndexByte(known, '/') < 0 {
		return
	}
	a.touchIn(a.facts.Invocations[index].Dir, catalog.Read, w, index, w.Span, false, false)
}
