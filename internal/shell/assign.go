package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/brace"
	"github.com/ravenclaude/thing/internal/fact"
)

// assign carries out NAME=value, NAME+=value, NAME[i]=value and NAME=(…).
func (a *analyzer) assign(st *state, as *syntax.Assign) {
	if as.Name == nil {
		return
	}
	name, span := as.Name.Value, a.span(as)
	switch {
	case as.Array != nil:
		a.elements(st, as)
		return
	case as.Index != nil:
		key := a.key(st, name, as.Index)
		for _, v := range a.one(st, as.Value) {
			if as.Append {
				v = a.appended(st, name, key, v)
			}
			a.putElement(st, name, key, v, span)
		}
		return
	}
	vals := a.one(st, as.Value)
	if as.Append {
		old := a.lookup(st, name, "", "$"+name)
		if v, _ := st.get(name); v != nil && v.integer {
			for i := range vals {
				vals[i] = static("(" + old.alts[0].text + ")+(" + vals[i].text + ")")
				vals[i].dyn = vals[i].dyn || old.alts[0].dyn || len(old.alts) > 1
			}
		} else {
			vals = a.crossed(old.alts, vals)
		}
	}
	for i := range vals {
		a.decoded += len(vals[i].text)
	}
	if a.decoded > a.limits.Decoded {
		a.bound("variables grow beyond what can be analysed", span)
		vals = []value{unknown()}
	}
	a.put(st, name, oneOf(distinct(vals)), span)
}

// crossed joins every left value with every right one.
func (a *analyzer) crossed(left, right []value) []value {
	if len(left)*len(right) > maxCombinations {
		return []value{unknown()}
	}
	var out []value
	for _, l := range left {
		for _, r := range right {
			v := l.join(r)
			if len(v.text) > a.limits.Decoded {
				v = unknown()
			}
			out = append(out, v)
		}
	}
	return out
}

// appended is an element with a text added to it.
func (a *analyzer) appended(st *state, name, key string, v value) value {
	old, _ := st.get(name)
	if old == nil || !old.array || old.integer {
		return unknown()
	}
	e, ok := old.element(key)
	if !ok {
		return unknown()
	}
	return e.join(v)
}

// key is the subscript of an assignment; that of an associative array is a
// text, any other is computed.
func (a *analyzer) key(st *state, name string, x syntax.ArithmExpr) string {
	w, isWord := x.(*syntax.Word)
	if old, _ := st.get(name); old != nil && old.assoc {
		if !isWord {
			a.arithmetic(st, x, "")
			return "?"
		}
		if v := a.single(st, w); !v.dyn {
			return v.text
		}
		return "?"
	}
	if v := a.arithmetic(st, x, ""); !v.dyn {
		return v.text
	}
	return "?"
}

// elements carries out NAME=(…) and NAME+=(…).
func (a *analyzer) elements(st *state, as *syntax.Assign) {
	name, span := as.Name.Value, a.span(as)
	v := &variable{array: true, keys: []string{}}
	if old, _ := st.get(name); old != nil {
		v.attributes = old.attributes
		if as.Append && old.array {
			v.vals, v.keys = old.vals, old.keys
		} else if as.Append && len(old.vals) == 1 && !old.vals[0].unset {
			v.vals, v.keys = old.vals, []string{"0"}
		}
	}
	for _, e := range as.Array.Elems {
		if e.Index != nil {
			st.set(name, v) // the key may be computed by what is there
			key := a.key(st, name, e.Index)
			for _, val := range a.one(st, e.Value) {
				v = v.with(key, val)
			}
			continue
		}
		if e.Value == nil {
			continue
		}
		alts := a.expand(st, e.Value)
		for _, fields := range alts {
			for _, f := range fields {
				f.maybe = f.maybe || len(alts) > 1
				key := "?"
				if v.keys != nil && !v.assoc && !f.open() {
					key = itoa(v.next())
				}
				v = v.add(key, f)
			}
		}
		if len(v.vals) > a.limits.Words {
			v = &variable{array: true, vals: []value{{dyn: true, maybe: true, many: true}}, attributes: v.attributes}
			break
		}
	}
	st.set(name, v)
	a.environment(st, name, v.vals, span)
}

// open reports whether a field may be several, or none.
func (v value) open() bool { return v.many || v.maybe }

// add appends an element; with the key "?" the keys are no longer known.
func (v *variable) add(key string, e value) *variable {
	out := &variable{array: true, attributes: v.attributes}
	out.vals = append(v.vals[:len(v.vals):len(v.vals)], e)
	if key != "?" && v.keys != nil {
		out.keys = append(v.keys[:len(v.keys):len(v.keys)], key)
	}
	return out
}

// declare walks export, local, declare and readonly.
func (a *analyzer) declare(st *state, c *syntax.DeclClause) {
	var on, off attributes
	array, local := false, true
	if c.Variant != nil {
		switch c.Variant.Value {
		case "export", "readonly":
			local = false
			on.exported = c.Variant.Value == "export"
		case "nameref":
			on.reference = true
		}
	}
	for _, as := range c.Args {
		if as.Name == nil {
			if as.Value == nil {
				continue
			}
			for _, v := range slices.Concat(a.expand(st, as.Value)...) {
				switch {
				case strings.HasPrefix(v.text, "-"):
					on = on.plus(flagsOf(v.text))
					array = array || strings.ContainsAny(v.text, "aA")
					local = local && !strings.Contains(v.text, "g")
				case strings.HasPrefix(v.text, "+"):
					off = off.plus(flagsOf(v.text))
				default:
					a.declared(st, v, on, a.span(as))
				}
			}
			continue
		}
		name := as.Name.Value
		if local {
			st.local(name)
		}
		old, _ := st.get(name)
		next := &variable{vals: []value{ambient("$" + name)}, attributes: on}
		if local && st.locals != nil {
			next.vals = []value{{unset: true}}
		} else if old != nil {
			*next = *old
			next.attributes = old.plus(on)
		}
		next.attributes = next.minus(off)
		if array && !next.array {
			next.array, next.vals, next.keys = true, nil, []string{}
		}
		if on.reference {
			if as.Value != nil {
				next.vals = a.one(st, as.Value)
			}
			st.set(name, next)
			continue
		}
		if old != nil || local || array || on != (attributes{}) {
			st.set(name, next)
		}
		switch {
		case as.Array == nil && as.Value != nil && brace.In(as.Value):
			words, ok := a.braces(as.Value)
			if !ok || words == nil {
				words = []*syntax.Word{as.Value}
			}
			var each [][]value // an argument of its own, all expanded before any is set
			for _, w := range words {
				each = append(each, a.one(st, w))
			}
			for _, vals := range each {
				a.put(st, name, oneOf(vals), a.span(as))
			}
		case !as.Naked || as.Array != nil:
			a.assign(st, as)
		}
	}
}

// declared is an argument of declare that is only known after expansion.
func (a *analyzer) declared(st *state, v value, on attributes, span fact.Span) {
	name, text, found := strings.Cut(v.text, "=")
	if v.dyn && len(name) >= v.known {
		if len(v.from) > 0 {
			a.opaque("which variable is set is not known before the command runs", span)
		}
		return
	}
	to := static(name)
	if !found {
		if syntax.ValidName(name) {
			return
		}
		a.element(st, to, span)
		return
	}
	val := static(text)
	val.dyn, val.known, val.from = v.dyn, max(v.known-len(name)-1, 0), v.from
	if on.reference {
		st.set(name, &variable{vals: []value{val}, attributes: on})
		return
	}
	a.assignTo(st, to, val, span)
}

// flagsOf reads the attributes in -ix.
func flagsOf(s string) attributes {
	has := func(c byte) bool { return strings.IndexByte(s, c) >= 0 }
	return attributes{assoc: has('A'), integer: has('i'), reference: has('n'), upper: has('u'), lower: has('l'), exported: has('x')}
}

// plus has what either has.
func (x attributes) plus(y attributes) attributes {
	return attributes{
		assoc: x.assoc || y.assoc, integer: x.integer || y.integer, reference: x.reference || y.reference,
		upper: (x.upper || y.upper) && !y.lower, lower: (x.lower || y.lower) && !y.upper, exported: x.exported || y.exported,
	}
}

// minus has what only x has.
func (x attributes) minus(y attributes) attributes {
	return attributes{
		assoc: x.assoc && !y.assoc, integer: x.integer && !y.integer, reference: x.reference && !y.reference,
		upper: x.upper && !y.upper, lower: x.lower && !y.lower, exported: x.exported && !y.exported,
	}
}

// local remembers what a name stood for outside the function.
func (st *state) local(name string) {
	if st.locals == nil {
		return
	}
	if _, done := st.locals[name]; !done {
		v, _ := st.get(name)
		st.locals[name] = v
	}
}

// during runs f with names set for that time only, as a command with
// assignments before it sees them.
func (a *analyzer) during(st *state, env []fact.Assign, span fact.Span, f func()) {
	type saved struct {
		name string
		v    *variable
	}
	var old []saved
	for _, as := range env {
		v, _ := st.get(as.Name)
		old = append(old, saved{as.Name, v})
		st.set(as.Name, &variable{vals: []value{back(as.Value)}, attributes: attributes{exported: true}})
	}
	f()
	for i := len(old) - 1; i >= 0; i-- {
		st.restore(old[i].name, old[i].v)
	}
}

// restore gives a name back what it stood for.
func (st *state) restore(name string, v *variable) {
	if v == nil {
		v = &variable{vals: []value{ambient("$" + name)}}
	}
	st.set(name, v)
}

// child is the state of another shell, started by this one with assignments
// before it.
func (st *state) child(env []fact.Assign) *state {
	sub := st.layer()
	sub.alone = true
	for _, as := range env {
		sub.set(as.Name, &variable{vals: []value{back(as.Value)}, attributes: attributes{exported: true}})
	}
	if _, ok := st.get("IFS"); ok {
		sub.set("IFS", &variable{vals: []value{{unset: true}}}) // no shell takes it from outside
	}
	return sub
}

// inherited is what another process sees of a variable: nothing, unless it is
// exported. Whether it was before the line set it is not known.
func (v *variable) inherited() *variable {
	out := &variable{attributes: attributes{exported: v.exported}}
	switch {
	case v.array:
		out.vals = []value{{unset: true}}
	case v.reference:
		return nil
	case v.exported:
		out.vals = v.vals
	default:
		out.vals = distinct(append(v.vals[:len(v.vals):len(v.vals)], value{unset: true}))
	}
	return out
}
