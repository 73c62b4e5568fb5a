package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// mentions records that a program may read the files that it names, where the
// tables do not say what it does with them.
func (a *analyzer) mentions(o *parsed, index int) {
	if unstated(o) {
		for _, w := range o.operands {
			a.mention(w, index)
		}
		for _, f := range o.flags {
			if !f.Known && f.Value != nil {
				a.mention(*f.Value, index)
			}
		}
		return
	}
	for _, w := range o.operands {
		if strings.HasPrefix(w.Text, "@") && strings.IndexByte(w.Text, '/') >= 0 {
			a.mention(w, index) // a file of further arguments, by custom
		}
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
