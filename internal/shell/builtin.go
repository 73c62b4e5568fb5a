package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// builtin carries out what a builtin does to the shell itself.
func (a *analyzer) builtin(st *state, c run, o *parsed) {
	if len(o.chain) == 0 {
		return
	}
	switch o.chain[0].Shell {
	case catalog.ShellDir:
		a.change(st, o)
	case catalog.ShellPush:
		st.stack = append(st.stack[:len(st.stack):len(st.stack)], st.dir)
		a.change(st, o)
	case catalog.ShellPop:
		st.prev = st.dir
		if n := len(st.stack); n > 0 {
			st.dir, st.stack = st.stack[n-1], st.stack[:n-1]
		} else {
			st.dir = fact.Dir{}
		}
	case catalog.ShellAlias:
		for _, w := range o.operands {
			if name, text, ok := strings.Cut(w.Text, "="); ok {
				v := static(text)
				v.dyn = !w.Static()
				st.setAlias(name, v)
			}
		}
	case catalog.ShellRead:
		for _, w := range o.operands {
			if syntax.ValidName(w.Text) {
				v := named("$" + w.Text)
				if c.in != nil {
					v.from = c.in.from
				}
				st.set(w.Text, &variable{vals: []value{v}})
			}
		}
	case catalog.ShellUnset:
		for _, w := range o.operands {
			if syntax.ValidName(w.Text) {
				st.set(w.Text, &variable{vals: []value{{}}})
			}
		}
	case catalog.ShellSet:
		for i, w := range c.words[1:] {
			if w.Static() && w.Text == "--" || len(w.Text) > 0 && w.Text[0] != '-' && w.Text[0] != '+' {
				args := c.words[1+i:]
				if w.Text == "--" {
					args = args[1:]
				}
				st.params, st.paramsKnown = nil, true
				for _, p := range args {
					st.params = append(st.params, back(p))
				}
				break
			}
		}
	case catalog.ShellShift:
		if len(st.params) > 0 && st.paramsKnown {
			if len(o.operands) == 0 {
				st.params = st.params[1:]
			} else {
				st.params, st.paramsKnown = nil, false
			}
		}
	case catalog.ShellHash:
		if len(o.operands) > 0 {
			a.opaque("a command name is bound to another file or switched", c.span)
		}
	}
}

// change carries out cd.
func (a *analyzer) change(st *state, o *parsed) {
	old := st.dir
	switch {
	case len(o.operands) == 0:
		st.dir = fact.Dir{Path: a.env.World.Home()}
	case o.operands[0].Text == "-":
		st.dir = st.prev
	default:
		st.dir = a.enter(st.dir, back(o.operands[0]))
	}
	st.prev = old
}
