package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
)

// always reports whether a condition always has the same outcome.
func (a *analyzer) always(cond []*syntax.Stmt, outcome bool) bool {
	if len(cond) != 1 {
		return false
	}
	want := catalog.ShellTrue
	if outcome == cond[0].Negated {
		want = catalog.ShellFalse
	}
	if c, ok := cond[0].Cmd.(*syntax.ArithmCmd); ok {
		w, ok := c.X.(*syntax.Word)
		if !ok || w.Lit() == "" {
			return false
		}
		return (w.Lit() != "0") == (want == catalog.ShellTrue) && w.Lit()[0] >= '0' && w.Lit()[0] <= '9'
	}
	return a.effect(cond[0]) == want
}

// abandons reports whether the body of a loop starts something in the
// background and neither waits for it afterwards nor can leave the loop.
func (a *analyzer) abandons(body []*syntax.Stmt) bool {
	left := false
	for _, s := range body {
		switch {
		case s.Background:
			left = true
		case a.leaves(s):
			return false
		case a.effect(s) == catalog.ShellWait:
			left = false
		}
	}
	return left
}

// leaves reports whether a statement can end the loop that it stands in.
func (a *analyzer) leaves(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return a.leaves(c.Y)
	case *syntax.IfClause:
		for ; c != nil; c = c.Else {
			if !a.always(c.Cond, false) && slices.ContainsFunc(c.Then, a.leaves) {
				return true
			}
		}
		return false
	}
	switch a.effect(s) {
	case catalog.ShellBreak, catalog.ShellExit, catalog.ShellReturn:
		return true
	}
	return false
}

// effect is what a statement does to the shell if it is a single command, or
// if one stands at the start of it.
func (a *analyzer) effect(s *syntax.Stmt) catalog.ShellEffect {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) > 0 {
			if p, _ := a.program(c.Args[0].Lit()); p != nil {
				return p.Shell
			}
		}
	case *syntax.BinaryCmd:
		return a.effect(c.X)
	}
	return catalog.ShellNone
}
