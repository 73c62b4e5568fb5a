package shell

import (
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// builtin carries out what a builtin does to the shell itself.
func (a *analyzer) builtin(st *state, c run, o *parsed, index int) {
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
			st.dir = fact.Dir{Away: st.dir.Away}
		}
	case catalog.ShellAlias:
		for _, w := range o.operands {
			if name, text, ok := strings.Cut(w.Text, "="); ok {
				v := static(text)
				v.dyn = !w.Static()
				st.setAlias(name, v)
			}
		}
	case catalog.ShellRead, catalog.ShellLines:
		a.readInto(st, c, o, index)
	case catalog.ShellPrint:
		a.printInto(st, c, o)
	case catalog.ShellTest:
		for i, w := range c.words[1:] {
			if (w.Text == "-v" || w.Text == "-R") && i+2 < len(c.words) {
				a.element(st, back(c.words[i+2]), c.span)
			}
		}
	case catalog.ShellUnset:
		a.unset(st, c, o)
	case catalog.ShellSet:
		st.errexit = st.errexit || o.has("-e")
		for i, w := range c.words[1:] {
			if w.Static() && w.Text == "--" || len(w.Text) > 0 && w.Text[0] != '-' && w.Text[0] != '+' {
				args := c.words[1+i:]
				if w.Text == "--" {
					args = args[1:]
				}
				st.params, st.paramsKnown = backs(args), true
				break
			}
		}
	case catalog.ShellShift:
		if len(st.params) > 0 && st.paramsKnown {
			n, err := 1, error(nil)
			if len(o.operands) > 0 {
				n, err = strconv.Atoi(o.operands[0].Text)
			}
			switch {
			case err != nil || st.vague(n):
				st.params, st.paramsKnown = nil, false
			case n >= 0 && n <= len(st.params):
				st.params = st.params[n:]
			}
		}
	case catalog.ShellExit:
		st.ended = exited
	case catalog.ShellReturn:
		st.ended = returned
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
		st.dir = fact.Dir{Path: a.env.World.Home(), Away: st.dir.Away}
	case o.operands[0].Text == "-":
		st.dir = st.prev
	case o.operands[0].Maybe, a.elsewhere(st, o.operands[0].Text):
		st.dir = fact.Dir{Away: st.dir.Away}
	default:
		st.dir = a.enter(st.dir, back(o.operands[0]))
		st.doubt = !st.errexit && a.missing(st.dir)
	}
	st.left, st.prev = &old, old
}

// elsewhere reports whether CDPATH may lead a change of directory away.
func (a *analyzer) elsewhere(st *state, to string) bool {
	first, _, _ := strings.Cut(to, "/")
	if first == "" || first == "." || first == ".." {
		return false
	}
	v, ok := st.get("CDPATH")
	return ok && (v == nil || len(v.vals) != 1 || v.vals[0].dyn || v.vals[0].text != "")
}

// missing reports whether a directory is not there, and nothing that the line
// ran before can have made it.
func (a *analyzer) missing(dir fact.Dir) bool {
	if dir.Path == "" || dir.Fresh || dir.Away != nil {
		return false
	}
	if _, err := a.env.World.Lstat(dir.Path); err == nil {
		return false
	}
	for ; !a.changed && a.looked < len(a.facts.Invocations); a.looked++ {
		inv := &a.facts.Invocations[a.looked]
		n := len(inv.Chain)
		a.changed = n == 0 || !inv.Chain[n-1].Reads && !inv.Wraps
	}
	return !a.changed
}

// readInto sets the names that read or mapfile is given. Without any, each has
// its own.
func (a *analyzer) readInto(st *state, c run, o *parsed, index int) {
	v := unknown()
	if c.in != nil {
		v.from = c.in.from
	} else { // somebody types it
		v.from = fact.Origins{index}
	}
	names, array := o.operands, o.chain[0].Shell == catalog.ShellLines
	if arrays := o.values("-a"); len(arrays) > 0 {
		names, array = arrays, true
	}
	for _, w := range names {
		v.text = "$" + w.Text
		to := back(w)
		if array {
			if name, _, ok := a.element(st, to, c.span); ok {
				e := unknown()
				e.from, e.maybe, e.many = v.from, true, true
				st.set(name, &variable{array: true, vals: []value{e}})
			}
			continue
		}
		a.assignTo(st, to, v, c.span)
	}
}

// printInto sets the name that printf -v is given.
func (a *analyzer) printInto(st *state, c run, o *parsed) {
	for _, w := range o.values("-v") {
		a.assignTo(st, back(w), formatted(o.operands), c.span)
	}
}

// unset takes names and elements away.
func (a *analyzer) unset(st *state, c run, o *parsed) {
	if o.has("-f") {
		return
	}
	for _, w := range o.operands {
		name, key, ok := a.element(st, back(w), c.span)
		old, _ := st.get(name)
		switch {
		case !ok:
		case key == "" || key == "@" || key == "*" || old == nil:
			if old != nil && old.reference && !o.has("-n") {
				if name = a.target(st, name, c.span); name == "" {
					continue
				}
			}
			st.set(name, &variable{vals: []value{{unset: true}}})
		case old.array:
			st.set(name, old.without(key))
		}
	}
}
