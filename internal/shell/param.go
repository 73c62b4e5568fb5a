package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// param evaluates a parameter expansion, which stands in double quotes or not.
func (a *analyzer) param(st *state, p *syntax.ParamExp, quoted bool) []piece {
	written := a.source(p)
	unknown := []piece{{alts: []value{several(written)}, split: true}}
	if p.Param == nil || p.NestedParam != nil || p.Flags != nil {
		return unknown
	}
	name := p.Param.Value
	index := ""
	if p.Index != nil {
		index = a.index(st, name, p.Index)
	}
	switch {
	case p.Length:
		if pc := a.lookup(st, name, index, written); pc.list {
			return []piece{a.count(pc, written)}
		}
		if index != "" {
			return unknown
		}
		return []piece{{alts: []value{a.computed(st, p, written)}}}
	case p.Excl:
		if p.Names == 0 && p.Index == nil && p.Exp == nil {
			v, ok := st.get(name)
			if ok && v != nil && len(v.vals) == 1 && !v.vals[0].dyn && syntax.ValidName(v.vals[0].text) && !v.reference {
				return []piece{a.lookup(st, v.vals[0].text, "", written)}
			}
			a.reference(st, name, p)
		}
		return unknown
	case p.Exp != nil:
		return a.operator(st, p, name, index, written, quoted)
	case p.Slice != nil || p.Repl != nil:
		a.nested(st, p)
		pc := a.lookup(st, name, index, written)
		switch {
		case pc.list && p.Slice != nil:
			return []piece{a.slice(st, p, name, pc, written)}
		case pc.list || index != "":
			return []piece{a.unsure(pc, written)}
		}
		return []piece{{alts: []value{a.computed(st, p, written)}, split: true}}
	}
	return []piece{a.lookup(st, name, index, written)}
}

// unsure is what becomes of a value or list by an operator that is not
// computed.
func (a *analyzer) unsure(pc piece, written string) piece {
	v := named(written)
	v.many = pc.list
	for _, e := range pc.alts {
		v.from = merge(v.from, e.from)
	}
	return piece{alts: []value{v}, split: true}
}

// count is how many elements a list has.
func (a *analyzer) count(pc piece, written string) piece {
	if slices.ContainsFunc(pc.alts, func(v value) bool { return v.maybe || v.many }) {
		return a.unsure(pc, written)
	}
	return piece{alts: []value{static(strconv.Itoa(len(pc.alts)))}}
}

// slice is ${@:from:length}, and the same of an array.
func (a *analyzer) slice(st *state, p *syntax.ParamExp, name string, pc piece, written string) piece {
	from, ok := a.constant(st, p.Slice.Offset)
	length, known := len(pc.alts), true
	if p.Slice.Length != nil {
		length, known = a.constant(st, p.Slice.Length)
	}
	if name == "@" || name == "*" {
		from-- // $0 counts too
	}
	if !ok || !known || from < 0 || length < 0 || slices.ContainsFunc(pc.alts, func(v value) bool { return v.maybe }) {
		return a.unsure(pc, written)
	}
	from = min(from, len(pc.alts))
	pc.alts = pc.alts[from:min(from+length, len(pc.alts))]
	return pc
}

// constant is the number that an arithmetic expression has.
func (a *analyzer) constant(st *state, x syntax.ArithmExpr) (int, bool) {
	v := a.arithmetic(st, x, "")
	n, err := strconv.Atoi(v.text)
	return n, err == nil && !v.dyn
}

// index evaluates a subscript to a text: "@", "*", a number, or "?" if unknown.
func (a *analyzer) index(st *state, name string, x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		v := a.single(st, w)
		if v.dyn {
			return "?"
		}
		if v.text == "@" || v.text == "*" {
			return v.text
		}
		if old, _ := st.get(name); old == nil || !old.assoc {
			return a.subscript(st, v, a.span(x))
		}
		return v.text
	}
	if v := a.arithmetic(st, x, ""); !v.dyn {
		return v.text
	}
	return "?"
}

// lookup is $name or ${name[index]}.
func (a *analyzer) lookup(st *state, name, index, written string) piece {
	switch name {
	case "@", "*":
		if !st.paramsKnown {
			return piece{alts: []value{several(written)}, split: true}
		}
		return piece{alts: st.params, list: true, star: name == "*", split: true}
	case "#":
		if st.paramsKnown && !st.vague(len(st.params)) {
			return piece{alts: []value{static(strconv.Itoa(len(st.params)))}}
		}
		return piece{alts: []value{named(written)}, split: true}
	}
	if n, err := strconv.Atoi(name); err == nil {
		if v, _ := st.get(name); n == 0 && v != nil {
			return piece{alts: slices.Clone(v.vals), split: true}
		}
		if v, _ := st.get("0"); n == 0 && v != nil && len(v.vals) == 1 {
			return piece{alts: v.vals, split: true}
		}
		switch {
		case !st.paramsKnown || n == 0 || st.vague(n):
			return piece{alts: []value{ambient(written)}, split: true}
		case n <= len(st.params):
			return piece{alts: []value{st.params[n-1]}, split: true}
		}
		return piece{alts: []value{{unset: true}}, split: true}
	}
	v, ok := st.get(name)
	if v != nil && v.reference {
		to := a.target(st, name, a.whole())
		if to == "" || to == name {
			return piece{alts: []value{ambient(written)}, split: true}
		}
		v, ok = st.get(to)
	}
	if v == nil {
		e := a.ambient(st, name, written)
		if ok {
			e = ambient(written)
		}
		if e.dyn && !ok && index == "" {
			e.given = len(e.text)
		}
		e.many = index == "@"
		return piece{alts: []value{e}, split: true}
	}
	if !v.array {
		switch index {
		case "", "0", "@", "*":
		case "?":
			return piece{alts: []value{ambient(written)}, split: true}
		default:
			return piece{alts: []value{{unset: true}}, split: true}
		}
		alts := make([]value, len(v.vals))
		for i, e := range v.vals {
			if e.dyn && e.text == "" {
				e.text = written
			}
			alts[i] = e
		}
		return piece{alts: alts, split: true}
	}
	if index == "@" || index == "*" {
		return piece{alts: v.vals, list: true, star: index == "*", split: true}
	}
	if index == "" {
		index = "0"
	}
	if e, ok := v.element(index); ok {
		return piece{alts: []value{e}, split: true}
	}
	return piece{alts: []value{ambient(written)}, split: true}
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
	return ambient(written)
}

// operator is ${name OP word}.
func (a *analyzer) operator(st *state, p *syntax.ParamExp, name, index, written string, quoted bool) []piece {
	cur := a.lookup(st, name, index, written)
	empty := false // whether an empty value counts as none
	switch p.Exp.Op {
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull, syntax.AlternateUnsetOrNull, syntax.ErrorUnsetOrNull:
		empty = true
	case syntax.DefaultUnset, syntax.AssignUnset, syntax.AlternateUnset, syntax.ErrorUnset:
	default:
		a.nested(st, p)
		if p.Exp.Op == syntax.OtherParamOps {
			a.transformed(st, p, cur)
		}
		if index != "" || cur.list || p.Exp.Op == syntax.OtherParamOps {
			return []piece{a.unsure(cur, written)}
		}
		return []piece{{alts: []value{a.computed(st, p, written)}, split: true}}
	}
	has, lacks := cur, piece{} // what it is when it counts, and when it does not
	if cur.list {
		if len(cur.alts) == 0 {
			has.alts, lacks.alts = nil, []value{{}}
		}
		if slices.ContainsFunc(cur.alts, func(v value) bool { return v.dyn || v.maybe || v.text == "" }) {
			return []piece{a.unsure(cur, written)}
		}
	} else {
		has.alts = nil
		for _, v := range cur.alts {
			if v.dyn && (v.unset || empty && v.known == 0) || !v.dyn && (v.unset || empty && v.text == "") {
				lacks.alts = append(lacks.alts, v)
			}
			if v.dyn || !v.unset && (v.text != "" || !empty) {
				v.unset = false
				has.alts = append(has.alts, v)
			}
		}
	}
	switch p.Exp.Op {
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		a.one(st, p.Exp.Word)
		if len(has.alts) == 0 {
			return []piece{{alts: []value{{}}}}
		}
		return []piece{has}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if len(has.alts) == 0 {
			a.one(st, p.Exp.Word)
			return []piece{{alts: []value{{}}, split: true}}
		}
		if len(lacks.alts) == 0 {
			return a.operand(st, p.Exp.Word, quoted)
		}
		return []piece{{alts: distinct(append(a.whole1(st, p.Exp.Word, quoted), value{})), split: true}}
	}
	assign := p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull
	if len(lacks.alts) == 0 {
		a.one(st, p.Exp.Word)
		return []piece{has}
	}
	if assign && index == "" && syntax.ValidName(name) {
		alts := distinct(append(has.alts[:len(has.alts):len(has.alts)], a.whole1(st, p.Exp.Word, quoted)...))
		for i := range alts {
			alts[i].solid = false // what was assigned is split like any value
		}
		a.put(st, name, oneOf(alts), a.span(p))
		return []piece{{alts: alts, split: true}}
	}
	if len(has.alts) == 0 {
		return a.operand(st, p.Exp.Word, quoted)
	}
	return []piece{{alts: distinct(append(has.alts[:len(has.alts):len(has.alts)], a.whole1(st, p.Exp.Word, quoted)...)), split: true}}
}

// operand is the word of an expansion in the place of the expansion.
func (a *analyzer) operand(st *state, w *syntax.Word, quoted bool) []piece {
	if w == nil || len(w.Parts) == 0 {
		return []piece{{alts: []value{{}}, split: true}}
	}
	tilde := tildeFirst
	if quoted {
		w, tilde = inQuotes(a, w), tildeNone
	}
	ps := a.pieces(st, w.Parts, quoted, tilde)
	for i := range ps {
		if _, ok := w.Parts[min(i, len(w.Parts)-1)].(*syntax.Lit); ok && len(ps) == len(w.Parts) {
			ps[i].split = !quoted // blanks in it stand without quotes
		}
	}
	return ps
}

// braceEscapes takes away the backslash before a brace that would end an expansion.
var braceEscapes = strings.NewReplacer(`\\`, `\\`, `\}`, `}`)

// inQuotes is a word in double quotes, where single ones are plain characters.
func inQuotes(a *analyzer, w *syntax.Word) *syntax.Word {
	parts := make([]syntax.WordPart, len(w.Parts))
	for i, p := range w.Parts {
		parts[i] = p
		switch p := p.(type) {
		case *syntax.SglQuoted:
			parts[i] = &syntax.SglQuoted{Left: p.Pos(), Right: p.End(), Value: a.source(p)}
		case *syntax.Lit:
			l := *p
			l.Value = braceEscapes.Replace(l.Value)
			parts[i] = &l
		}
	}
	return &syntax.Word{Parts: parts}
}

// whole1 is operand as one value, with its alternatives.
func (a *analyzer) whole1(st *state, w *syntax.Word, quoted bool) []value {
	if quoted && w != nil {
		w = &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: inQuotes(a, w).Parts}}}
	}
	alts := a.one(st, w)
	if quoted || w == nil {
		return alts
	}
	solid, loose := false, false
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			solid = true
		default:
			loose = true
		}
	}
	for i := range alts {
		switch {
		case solid && !loose:
			alts[i].solid = true
		case solid && strings.ContainsAny(alts[i].text, " \t\n"):
			alts[i].dyn, alts[i].known = true, 0 // where it is cut is not known
		}
	}
	return alts
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
