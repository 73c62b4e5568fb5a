package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

type stmtNode = *syntax.Stmt

// stmts walks statements in order and returns what they print together.
func (a *analyzer) stmts(st *state, list []*syntax.Stmt, in *value) value {
	var b builder
	for _, s := range list {
		if st.doubt { // whether the change of directory worked is not known
			st.dir = fact.Dir{Away: st.dir.Away}
		}
		st.left, st.doubt = nil, false
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
	if c, ok := st.channels[standardInput]; ok && in == nil {
		in = &c.in
	}
	r := a.redirects(st, s, in)
	saved := st.channels
	st.channels = r.channels
	out := a.command(st, s, r)
	if !a.stays(s) {
		st.channels = saved
	}
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
		a.havoc(st, nil, c.Cond, c.Do)
		body := st.layer()
		body.place |= fact.InLoop
		if a.always(c.Cond, !c.Until) && a.abandons(c.Do) {
			body.place |= fact.InEndless
		}
		a.stmts(body, c.Cond, in)
		a.stmts(body, c.Do, in)
		st.join(false, body)
		return unknownFrom(in)
	case *syntax.ForClause:
		return a.loop(st, c, in)
	case *syntax.CaseClause:
		return a.cases(st, c, in)
	case *syntax.FuncDecl:
		names := c.Names
		if c.Name != nil {
			names = []*syntax.Lit{c.Name}
		}
		fn := &function{body: c.Body, src: a.src, base: a.base, outer: a.outer}
		a.funcs = append(a.funcs, fn)
		if len(names) > 0 {
			fn.name = names[0].Value
		}
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
	failed := false // whether a change of directory in the chain may have failed
	left := 0       // what stands to the left, as fact.Invocation.Given
	for i := len(chain) - 1; i >= 0; i-- {
		l := chain[i]
		switch {
		case pipe:
			sub := st.layer()
			sub.place |= fact.InSubshell
			if i > 0 {
				sub.place |= fact.InPipe
			}
			out = a.stmt(sub, l.stmt, in)
			next := out
			in = &next
		case l.op == syntax.OrStmt:
			sub := st.layer()
			sub.place |= fact.InCondition
			switch {
			case st.left != nil:
				sub.dir = *st.left
			case failed:
				sub.dir = fact.Dir{Away: st.dir.Away}
			}
			v := a.stmt(sub, l.stmt, in)
			st.left, st.doubt, failed, left = nil, false, false, 0
			st.join(false, sub)
			out = out.join(v)
			out.dyn = true
		default:
			failed = failed || st.doubt
			st.left, st.doubt = nil, false // what stands on the left of && has worked
			a.joined = left
			v := a.stmt(st, l.stmt, in)
			a.joined, left = 0, a.worked(l.stmt)
			if i == len(chain)-1 {
				out = v
			} else {
				out = out.join(v)
			}
		}
	}
	st.doubt = st.doubt || failed
	return out
}

// worked is the run that is known to have worked where a statement that was
// just walked has, as fact.Invocation.Given.
func (a *analyzer) worked(s *syntax.Stmt) int {
	if c, ok := s.Cmd.(*syntax.CallExpr); !ok || len(c.Args) == 0 || s.Negated || s.Background || s.Coprocess {
		return 0
	}
	return a.ran
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
	var steps []syntax.Node
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok {
		a.arithmetic(st, l.Init, "")
		for _, x := range []syntax.ArithmExpr{l.Cond, l.Post} {
			if x != nil {
				steps = append(steps, x)
			}
		}
	}
	a.havoc(st, steps, c.Do)
	body := st.layer()
	body.place |= fact.InLoop
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok && l.Cond == nil && a.abandons(c.Do) {
		body.place |= fact.InEndless
	}
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
			a.put(body, l.Name.Value, v, a.span(l))
		}
	case *syntax.CStyleLoop:
		if l.Cond != nil {
			a.arithmetic(body, l.Cond, "")
		}
	}
	a.stmts(body, c.Do, in)
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok && l.Post != nil {
		a.arithmetic(body, l.Post, "")
	}
	st.join(false, body)
	return unknownFrom(in)
}

// havoc marks the names that a loop's body sets: on its second round they can
// hold what the first one left.
func (a *analyzer) havoc(st *state, steps []syntax.Node, bodies ...[]*syntax.Stmt) {
	if nested := st.place&fact.InLoop != 0 && a.loops(st) > 8; nested {
		l := map[string]bool{}
		st.havoc, st.havocAll = l, true
		st.vars = nil
		return
	}
	w := &writes{a: a, st: st, names: map[string]bool{}, fixed: map[string][]value{}}
	for _, x := range steps {
		w.walk(x)
	}
	for _, body := range bodies {
		for _, s := range body {
			w.walk(s)
		}
	}
	if w.all {
		st.havoc, st.havocAll, st.vars, w.dir, w.params = map[string]bool{}, true, nil, true, true
	}
	for name := range w.names {
		if v, _ := st.get(name); v != nil && v.reference {
			w.loose = true
		}
	}
	for name, fixed := range w.names {
		var vals []value
		v, _ := st.get(name)
		if v != nil {
			vals = v.vals
			if v.array {
				st.set(name, &variable{array: true, vals: []value{{dyn: true, maybe: true, many: true}}, attributes: v.attributes})
				continue
			}
		}
		added := w.fixed[name]
		if !fixed || w.loose || v == nil || v.attributes != (attributes{}) {
			added = []value{ambient("$" + name)}
		}
		st.set(name, oneOf(distinct(append(vals[:len(vals):len(vals)], added...))))
	}
	if w.params {
		st.params, st.paramsKnown = nil, false
	}
	if w.dir {
		st.dir = fact.Dir{Away: st.dir.Away}
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

// test walks [[ … ]]: a comparison of numbers computes both sides, and -v and
// -R name a variable.
func (a *analyzer) test(st *state, x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.Word:
		a.single(st, x)
	case *syntax.ParenTest:
		a.test(st, x.X)
	case *syntax.UnaryTest:
		w, ok := x.X.(*syntax.Word)
		if !ok || x.Op != syntax.TsVarSet && x.Op != syntax.TsRefVar {
			a.test(st, x.X)
			return
		}
		for _, v := range a.one(st, w) {
			a.element(st, v, a.span(w))
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			a.test(st, x.X)
			sub := st.layer()
			a.test(sub, x.Y)
			st.join(false, sub)
			return
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					a.known(st, piece{alts: a.one(st, w)}, a.span(w))
				}
			}
			return
		}
		a.test(st, x.X)
		a.test(st, x.Y)
	}
}
