package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
)

// writes collects what the body of a loop changes in the shell, without
// running it: on its second round all of that can be what the first one left.
type writes struct {
	a      *analyzer
	st     *state
	names  map[string]bool // true where fixed has all that a name is given
	fixed  map[string][]value
	loose  bool // names can be given what no assignment shows
	dir    bool
	params bool
	all    bool // too much to tell
	seen   map[*function]bool
}

func (w *writes) walk(n syntax.Node) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			return false // what changes there stays there
		case *syntax.Assign:
			if n.Name != nil {
				w.assign(n)
			}
		case *syntax.DeclClause:
			for _, as := range n.Args {
				if as.Naked && as.Value != nil { // an option, maybe the one for references
					w.loose = true
				}
			}
		case *syntax.WordIter:
			w.vary(n.Name.Value)
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) && n.Param != nil {
				w.vary(n.Param.Value)
			}
		case *syntax.UnaryArithm:
			w.arithmetic(n.X)
		case *syntax.BinaryArithm:
			if _, ok := plainOp(n.Op); ok || n.Op == syntax.Assgn || assigning(n.Op) {
				w.arithmetic(n.X)
			}
		case *syntax.CallExpr:
			w.call(n)
		}
		return true
	})
}

// vary notes a name that can be given anything.
func (w *writes) vary(name string) { w.names[name] = false }

// maxFixed bounds how many texts one name is given.
const maxFixed = 8

// assign notes a name that is given a text. One that is written out is all that
// the name can hold by it.
func (w *writes) assign(n *syntax.Assign) {
	name := n.Name.Value
	text, ok := "", n.Value == nil && n.Array == nil && !n.Naked
	if n.Value != nil {
		text = literalOf(n.Value)
		ok = text != "" && !strings.ContainsAny(text, "\\~*?[{")
	}
	fixed, known := w.names[name]
	if !ok || n.Append || n.Index != nil || known && !fixed || len(w.fixed[name]) >= maxFixed {
		w.vary(name)
		return
	}
	w.names[name] = true
	w.fixed[name] = append(w.fixed[name], static(text))
}

func (w *writes) arithmetic(x syntax.ArithmExpr) {
	word, ok := x.(*syntax.Word)
	if !ok {
		return
	}
	if name := word.Lit(); syntax.ValidName(name) {
		w.vary(name)
	} else if len(word.Parts) == 1 {
		if p, ok := word.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
			w.vary(p.Param.Value)
		}
	}
}

// call looks at a command for what it does to the shell. One that may do
// anything (eval) is taken to change the directory and what it names.
func (w *writes) call(c *syntax.CallExpr) {
	if len(c.Args) == 0 {
		return
	}
	name := c.Args[0].Lit()
	if fn := w.st.function(name); fn != nil {
		if w.seen == nil {
			w.seen = map[*function]bool{}
		}
		if !w.seen[fn] {
			w.seen[fn] = true
			if w.a.skimmed += fn.size(); w.a.skimmed > w.a.limits.Decoded {
				w.all = true
				return
			}
			w.walk(fn.body)
		}
		return
	}
	entry, _ := w.a.program(name)
	if entry == nil {
		return
	}
	if w.a.joins(entry) {
		w.dir, w.loose = true, true
	}
	if entry.Runs != nil && len(c.Args) > 1 {
		w.call(&syntax.CallExpr{Args: c.Args[1:]})
	}
	switch entry.Shell {
	case catalog.ShellDir, catalog.ShellPush, catalog.ShellPop:
		w.dir = true
	case catalog.ShellSource:
		w.dir, w.loose = true, true
	case catalog.ShellSet, catalog.ShellShift:
		w.params = true
	case catalog.ShellRead, catalog.ShellLines, catalog.ShellUnset, catalog.ShellPrint:
		for _, arg := range c.Args[1:] {
			name, _, _ := strings.Cut(literalOf(arg), "[")
			if syntax.ValidName(name) {
				w.vary(name)
			}
		}
	}
}

// literalOf is the text of a word that is written out, in quotes or not.
func literalOf(w *syntax.Word) string {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			return p.Value
		case *syntax.SglQuoted:
			return p.Value
		}
	}
	return ""
}
