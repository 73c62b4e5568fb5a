// Package rewrite makes safer forms of shell commands, and judges those that
// others propose.
//
// An edit changes the bytes of one program run and leaves every other byte of
// the command as it is: here-documents, comments, quoting and blanks are not
// printed anew. Check is the rule that every safer form has to meet, whoever
// wrote it (DESIGN.md §3.3).
package rewrite

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// maxSource bounds the commands that are edited, in bytes.
const maxSource = 64 << 10

// maxNesting bounds what may open a level of nesting in them.
const maxNesting = 4000

// parse reads a command as bash; unlike the analysis, it accepts nothing that
// is damaged.
func parse(text string) (*syntax.File, error) {
	if len(text) > maxSource || strings.Count(text, "(")+strings.Count(text, "{") > maxNesting {
		return nil, errors.New("the command is too large to be edited")
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true)).Parse(strings.NewReader(text), "")
}

// source is a command's text and the simple commands that stand in it.
type source struct {
	text  string
	sites map[int]site // by the offset that they begin at
}

// site is one simple command.
type site struct {
	call *syntax.CallExpr
	// Whether "x && " can be put before it without changing what else runs.
	free bool
}

func read(text string) (*source, error) {
	file, err := parse(text)
	if err != nil {
		return nil, err
	}
	s := &source{text: text, sites: map[int]site{}}
	var above []syntax.Node
	syntax.Walk(file, func(n syntax.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
			s.sites[int(c.Pos().Offset())] = site{call: c, free: free(above)}
		}
		above = append(above, n)
		return true
	})
	return s, nil
}

// free reports whether a simple command below these nodes stands in a list, or
// in a chain of && from its beginning.
func free(above []syntax.Node) bool {
	for i := len(above) - 1; i >= 0; i-- {
		s, ok := above[i].(*syntax.Stmt)
		if !ok || s.Negated || s.Coprocess || i == 0 {
			return false
		}
		i--
		b, ok := above[i].(*syntax.BinaryCmd)
		if !ok {
			return list(above[i])
		}
		if b.Op != syntax.AndStmt && !(b.Op == syntax.OrStmt && b.X == s) {
			return false
		}
	}
	return false
}

// list reports whether a node holds commands one after the other.
func list(n syntax.Node) bool {
	switch n.(type) {
	case *syntax.File, *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseItem, *syntax.CmdSubst:
		return true
	}
	return false
}

// run is a program run with the words of the source that it is written with.
type run struct {
	site
	inv     *fact.Invocation
	program fact.Span
	args    []fact.Span // of inv.Words, in order
}

// find locates a program run. It fails unless every one of its words stands in
// the source by itself, so that an edit of one changes nothing else.
func (s *source) find(inv *fact.Invocation) (run, bool) {
	at, ok := s.sites[inv.Span.Start]
	if !ok || inv.Outer || inv.Maybe || inv.File != "" {
		return run{}, false
	}
	spans := make([]fact.Span, len(at.call.Args))
	for i, w := range at.call.Args {
		spans[i] = fact.Span{Start: int(w.Pos().Offset()), End: int(w.End().Offset())}
	}
	first := len(spans)
	if len(inv.Words) > 0 {
		first = 0
		for first < len(spans) && spans[first] != inv.Words[0].Span {
			first++
		}
	}
	if first == 0 || first+len(inv.Words) > len(spans) {
		return run{}, false
	}
	for i, w := range inv.Words {
		if spans[first+i] != w.Span {
			return run{}, false
		}
	}
	r := run{site: at, inv: inv, program: spans[first-1], args: spans[first : first+len(inv.Words)]}
	return r, s.at(r.program) == inv.Path
}

func (s *source) at(span fact.Span) string { return s.text[span.Start:span.End] }

// head is the span from the program to its last subcommand word, and the part
// of it before the first subcommand word.
func (r run) head() (whole, own fact.Span) {
	whole = r.program
	taken := map[fact.Span]bool{}
	for _, f := range r.inv.Flags {
		taken[f.Span] = true
		if f.Value != nil {
			taken[f.Value.Span] = true
		}
	}
	for _, w := range r.inv.Operands {
		taken[w.Span] = true
	}
	own = r.program
	found := false
	for i, a := range r.args {
		if taken[a] {
			continue
		}
		if !found && i > 0 {
			own.End = r.args[i-1].End
		}
		found = true
		whole.End = a.End
	}
	return whole, own
}

// plain reports whether a span holds nothing but the words and blanks.
func (r run) plain(whole fact.Span) bool {
	for _, f := range r.inv.Flags {
		if f.Span.Start > whole.Start && f.Span.End <= whole.End {
			return false
		}
	}
	return true
}
