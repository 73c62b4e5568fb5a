package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// integer is the result of an expression; ok is false if it is not known.
type integer struct {
	n  int64
	ok bool
}

// arithmetic computes an expression, walking what it runs on the way and
// setting the names that it assigns to. What is not known shows as written.
func (a *analyzer) arithmetic(st *state, x syntax.ArithmExpr, written string) value {
	if written == "" {
		written = "$((…))"
	}
	if x == nil {
		return static("0")
	}
	if n := a.compute(st, x); n.ok {
		return static(strconv.FormatInt(n.n, 10))
	}
	return named(written)
}

func (a *analyzer) compute(st *state, x syntax.ArithmExpr) integer {
	switch x := x.(type) {
	case *syntax.ParenArithm:
		return a.compute(st, x.X)
	case *syntax.Word:
		return a.numeral(st, x)
	case *syntax.UnaryArithm:
		return a.unary(st, x)
	case *syntax.BinaryArithm:
		return a.binaryArithm(st, x)
	}
	return integer{}
}

func (a *analyzer) unary(st *state, x *syntax.UnaryArithm) integer {
	old := a.compute(st, x.X)
	switch x.Op {
	case syntax.Inc, syntax.Dec:
		next := integer{old.n + 1, old.ok}
		if x.Op == syntax.Dec {
			next.n = old.n - 1
		}
		a.let(st, x.X, next)
		if x.Post {
			return old
		}
		return next
	case syntax.Not:
		return integer{truth(old.n == 0), old.ok}
	case syntax.BitNegation:
		return integer{^old.n, old.ok}
	case syntax.Plus:
		return old
	case syntax.Minus:
		return integer{-old.n, old.ok}
	}
	return integer{}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// plainOp is the operator that an assigning one computes with.
func plainOp(op syntax.BinAritOperator) (plain syntax.BinAritOperator, ok bool) {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add, true
	case syntax.SubAssgn:
		return syntax.Sub, true
	case syntax.MulAssgn:
		return syntax.Mul, true
	case syntax.QuoAssgn:
		return syntax.Quo, true
	case syntax.RemAssgn:
		return syntax.Rem, true
	case syntax.AndAssgn:
		return syntax.And, true
	case syntax.OrAssgn:
		return syntax.Or, true
	case syntax.XorAssgn:
		return syntax.Xor, true
	case syntax.ShlAssgn:
		return syntax.Shl, true
	case syntax.ShrAssgn:
		return syntax.Shr, true
	}
	return 0, false
}

func (a *analyzer) binaryArithm(st *state, x *syntax.BinaryArithm) integer {
	switch x.Op {
	case syntax.Assgn:
		n := a.compute(st, x.Y)
		a.let(st, x.X, n)
		return n
	case syntax.AndArit, syntax.OrArit:
		left := a.compute(st, x.X)
		if left.ok && (left.n == 0) == (x.Op == syntax.AndArit) {
			return integer{truth(left.n != 0), true}
		}
		right := a.perhaps(st, left.ok, x.Y)
		return integer{truth(right.n != 0), left.ok && right.ok}
	case syntax.TernQuest:
		cond := a.compute(st, x.X)
		arms, isArms := x.Y.(*syntax.BinaryArithm)
		if !isArms || arms.Op != syntax.TernColon {
			return integer{}
		}
		if !cond.ok {
			a.perhaps(st, false, arms.X)
			a.perhaps(st, false, arms.Y)
			return integer{}
		}
		if cond.n != 0 {
			return a.compute(st, arms.X)
		}
		return a.compute(st, arms.Y)
	}
	if op, ok := plainOp(x.Op); ok {
		left, right := a.compute(st, x.X), a.compute(st, x.Y)
		n := operate(op, left, right)
		a.let(st, x.X, n)
		return n
	}
	if assigning(x.Op) {
		a.compute(st, x.Y)
		a.let(st, x.X, integer{})
		return integer{}
	}
	left := a.compute(st, x.X)
	return operate(x.Op, left, a.compute(st, x.Y))
}

// assigning reports whether an operator sets its left side, in a way that is
// not computed here.
func assigning(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn, syntax.PowAssgn:
		return true
	}
	return false
}

// perhaps computes a part that runs surely, or only if a condition holds that
// is not known.
func (a *analyzer) perhaps(st *state, sure bool, x syntax.ArithmExpr) integer {
	if sure {
		return a.compute(st, x)
	}
	sub := st.layer()
	a.compute(sub, x)
	st.join(false, sub)
	return integer{}
}

func operate(op syntax.BinAritOperator, x, y integer) integer {
	if op == syntax.Comma {
		return y
	}
	if !x.ok || !y.ok {
		return integer{}
	}
	l, r := x.n, y.n
	switch op {
	case syntax.Add:
		return integer{l + r, true}
	case syntax.Sub:
		return integer{l - r, true}
	case syntax.Mul:
		return integer{l * r, true}
	case syntax.Quo, syntax.Rem:
		if r == 0 || r == -1 && l == -1<<63 {
			return integer{}
		}
		if op == syntax.Quo {
			return integer{l / r, true}
		}
		return integer{l % r, true}
	case syntax.Pow:
		if r < 0 || r > 63 {
			return integer{}
		}
		n := int64(1)
		for range r {
			n *= l
		}
		return integer{n, true}
	case syntax.Eql:
		return integer{truth(l == r), true}
	case syntax.Neq:
		return integer{truth(l != r), true}
	case syntax.Gtr:
		return integer{truth(l > r), true}
	case syntax.Lss:
		return integer{truth(l < r), true}
	case syntax.Geq:
		return integer{truth(l >= r), true}
	case syntax.Leq:
		return integer{truth(l <= r), true}
	case syntax.And:
		return integer{l & r, true}
	case syntax.Or:
		return integer{l | r, true}
	case syntax.Xor:
		return integer{l ^ r, true}
	case syntax.Shl, syntax.Shr:
		if r < 0 || r > 63 {
			return integer{}
		}
		if op == syntax.Shl {
			return integer{l << r, true}
		}
		return integer{l >> r, true}
	}
	return integer{}
}

// numeral is the number that a name, a literal or an expansion stands for. The
// text of either is itself an expression.
func (a *analyzer) numeral(st *state, w *syntax.Word) integer {
	if lit := w.Lit(); lit != "" {
		if syntax.ValidName(lit) {
			return a.known(st, a.lookup(st, lit, "", "$"+lit), a.span(w))
		}
		return literalNumber(lit)
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Index != nil && p.Short {
			// a[1] stands here without a dollar sign.
			return a.known(st, a.lookup(st, p.Param.Value, a.index(st, p.Param.Value, p.Index), a.source(w)), a.span(w))
		}
	}
	return a.known(st, piece{alts: a.one(st, w)}, a.span(w))
}

// known is the number that values stand for, each of which is computed.
func (a *analyzer) known(st *state, p piece, span fact.Span) integer {
	n := integer{}
	for _, v := range p.alts {
		if v.dyn {
			n = integer{}
			continue
		}
		text := a.evaluate(st, v.text, span)
		i, err := strconv.ParseInt(text.text, 10, 64)
		n = integer{i, err == nil && !text.dyn && len(p.alts) == 1 && !p.list}
	}
	return n
}

// literalNumber reads 10, 010, 0x1f and 16#ff.
func literalNumber(s string) integer {
	base := 10
	digits := s
	switch b, rest, ok := strings.Cut(s, "#"); {
	case ok:
		n, err := strconv.Atoi(b)
		if err != nil || n < 2 || n > 36 {
			return integer{}
		}
		base, digits = n, rest
	case len(s) > 1 && s[0] == '0':
		base, digits = 8, s[1:]
		if len(s) > 2 && s[1]|0x20 == 'x' {
			base, digits = 16, s[2:]
		}
	}
	n, err := strconv.ParseUint(digits, base, 63)
	return integer{int64(n), err == nil}
}

// let sets what stands on the left of an assignment.
func (a *analyzer) let(st *state, x syntax.ArithmExpr, n integer) {
	w, ok := x.(*syntax.Word)
	if !ok {
		return
	}
	v := named("$((…))")
	if n.ok {
		v = static(strconv.FormatInt(n.n, 10))
	}
	if name := w.Lit(); syntax.ValidName(name) {
		a.put(st, name, &variable{vals: []value{v}}, a.span(w))
		return
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Index != nil && p.Short {
			a.putElement(st, p.Param.Value, a.index(st, p.Param.Value, p.Index), v, a.span(w))
			return
		}
	}
	a.one(st, w)
}
