package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// maxCombinations bounds how many values of one word are told apart.
const maxCombinations = 64

// combine turns pieces into fields, once for each combination of alternatives.
func (a *analyzer) combine(st *state, ps []piece) [][]value {
	sep := a.separators(st)
	total := 1
	for _, p := range ps {
		if !p.list && len(p.alts) > 1 {
			total *= len(p.alts)
			if total > maxCombinations {
				break
			}
		}
	}
	if total > maxCombinations {
		for i := range ps {
			if !ps[i].list && len(ps[i].alts) > 1 {
				from := fact.Origins(nil)
				for _, v := range ps[i].alts {
					from = merge(from, v.from)
				}
				v := unknown()
				v.text, v.from = "…", from
				ps[i].alts = []value{v}
			}
		}
		total = 1
	}
	if total == 1 {
		return [][]value{fields(ps, nil, sep)}
	}
	out := make([][]value, 0, total)
	pick := make([]int, len(ps))
	for {
		out = append(out, fields(ps, pick, sep))
		i := 0
		for ; i < len(ps); i++ {
			if ps[i].list || len(ps[i].alts) < 2 {
				continue
			}
			if pick[i]++; pick[i] < len(ps[i].alts) {
				break
			}
			pick[i] = 0
		}
		if i == len(ps) {
			return out
		}
	}
}

// fields joins the picked values of pieces to fields.
func fields(ps []piece, pick []int, sep value) []value {
	b := builder{sep: sep}
	for i, p := range ps {
		switch {
		case p.list:
			for j, v := range p.alts {
				if j > 0 {
					b.end()
				}
				b.add(v, p.split)
			}
			if len(p.alts) > 0 && !p.split {
				b.open = true
			}
		case len(p.alts) == 0:
		default:
			n := 0
			if pick != nil {
				n = pick[i]
			}
			b.add(p.alts[n], p.split)
		}
	}
	b.end()
	for i := range b.done {
		b.done[i].many = b.done[i].many || b.done[i].glob > 0
	}
	return b.done
}

// builder collects fields. The text of the field being built is gathered
// apart, so that a word of many parts costs no more than its length.
type builder struct {
	done []value
	cur  value
	text strings.Builder
	n    int // parts of the field being built
	open bool
	sep  value // what separates fields
}

func (b *builder) end() {
	if b.open {
		if b.n > 1 {
			b.cur.text = b.text.String()
			if !b.cur.dyn {
				b.cur.known = len(b.cur.text)
			}
		}
		b.cur.unset = false // a field is there
		b.done = append(b.done, b.cur)
	}
	b.cur, b.n, b.open = value{}, 0, false
	b.text.Reset()
}

// value ends the one field that was built and returns it.
func (b *builder) value() value {
	b.end()
	if len(b.done) == 0 {
		return value{}
	}
	return b.done[0]
}

// put appends v to the field being built.
func (b *builder) put(v value) {
	b.open = true
	if b.n++; b.n == 1 {
		b.cur = v
		return
	}
	if b.n == 2 {
		b.text.WriteString(b.cur.text)
	}
	c := &b.cur
	if v.glob > 0 && c.glob == 0 {
		c.glob = b.text.Len() + v.glob
	}
	if !c.dyn {
		c.known = b.text.Len() + v.known
	}
	if b.text.Len() == 0 {
		c.fresh = v.fresh
	}
	switch {
	case v.dyn && b.text.Len() == 0 && !c.dyn:
		c.given = v.given
	case v.dyn:
		c.given = 0
	}
	b.text.WriteString(v.text)
	c.dyn = c.dyn || v.dyn
	c.many = c.many || v.many
	c.at = 0
	c.from = merge(c.from, v.from)
}

// add appends v to the field being built; unquoted text is split.
func (b *builder) add(v value, split bool) {
	if v.solid {
		split, v.solid = false, false
	}
	v.many = v.many || split && v.dyn
	switch {
	case !split || v.text == "":
	case b.sep.dyn:
		v.dyn, v.known = true, 0 // it may be cut anywhere
	case v.dyn:
		if i := strings.IndexAny(v.text[:v.known], b.sep.text); i >= 0 {
			v.known = i
		}
	}
	if !split || v.dyn || !strings.ContainsAny(v.text, b.sep.text) {
		if split && v.glob == 0 {
			v.glob = 1 + pattern(v.text)
		}
		if v.text != "" || v.dyn || !split {
			b.put(v)
		}
		return
	}
	for rest := v.text; rest != ""; {
		n := strings.IndexAny(rest, b.sep.text)
		if n < 0 {
			n = len(rest)
		}
		if n > 0 {
			part := static(rest[:n])
			part.from, part.maybe, part.glob = v.from, v.maybe, 1+pattern(rest[:n])
			b.put(part)
			if rest = rest[n:]; rest == "" {
				return
			}
		}
		// Blanks separate together; any other separator ends a field of its own.
		blank := b.blanks(rest)
		rest = rest[blank:]
		if rest != "" && strings.IndexByte(b.sep.text, rest[0]) >= 0 {
			if !b.open {
				b.put(value{from: v.from, maybe: v.maybe})
			}
			rest = rest[1:]
			rest = rest[b.blanks(rest):]
		}
		b.end()
	}
}

// blanks counts the blanks at the start of s that separate fields.
func (b *builder) blanks(s string) int {
	n := 0
	for n < len(s) && strings.IndexByte(" \t\n", s[n]) >= 0 && strings.IndexByte(b.sep.text, s[n]) >= 0 {
		n++
	}
	return n
}

// separators is the value of IFS.
func (a *analyzer) separators(st *state) value {
	v, ok := st.get("IFS")
	switch {
	case !ok:
		return static(" \t\n")
	case v == nil || len(v.vals) != 1 || v.vals[0].dyn:
		return unknown()
	case v.vals[0].unset:
		return static(" \t\n")
	}
	return v.vals[0]
}

// pattern is the offset of the first character that makes text a pattern, -1
// for none.
func pattern(text string) int {
	i := strings.IndexAny(text, "*?[")
	if i >= 0 && text[i] == '[' && strings.IndexByte(text[i:], ']') < 0 {
		if j := strings.IndexAny(text[i:], "*?"); j >= 0 {
			return i + j
		}
		return -1
	}
	return i
}

// listed joins a list to one field, as "$*" does.
func (a *analyzer) listed(st *state, list []value) value {
	sep := a.separators(st)
	if sep.text != "" {
		sep.text = sep.text[:1]
		sep.known = min(sep.known, 1)
	}
	var b builder
	for i, v := range list {
		if i > 0 {
			b.put(sep)
		}
		if v.maybe {
			v.dyn, v.known, v.maybe = true, 0, false
		}
		b.put(v)
	}
	return b.value()
}
