package rewrite

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// shape is how a command is put together: how often it uses a construct, and
// the parts that a revision has to leave as they are.
type shape struct {
	times map[string]int
	parts map[string]map[string]int // text of each part, by kind
}

// shape demands that the revision uses no construct more often than the
// original, and brings no redirection, document, comment, assignment,
// declaration, computation, choice or round of a loop of its own.
func (c *checker) shape() error {
	from, err := parse(c.before.Facts.Source)
	if err != nil {
		return fmt.Errorf("the original cannot be parsed: %w", err)
	}
	to, err := parse(c.after.Facts.Source)
	if err != nil {
		return fmt.Errorf("the revision cannot be parsed: %w", err)
	}
	was, is := shapeOf(from, c.before.Facts.Source), shapeOf(to, c.after.Facts.Source)
	for _, kind := range constructs {
		if is.times[kind] <= was.times[kind] || kind == joined && len(c.claim.Written) > 0 {
			continue
		}
		return fmt.Errorf("the revision has a %s more than the original", kind)
	}
	for _, kind := range kept {
		for text, n := range is.parts[kind] {
			if n > was.parts[kind][text] {
				return fmt.Errorf("the revision has a %s that the original has not: %.80q", kind, text)
			}
		}
	}
	return nil
}

// Names of what is counted, for messages.
const (
	joined      = "command behind &&"
	alternative = "command behind ||"
	piped       = "pipeline"
	listed      = "command in a list"
	background  = "command in the background"
	negated     = "negation"
	function    = "function"
	loop        = "loop"
	condition   = "condition"
	subshell    = "subshell"
	substituted = "substitution"
	coprocess   = "coprocess"
	arithmetic  = "computation"

	redirection = "redirection"
	document    = "here-document"
	comment     = "comment"
	assignment  = "assignment"
	declaration = "declaration"
	test        = "test"
	choice      = "choice of a case"
	item        = "round of a loop"
)

// In the order in which they are reported.
var (
	constructs = []string{function, coprocess, background, negated, alternative, piped, substituted, subshell, loop, condition, arithmetic, listed, joined}
	kept       = []string{redirection, document, comment, assignment, declaration, test, choice, item, arithmetic}
)

func shapeOf(file *syntax.File, text string) shape {
	s := shape{times: map[string]int{}, parts: map[string]map[string]int{}}
	part := func(kind string, n syntax.Node, end syntax.Pos) {
		if s.parts[kind] == nil {
			s.parts[kind] = map[string]int{}
		}
		s.parts[kind][without(text, n, end)]++
	}
	list := func(stmts []*syntax.Stmt) { s.times[listed] += len(stmts) }
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.File:
			list(n.Stmts)
		case *syntax.Block:
			list(n.Stmts)
		case *syntax.Subshell:
			s.times[subshell]++
			list(n.Stmts)
		case *syntax.CmdSubst:
			s.times[substituted]++
			list(n.Stmts)
		case *syntax.ProcSubst:
			s.times[substituted]++
			list(n.Stmts)
		case *syntax.IfClause:
			s.times[condition]++
			list(n.Cond)
			list(n.Then)
		case *syntax.CaseClause:
			s.times[condition]++
			part(choice, n.Word, n.Word.End())
		case *syntax.CaseItem:
			for _, w := range n.Patterns {
				part(choice, w, w.End())
			}
			list(n.Stmts)
		case *syntax.WhileClause:
			s.times[loop]++
			list(n.Cond)
			list(n.Do)
		case *syntax.ForClause:
			s.times[loop]++
			switch l := n.Loop.(type) {
			case *syntax.WordIter:
				for _, w := range l.Items {
					part(item, w, w.End())
				}
			case *syntax.CStyleLoop:
				part(arithmetic, l, l.End())
			}
			list(n.Do)
		case *syntax.FuncDecl:
			s.times[function]++
		case *syntax.CoprocClause:
			s.times[coprocess]++
		case *syntax.Stmt:
			if n.Background {
				s.times[background]++
			}
			if n.Negated {
				s.times[negated]++
			}
		case *syntax.BinaryCmd:
			switch n.Op {
			case syntax.AndStmt:
				s.times[joined]++
			case syntax.OrStmt:
				s.times[alternative]++
			default:
				s.times[piped]++
			}
		case *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause:
			s.times[arithmetic]++
			part(arithmetic, n, n.End())
		case *syntax.Redirect:
			part(redirection, n, n.Word.End())
			if n.Hdoc != nil {
				part(document, n.Hdoc, n.Hdoc.End())
			}
		case *syntax.Comment:
			part(comment, n, n.End())
		case *syntax.Assign:
			part(assignment, n, n.End())
		case *syntax.DeclClause:
			part(declaration, n, n.End())
		case *syntax.TestClause:
			part(test, n, n.End())
		}
		return true
	})
	return s
}

// without is the text of a node up to end, without the commands substituted in
// it: those are judged by what they run.
func without(text string, n syntax.Node, end syntax.Pos) string {
	var b strings.Builder
	at, stop := int(n.Pos().Offset()), min(int(end.Offset()), len(text))
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			if from := int(n.Pos().Offset()); from >= at && from <= stop {
				b.WriteString(text[at:from] + "$()")
				at = min(int(n.End().Offset()), stop)
			}
			return false
		}
		return true
	})
	if at < stop {
		b.WriteString(text[at:stop])
	}
	return b.String()
}
