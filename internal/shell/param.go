package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// maxOperand bounds the text that an expansion operator is computed on.
const maxOperand = 16 << 10

// param evaluates a parameter expansion.
func (a *analyzer) param(st *state, p *syntax.ParamExp) piece {
	written := a.source(p)
	if p.Param == nil || p.NestedParam != nil || p.Flags != nil {
		return piece{alts: []value{named(written)}}
	}
	name := p.Param.Value
	index := ""
	if p.Index != nil {
		index = a.index(st, p.Index)
	}
	switch {
	case p.Length:
		return piece{alts: []value{a.computed(st, p, written)}}
	case p.Excl:
		if p.Names == 0 && p.Index == nil && p.Exp == nil {
			if v, ok := st.get(name); ok && v != nil && len(v.vals) == 1 && !v.vals[0].dyn && syntax.ValidName(v.vals[0].text) {
				return a.lookup(st, v.vals[0].text, "", written)
			}
		}
		return piece{alts: []value{named(written)}}
	case p.Exp != nil:
		return a.operator(st, p, name, index, written)
	case p.Slice != nil || p.Repl != nil:
		a.nested(st, p)
		if index == "" {
			return piece{alts: []value{a.computed(st, p, written)}}
		}
		return piece{alts: []value{named(written)}}
	}
	return a.lookup(st, name, index, written)
}

// index evaluates a subscript to a text: "@", "*", a number, or "?" if unknown.
func (a *analyzer) index(st *state, x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		v := a.single(st, w)
		if !v.dyn {
			return v.text
		}
		return "?"
	}
	a.arithmetic(st, x, "")
	return "?"
}

// lookup is $name or ${name[index]}.
func (a *analyzer) lookup(st *state, name, index, written string) piece {
	switch name {
	case "@", "*":
		if !st.paramsKnown {
			return piece{alts: []value{named(written)}}
		}
		return piece{alts: st.params, list: true}
	case "#":
		if st.paramsKnown {
			return piece{alts: []value{static(strconv.Itoa(len(st.params)))}}
		}
		return piece{alts: []value{named(written)}}
	}
	if n, err := strconv.Atoi(name); err == nil {
		if !st.paramsKnown || n == 0 {
			return piece{alts: []value{named(written)}}
		}
		if n <= len(st.params) {
			return piece{alts: []value{st.params[n-1]}}
		}
		return piece{alts: []value{{}}}
	}
	v, ok := st.get(name)
	if v == nil {
		if ok {
			return piece{alts: []value{named(written)}}
		}
		return piece{alts: []value{a.ambient(st, name, written)}}
	}
	if !v.array {
		alts := make([]value, len(v.vals))
		for i, e := range v.vals {
			if e.dyn && e.text == "" {
				e.text = written
			}
			alts[i] = e
		}
		return piece{alts: alts}
	}
	switch {
	case index == "@" || index == "*":
		return piece{alts: v.vals, list: true}
	case len(v.vals) == 0:
		return piece{alts: []value{{}}}
	case index == "":
		return piece{alts: v.vals[:1]}
	}
	if n, err := strconv.Atoi(index); err == nil && n >= 0 && n < len(v.vals) {
		return piece{alts: v.vals[n : n+1]}
	}
	return piece{alts: []value{named(written)}}
}

// ambient is a variable that the line did not set. Only what the shell itself
// sets, and the home directory, is known.
func (a *analyzer) ambient(st *state, name, written string) value {
	switch name {
	case "HOME":
		return a.directory(a.env.World.Home(), written)
	case "PWD":
		v := a.directory(st.dir.Path, written)
		v.fresh = st.dir.Fresh
		return v
	case "OLDPWD":
		return a.directory(st.prev.Path, written)
	case "TMPDIR":
		if t := a.env.World.Temp(); len(t) > 0 {
			return static(t[0])
		}
	case "IFS":
		return static(" \t\n")
	}
	return named(written)
}

// operator is ${name OP word}.
func (a *analyzer) operator(st *state, p *syntax.ParamExp, name, index, written string) piece {
	cur := a.lookup(st, name, index, written)
	known := !cur.list && len(cur.alts) > 0
	for _, v := range cur.alts {
		known = known && !v.dyn
	}
	_, assigned := st.get(name)
	known = known && (assigned || name == "HOME" || name == "PWD")
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		alts := a.one(st, p.Exp.Word)
		if known && len(cur.alts) == 1 && cur.alts[0].text != "" {
			return cur
		}
		if p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull {
			st.set(name, oneOf(distinct(append(cur.alts[:len(cur.alts):len(cur.alts)], alts...))))
		}
		if known && len(cur.alts) == 1 {
			return piece{alts: alts}
		}
		return piece{alts: distinct(append(cur.alts[:len(cur.alts):len(cur.alts)], alts...))}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		alts := a.one(st, p.Exp.Word)
		if known && len(cur.alts) == 1 && cur.alts[0].text != "" {
			return piece{alts: alts}
		}
		return piece{alts: append(alts[:len(alts):len(alts)], value{})}
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		a.one(st, p.Exp.Word)
		return cur
	}
	a.nested(st, p)
	if index != "" || p.Exp.Op == syntax.OtherParamOps {
		return piece{alts: []value{named(written)}}
	}
	return piece{alts: []value{a.computed(st, p, written)}}
}

// nested walks the words inside an expansion for what they run.
func (a *analyzer) nested(st *state, p *syntax.ParamExp) {
	if p.Exp != nil && p.Exp.Word != nil {
		a.single(st, p.Exp.Word)
	}
	if p.Repl != nil {
		a.single(st, p.Repl.Orig)
		if p.Repl.With != nil {
			a.single(st, p.Repl.With)
		}
	}
	if p.Slice != nil {
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil {
				a.arithmetic(st, x, "")
			}
		}
	}
}

// computed lets the shell library compute an expansion whose names are all
// known; anything else stays unknown.
func (a *analyzer) computed(st *state, p *syntax.ParamExp, written string) (v value) {
	defer func() {
		if recover() != nil { // the library panics on some malformed patterns
			v = named(written)
		}
	}()
	env := &known{st: st}
	out, err := expand.Literal(&expand.Config{Env: env}, &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{p}}}})
	if err != nil || env.missing || len(out) > maxOperand {
		v := named(written)
		v.from = env.from
		return v
	}
	v = static(out)
	v.from = env.from
	return v
}

// arithmetic walks an arithmetic expression for what it runs and computes it
// where everything in it is known.
func (a *analyzer) arithmetic(st *state, x syntax.ArithmExpr, written string) (v value) {
	if written == "" {
		written = "$((…))"
	}
	if x == nil {
		return static("0")
	}
	constant := true
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			constant = false
			a.substitute(st, n.Stmts)
			return false
		case *syntax.ParamExp:
			if n.Exp != nil || n.Index != nil || n.Repl != nil || n.Slice != nil {
				constant = false
				a.nested(st, n)
			}
		case *syntax.BinaryArithm:
			if assigns(n.Op) {
				constant = false
				if w, ok := n.X.(*syntax.Word); ok {
					if name := w.Lit(); syntax.ValidName(name) {
						st.set(name, &variable{vals: []value{named("$" + name)}})
					}
				}
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				constant = false
				if w, ok := n.X.(*syntax.Word); ok {
					if name := w.Lit(); syntax.ValidName(name) {
						st.set(name, &variable{vals: []value{named("$" + name)}})
					}
				}
			}
		}
		return true
	})
	if !constant {
		return named(written)
	}
	defer func() {
		if recover() != nil {
			v = named(written)
		}
	}()
	env := &known{st: st}
	n, err := expand.Arithm(&expand.Config{Env: env}, x)
	if err != nil || env.missing {
		return named(written)
	}
	return static(strconv.Itoa(n))
}

func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// known gives the shell library the names whose one value is known, and
// remembers whether it asked for any other.
type known struct {
	st      *state
	missing bool
	from    fact.Origins
}

func (k *known) Get(name string) expand.Variable {
	v, _ := k.st.get(name)
	if v == nil || v.array || len(v.vals) != 1 || v.vals[0].dyn || len(v.vals[0].text) > maxOperand {
		if v != nil {
			for _, e := range v.vals {
				k.from = merge(k.from, e.from)
			}
		}
		// Options and locale that the library itself consults stay unset.
		if name != "LC_ALL" && name != "LANG" && !strings.HasPrefix(name, "LC_") && name != "IFS" {
			k.missing = true
		}
		return expand.Variable{}
	}
	k.from = merge(k.from, v.vals[0].from)
	return expand.Variable{Set: true, Kind: expand.String, Str: v.vals[0].text}
}

func (k *known) Each(func(string, expand.Variable) bool) {}
