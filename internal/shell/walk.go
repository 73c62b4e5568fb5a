package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

type stmtNode = *syntax.Stmt

// stmts walks statements in order and returns what they print together.
func (a *analyzer) stmts(st *state, list []*syntax.Stmt, in *value) value {
	var b builder
	for _, s := range list {
		b.put(a.stmt(st, s, in))
	}
	return b.value()
}

// stmt walks one statement with in as its standard input (nil: that of the
// shell) and returns what it prints.
func (a *analyzer) stmt(st *state, s *syntax.Stmt, in *value) value {
	if a.full {
		return unknown()
	}
	if s.Background || s.Coprocess {
		st = st.layer()
		st.place |= fact.InBackground
	}
	r := a.redirects(st, s, in)
	out := a.command(st, s, r)
	return a.deliver(st, s, r, out)
}

func (a *analyzer) command(st *state, s *syntax.Stmt, r redirects) value {
	in := r.in
	switch c := s.Cmd.(type) {
	case nil:
		if in != nil && len(s.Redirs) > 0 {
			return unknown()
		}
	case *syntax.CallExpr:
		return a.call(st, c, s, r)
	case *syntax.BinaryCmd:
		return a.binary(st, s, in)
	case *syntax.Block:
		return a.stmts(st, c.Stmts, in)
	case *syntax.Subshell:
		sub := st.layer()
		sub.place |= fact.InSubshell
		return a.stmts(sub, c.Stmts, in)
	case *syntax.IfClause:
		return a.ifs(st, c, in)
	case *syntax.WhileClause:
		a.havoc(st, c.Cond, c.Do)
		body := st.layer()
		body.place |= fact.InLoop
		a.stmts(body, c.Cond, in)
		a.stmts(body, c.Do, in)
		st.join(false, body)
		return unknownFrom(in)
	case *syntax.ForClause:
		return a.loop(st, c, in)
	case *syntax.CaseClause:
		a.single(st, c.Word)
		var layers []*state
		var out value
		for _, it := range c.Items {
			for _, p := range it.Patterns {
				a.single(st, p)
			}
			l := st.layer()
			l.place |= fact.InCondition
			out = out.join(a.stmts(l, it.Stmts, in))
			layers = append(layers, l)
		}
		st.join(false, layers...)
		out.dyn = out.dyn || len(layers) > 1
		return out
	case *syntax.FuncDecl:
		names := c.Names
		if c.Name != nil {
			names = []*syntax.Lit{c.Name}
		}
		fn := &function{body: c.Body, src: a.src, base: a.base, outer: a.outer}
		a.funcs = append(a.funcs, fn)
		for _, n := range names {
			st.define(n.Value, fn)
		}
	case *syntax.ArithmCmd:
		a.arithmetic(st, c.X, "")
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			a.arithmetic(st, x, "")
		}
	case *syntax.TestClause:
		a.test(st, c.X)
	case *syntax.DeclClause:
		a.declare(st, c)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return a.stmt(st, c.Stmt, in)
		}
	case *syntax.CoprocClause:
		sub := st.layer()
		sub.place |= fact.InBackground
		a.stmt(sub, c.Stmt, in)
	default:
		a.opaque("a construct that is not understood", a.span(s))
		return unknown()
	}
	return value{}
}

func unknownFrom(in *value) value {
	v := unknown()
	if in != nil {
		v.from = in.from
	}
	return v
}

// binary walks a pipeline or an and-or list. Long chains lean to the left, so
// they are flattened first.
func (a *analyzer) binary(st *state, s *syntax.Stmt, in *value) value {
	type link struct {
		op   syntax.BinCmdOperator
		stmt *syntax.Stmt
	}
	var chain []link
	pipe := false
	cur := s
	for {
		b, ok := cur.Cmd.(*syntax.BinaryCmd)
		if !ok || (cur != s && (len(cur.Redirs) > 0 || cur.Background || cur.Negated)) {
			chain = append(chain, link{stmt: cur})
			break
		}
		isPipe := b.Op == syntax.Pipe || b.Op == syntax.PipeAll
		if cur == s {
			pipe = isPipe
		} else if isPipe != pipe {
			chain = append(chain, link{stmt: cur})
			break
		}
		chain = append(chain, link{b.Op, b.Y})
		cur = b.X
	}
	var out value
	for i := len(chain) - 1; i >= 0; i-- {
		l := chain[i]
		switch {
		case pipe:
			sub := st.layer()
			sub.place |= fact.InSubshell
			out = a.stmt(sub, l.stmt, in)
			next := out
			in = &next
		case l.op == syntax.OrStmt:
			sub := st.layer()
			sub.place |= fact.InCondition
			v := a.stmt(sub, l.stmt, in)
			sub.dir = st.dir // the usual right side is an error path: cd x || exit
			st.join(false, sub)
			out = out.join(v)
			out.dyn = true
		default:
			v := a.stmt(st, l.stmt, in)
			if i == len(chain)-1 {
				out = v
			} else {
				out = out.join(v)
			}
		}
	}
	return out
}

func (a *analyzer) ifs(st *state, c *syntax.IfClause, in *value) value {
	var layers []*state
	var out value
	exhaustive := false
	for ; c != nil; c = c.Else {
		if c.ThenPos.IsValid() {
			a.stmts(st, c.Cond, in)
		} else {
			exhaustive = true
		}
		l := st.layer()
		l.place |= fact.InCondition
		out = out.join(a.stmts(l, c.Then, in))
		layers = append(layers, l)
	}
	st.join(exhaustive, layers...)
	out.dyn = true
	return out
}

// loop walks for and select.
func (a *analyzer) loop(st *state, c *syntax.ForClause, in *value) value {
	a.havoc(st, c.Do)
	body := st.layer()
	body.place |= fact.InLoop
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		var vals []value
		if l.InPos.IsValid() {
			for _, w := range l.Items {
				for _, fs := range a.expand(st, w) {
					vals = append(vals, fs...)
				}
			}
		} else if st.paramsKnown {
			vals = st.params
		} else {
			vals = []value{named("$" + l.Name.Value)}
		}
		v := oneOf(distinct(vals))
		if len(v.vals) > 0 {
			body.set(l.Name.Value, v)
		}
	case *syntax.CStyleLoop:
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if x != nil {
				a.arithmetic(body, x, "")
			}
		}
	}
	a.stmts(body, c.Do, in)
	st.join(false, body)
	return unknownFrom(in)
}

// havoc marks the names that a loop's body sets: on its second round they can
// hold what the first one left.
func (a *analyzer) havoc(st *state, bodies ...[]*syntax.Stmt) {
	if nested := st.place&fact.InLoop != 0 && a.loops(st) > 8; nested {
		l := map[string]bool{}
		st.havoc, st.havocAll = l, true
		st.vars = nil
		return
	}
	names := map[string]bool{}
	for _, body := range bodies {
		for _, s := range body {
			syntax.Walk(s, func(n syntax.Node) bool {
				switch n := n.(type) {
				case *syntax.Assign:
					if n.Name != nil {
						names[n.Name.Value] = true
					}
				case *syntax.WordIter:
					names[n.Name.Value] = true
				}
				return true
			})
		}
	}
	for name := range names {
		var vals []value
		if v, _ := st.get(name); v != nil {
			vals = v.vals
		}
		st.set(name, oneOf(distinct(append(vals[:len(vals):len(vals)], named("$"+name)))))
	}
}

// loops counts the loops around st.
func (a *analyzer) loops(st *state) int {
	n := 0
	for s := st; s != nil; s = s.up {
		if s.place&fact.InLoop != 0 {
			n++
		}
	}
	return n
}

func (a *analyzer) test(st *state, x syntax.TestExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			a.single(st, w)
			return false
		}
		return true
	})
}

// declare walks export, local, declare and readonly.
func (a *analyzer) declare(st *state, c *syntax.DeclClause) {
	for _, as := range c.Args {
		if as.Name == nil {
			if as.Value != nil {
				v := a.single(st, as.Value)
				if name, val, ok := strings.Cut(v.text, "="); ok && syntax.ValidName(name) {
					nv := named(val)
					if !v.dyn {
						nv = static(val)
					}
					st.set(name, &variable{vals: []value{nv}})
				}
			}
			continue
		}
		if as.Naked && as.Array == nil {
			continue
		}
		a.assign(st, as)
	}
}

// assign carries out NAME=value, NAME+=value and NAME=(…).
func (a *analyzer) assign(st *state, as *syntax.Assign) {
	if as.Name == nil {
		return
	}
	name := as.Name.Value
	if as.Array != nil {
		v := &variable{array: true}
		if as.Append {
			if old, _ := st.get(name); old != nil {
				v.vals = append(v.vals, old.vals...)
			}
		}
		for _, e := range as.Array.Elems {
			if e.Index != nil {
				a.arithmetic(st, e.Index, "")
			}
			if e.Value != nil {
				for _, fs := range a.expand(st, e.Value) {
					v.vals = append(v.vals, fs...)
				}
			}
		}
		if len(v.vals) > a.limits.Words {
			v.vals = v.vals[:0]
			v.vals = append(v.vals, unknown())
		}
		st.set(name, v)
		return
	}
	vals := a.one(st, as.Value)
	if as.Index != nil {
		a.index(st, as.Index)
		old, _ := st.get(name)
		v := &variable{array: true}
		if old != nil {
			v.vals = append(v.vals, old.vals...)
		}
		v.vals = append(v.vals, vals...)
		st.set(name, v)
		return
	}
	if as.Append {
		old := a.lookup(st, name, "", "$"+name)
		if old.list {
			st.set(name, &variable{array: true, vals: append(old.alts[:len(old.alts):len(old.alts)], vals...)})
			return
		}
		var joined []value
		for _, o := range old.alts {
			for _, v := range vals {
				j := o.join(v)
				if len(j.text) > a.limits.Decoded {
					j = unknown()
				}
				joined = append(joined, j)
			}
		}
		vals = joined
	}
	for i := range vals {
		a.decoded += len(vals[i].text)
	}
	if a.decoded > a.limits.Decoded {
		a.opaque("variables grow beyond what can be analysed", a.span(as))
		vals = []value{unknown()}
	}
	st.set(name, oneOf(distinct(vals)))
}
