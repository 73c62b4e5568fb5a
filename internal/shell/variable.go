package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// variable is all that a name can stand for at a point of the line.
type variable struct {
	vals  []value  // alternatives; for an array, its elements
	array bool     // vals are elements
	keys  []string // of the elements, nil if they are not known
	attributes
}

// attributes are what declare gives a name beside a value.
type attributes struct {
	assoc     bool // keys are texts, not numbers
	integer   bool // what is assigned is computed first
	reference bool // the value is the name of another variable
	upper     bool
	lower     bool
	exported  bool
}

// maxAlternatives bounds what one variable is followed through.
const maxAlternatives = 32

func oneOf(vals []value) *variable {
	if len(vals) > maxAlternatives {
		from := fact.Origins(nil)
		for _, v := range vals {
			from = merge(from, v.from)
		}
		v := unknown()
		v.from = from
		return &variable{vals: []value{v}}
	}
	return &variable{vals: vals}
}

// element is the one with a key, and whether it is known which that is.
func (v *variable) element(key string) (value, bool) {
	if v.keys == nil && len(v.vals) > 0 || key == "?" {
		return value{}, false
	}
	if n, err := strconv.Atoi(key); err == nil && n < 0 && !v.assoc {
		key = strconv.Itoa(v.next() + n)
	}
	if i := slices.Index(v.keys, key); i >= 0 {
		return v.vals[i], true
	}
	return value{unset: true}, true
}

// next is the number behind the last element's.
func (v *variable) next() int {
	n := 0
	for _, k := range v.keys {
		if i, err := strconv.Atoi(k); err == nil {
			n = max(n, i+1)
		}
	}
	return n
}

// with is v with an element set. Elements stay in the order of their numbers.
func (v *variable) with(key string, e value) *variable {
	out := &variable{array: true, attributes: v.attributes}
	if key == "?" || v.keys == nil && len(v.vals) > 0 || e.maybe {
		out.vals = append(v.vals[:len(v.vals):len(v.vals)], e)
		for i := range out.vals {
			out.vals[i].maybe = true
		}
		return out
	}
	out.vals, out.keys = slices.Clone(v.vals), slices.Clone(v.keys)
	if n, err := strconv.Atoi(key); err == nil && n < 0 && !v.assoc {
		key = strconv.Itoa(v.next() + n)
	}
	if i := slices.Index(out.keys, key); i >= 0 {
		out.vals[i] = e
		return out
	}
	at := len(out.keys)
	if n, err := strconv.Atoi(key); err == nil && !v.assoc {
		for at > 0 {
			if k, _ := strconv.Atoi(out.keys[at-1]); k < n {
				break
			}
			at--
		}
	}
	out.keys = slices.Insert(out.keys, at, key)
	out.vals = slices.Insert(out.vals, at, e)
	return out
}

// without is v with an element removed.
func (v *variable) without(key string) *variable {
	out := &variable{array: true, attributes: v.attributes}
	if key == "?" || v.keys == nil && len(v.vals) > 0 {
		out.vals = slices.Clone(v.vals)
		for i := range out.vals {
			out.vals[i].maybe = true
		}
		return out
	}
	for i, k := range v.keys {
		if k != key {
			out.keys, out.vals = append(out.keys, k), append(out.vals, v.vals[i])
		}
	}
	if out.keys == nil {
		out.keys = []string{}
	}
	return out
}

// put gives a name a value, as an assignment does: attributes of the name
// count, and a reference is followed.
func (a *analyzer) put(st *state, name string, v *variable, span fact.Span) {
	old, _ := st.get(name)
	if old != nil && old.reference {
		target := a.target(st, name, span)
		if target == "" {
			a.opaque("which variable is set through a reference is not known before the command runs", span)
			return
		}
		a.put(st, target, v, span)
		return
	}
	if old != nil {
		v.attributes = old.attributes
		if old.array && !v.array && len(v.vals) == 1 {
			v = old.with("0", v.vals[0])
		}
	}
	a.adjust(st, v, span)
	st.set(name, v)
	a.environment(st, name, v.vals, span)
}

// adjust applies the attributes of a name to what it is given.
func (a *analyzer) adjust(st *state, v *variable, span fact.Span) {
	if !v.integer && !v.upper && !v.lower {
		return
	}
	v.vals = slices.Clone(v.vals)
	for i := range v.vals {
		e := &v.vals[i]
		switch {
		case e.dyn:
			e.known = 0
		case v.integer:
			text := a.evaluate(st, e.text, span)
			text.from = e.from
			*e = text
		case v.upper:
			e.text = strings.ToUpper(e.text)
			e.known, e.at = len(e.text), 0
		case v.lower:
			e.text = strings.ToLower(e.text)
			e.known, e.at = len(e.text), 0
		}
	}
}

// maxReferences bounds how far a name stands for a name that stands for a name.
const maxReferences = 8

// target is the name that a reference stands for, "" if it is not known.
func (a *analyzer) target(st *state, name string, span fact.Span) string {
	for range maxReferences {
		v, ok := st.get(name)
		if v == nil || !v.reference {
			if v == nil && ok {
				return ""
			}
			return name
		}
		if len(v.vals) != 1 || v.vals[0].dyn || !syntax.ValidName(v.vals[0].text) {
			for _, e := range v.vals {
				a.element(st, e, span)
			}
			return ""
		}
		name = v.vals[0].text
	}
	return ""
}

// element is where a text that names a variable, or an element of one, points:
// read, printf -v, unset and their like take such texts, and compute what
// stands in the brackets.
func (a *analyzer) element(st *state, v value, span fact.Span) (name, key string, ok bool) {
	name, rest, indexed := strings.Cut(v.text, "[")
	if v.dyn && (len(name) >= v.known || indexed) {
		return "", "", false
	}
	if !syntax.ValidName(name) {
		return "", "", false
	}
	if !indexed {
		return name, "", true
	}
	key, found := strings.CutSuffix(rest, "]")
	if !found {
		return "", "", false
	}
	if key == "@" || key == "*" {
		return name, key, true
	}
	if old, _ := st.get(name); old != nil && old.assoc {
		a.within(key, 0, &span, func() { a.prompt(st, static(key), span) })
		return name, key, true
	}
	return name, a.subscript(st, static(key), span), true
}

// assignTo sets what a text names: x, or a[1].
func (a *analyzer) assignTo(st *state, target value, v value, span fact.Span) {
	name, key, ok := a.element(st, target, span)
	switch {
	case !ok && target.dyn && len(target.from) > 0:
		a.opaque("which variable is set is not known before the command runs", span)
	case !ok:
	case key == "":
		a.put(st, name, &variable{vals: []value{v}}, span)
	default:
		a.putElement(st, name, key, v, span)
	}
}

// putElement sets one element of an array.
func (a *analyzer) putElement(st *state, name, key string, e value, span fact.Span) {
	old, ok := st.get(name)
	switch {
	case old == nil && ok:
		old = &variable{array: true, vals: []value{{dyn: true, maybe: true, many: true}}}
	case old == nil:
		old = &variable{array: true, keys: []string{}}
	case !old.array:
		keys := []string{"0"}
		if len(old.vals) != 1 {
			keys = nil
		}
		if len(old.vals) == 1 && old.vals[0].unset && !old.vals[0].dyn {
			old = &variable{array: true, keys: []string{}, attributes: old.attributes}
		} else {
			old = &variable{array: true, keys: keys, vals: old.vals, attributes: old.attributes}
		}
	}
	if len(old.vals) > a.limits.Words {
		old = &variable{array: true, vals: []value{{dyn: true, maybe: true, many: true}}}
	}
	v := &variable{vals: []value{e}, attributes: old.attributes}
	a.adjust(st, v, span)
	st.set(name, old.with(key, v.vals[0]))
}
