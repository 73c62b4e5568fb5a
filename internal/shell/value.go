package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// value is a text as far as it is known before the line runs.
type value struct {
	text  string // parts that are not known stand as they are written
	known int    // bytes at the start that are known
	dyn   bool   // something in it is not known
	fresh bool   // a path that the line itself makes, or below it
	maybe bool   // one of several values of the word that it is a field of
	unset bool   // the name that it was read from may have no value; surely has none, if !dyn
	many  bool   // what is not known in it may make it several fields, or none
	solid bool   // quoted as a whole, so that nothing is split
	given int    // bytes at the start that name a variable of the environment, which the line does not set; all else is known
	glob  int    // 1 + offset of the first unquoted pattern character, 0 for none
	at    int    // 1 + offset in the input field where text stands verbatim, 0 if it does not
	from  fact.Origins
}

func static(s string) value { return value{text: s, known: len(s)} }

// unknown is a value of which nothing is known.
func unknown() value { return value{dyn: true} }

// named is an unknown value that shows as it is written.
func named(s string) value { return value{text: s, dyn: true} }

// ambient is a value from outside the line, where the name may have none.
func ambient(s string) value { return value{text: s, dyn: true, unset: true} }

// several is an unknown value that may be several fields, even in quotes.
func several(s string) value { return value{text: s, dyn: true, many: true} }

// join appends w to v.
func (v value) join(w value) value {
	if w.glob > 0 && v.glob == 0 {
		v.glob = len(v.text) + w.glob
	}
	v.given = v.givenWith(w)
	if !v.dyn {
		v.known = len(v.text) + w.known
	}
	if len(v.text) == 0 {
		v.fresh = w.fresh
	}
	v.text += w.text
	v.dyn = v.dyn || w.dyn
	v.maybe = v.maybe || w.maybe
	v.many = v.many || w.many
	v.unset = false
	v.at = 0
	v.from = merge(v.from, w.from)
	return v
}

// givenWith is what given is once w is appended to v.
func (v value) givenWith(w value) int {
	switch {
	case !w.dyn:
		return v.given
	case v.text == "" && !v.dyn:
		return w.given
	}
	return 0
}

// trim removes the line ends at the end, as a substitution does.
func (v value) trim() value {
	if !v.dyn {
		v.text = strings.TrimRight(v.text, "\n")
		v.known = len(v.text)
	}
	return v
}

// merge is the union of two origins, which are short and sorted by arrival.
func merge(a, b fact.Origins) fact.Origins {
	if len(a) == 0 {
		return b
	}
	out := a
	for _, i := range b {
		found := false
		for _, j := range out {
			if i == j {
				found = true
				break
			}
		}
		if !found {
			out = append(out[:len(out):len(out)], i)
		}
	}
	return out
}

// word turns v into an argument.
func (v value) word(span fact.Span, maybe bool) fact.Word {
	w := fact.Word{Text: v.text, Known: v.known, Maybe: maybe || v.maybe, Many: v.many, Glob: v.glob - 1, Fresh: v.fresh, Span: span, Origin: v.from}
	if v.dyn {
		w.Env = v.given > 0 && v.given < len(v.text) && v.text[v.given] == '/'
		if w.Text == "" {
			w.Text = "…"
		}
		if w.Known >= len(w.Text) {
			w.Known = len(w.Text) - 1
		}
	}
	return w
}

// back turns an argument into a value again.
func back(w fact.Word) value {
	return value{text: w.Text, known: w.Known, dyn: !w.Static(), maybe: w.Maybe, many: w.Many, fresh: w.Fresh, glob: w.Glob + 1, from: w.Origin}
}

func backs(ws []fact.Word) []value {
	vs := make([]value, 0, len(ws))
	for _, w := range ws {
		vs = append(vs, back(w))
	}
	return vs
}

// function is one that the line defines.
type function struct {
	name   string
	body   stmtNode
	src    string
	base   int
	outer  *fact.Span
	called bool
	active int // calls of it that are being walked
}

// size is how many bytes its body has.
func (f *function) size() int { return int(f.body.End().Offset() - f.body.Pos().Offset()) }

// state is what a shell would hold at a point of the line. Layers let a
// subshell or a branch change it without touching what lies below.
type state struct {
	up          *state
	vars        map[string]*variable
	funcs       map[string]*function
	aliases     map[string]value
	params      []value
	paramsKnown bool
	locals      map[string]*variable // what the names that a function has made its own stood for
	alone       bool                 // another process: functions and aliases of what lies below do not apply
	dir         fact.Dir
	left        *fact.Dir // the directory before a change that was made last
	doubt       bool      // that change may have failed
	ended       ending
	errexit     bool
	prev        fact.Dir
	stack       []fact.Dir
	place       fact.Place
	via         []string        // programs that run this code
	havoc       map[string]bool // names that a loop around may have set to anything
	havocAll    bool
	channels    channels
}

func newState(dir string) *state {
	return &state{dir: fact.Dir{Path: dir}, paramsKnown: true}
}

// layer is a state on top of st.
func (st *state) layer() *state {
	return &state{up: st, params: st.params, paramsKnown: st.paramsKnown, dir: st.dir, prev: st.prev, stack: st.stack, channels: st.channels, place: st.place, via: st.via, locals: st.locals, errexit: st.errexit}
}

// ending says that nothing after a point runs.
type ending uint8

const (
	goesOn   ending = iota
	returned        // from the function or sourced file
	exited          // from the shell
)

// vague reports whether it is not sure which the first n positional
// parameters are.
func (st *state) vague(n int) bool {
	return slices.ContainsFunc(st.params[:min(n, len(st.params))], func(v value) bool { return v.maybe || v.many })
}

// get is what a name stands for, nil if that is not known; ok tells whether the
// line has anything to do with it.
func (st *state) get(name string) (v *variable, ok bool) {
	other := false // whether it is another process's
	for s := st; s != nil; s = s.up {
		if v, ok := s.vars[name]; ok {
			if other {
				v = v.inherited()
			}
			return v, true
		}
		if s.havocAll || s.havoc[name] {
			return nil, true
		}
		other = other || s.alone
	}
	return nil, false
}

func (st *state) set(name string, v *variable) {
	if st.vars == nil {
		st.vars = map[string]*variable{}
	}
	st.vars[name] = v
}

func (st *state) function(name string) *function {
	for s := st; s != nil; s = s.up {
		if f, ok := s.funcs[name]; ok {
			return f
		}
		if s.alone {
			break
		}
	}
	return nil
}

func (st *state) alias(name string) (value, bool) {
	for s := st; s != nil; s = s.up {
		if v, ok := s.aliases[name]; ok {
			return v, true
		}
		if s.alone {
			break
		}
	}
	return value{}, false
}

// join folds layers that were alternatives into st: what any of them changed
// can have any of their values, or the one below.
func (st *state) join(all bool, layers ...*state) {
	open := layers[:0:0]
	end := exited
	for _, l := range layers {
		if l.ended == goesOn {
			open = append(open, l)
		} else {
			end = min(end, l.ended)
		}
	}
	if len(open) == 0 && len(layers) > 0 {
		if all {
			st.ended = end
		}
		return
	}
	layers = open
	names := map[string]bool{}
	for _, l := range layers {
		for n := range l.vars {
			names[n] = true
		}
	}
	for n := range names {
		var vals []value
		var first *variable
		same := true
		add := func(v *variable, ok bool) {
			switch {
			case v != nil:
				if first == nil {
					first = v
				}
				same = same && v == first
				vals = append(vals, v.vals...)
			case ok:
				vals = append(vals, unknown())
			default:
				vals = append(vals, ambient("$"+n))
			}
		}
		for _, l := range layers {
			if v, ok := l.vars[n]; ok {
				add(v, true)
			} else if all {
				v, ok := st.get(n)
				add(v, ok)
			}
		}
		if !all {
			v, ok := st.get(n)
			add(v, ok)
		}
		st.set(n, merged(first, vals, same))
	}
	dir, same := st.dir, true
	for i, l := range layers {
		for k, f := range l.funcs {
			st.define(k, f)
		}
		for k, v := range l.aliases {
			st.setAlias(k, v)
		}
		if i == 0 && all {
			dir = l.dir
		} else if l.dir != dir {
			same = false
		}
	}
	if same {
		st.dir = dir
	} else {
		st.dir = fact.Dir{Away: st.dir.Away}
	}
}

// merged is a name that can stand for any of several things, of which first is
// one.
func merged(first *variable, vals []value, same bool) *variable {
	if first == nil || !first.array {
		v := oneOf(distinct(vals))
		if first != nil {
			v.attributes = first.attributes
		}
		return v
	}
	if same {
		return first
	}
	v := &variable{array: true, vals: slices.Clone(vals), attributes: first.attributes}
	for i := range v.vals {
		v.vals[i].maybe = true
	}
	return v
}

func (st *state) define(name string, f *function) {
	if st.funcs == nil {
		st.funcs = map[string]*function{}
	}
	st.funcs[name] = f
}

func (st *state) setAlias(name string, v value) {
	if st.aliases == nil {
		st.aliases = map[string]value{}
	}
	st.aliases[name] = v
}

func distinct(vals []value) []value {
	out := vals[:0:0]
	for _, v := range vals {
		seen := false
		for _, o := range out {
			if o.text == v.text && o.dyn == v.dyn && o.fresh == v.fresh && o.unset == v.unset {
				seen = true
				break
			}
		}
		if !seen {
			out = append(out, v)
		}
		if len(out) > maxAlternatives {
			break
		}
	}
	return out
}
