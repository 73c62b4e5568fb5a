package shell

import (
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// parsers holds parsers to be used again: one is mostly its buffers, and more
// than the tree of a usual command.
var parsers sync.Pool

// parsing calls f with a parser of a language. What f keeps of it is its own.
func parsing(lang syntax.LangVariant, comments bool, f func(p *syntax.Parser)) {
	p, _ := parsers.Get().(*syntax.Parser)
	if p == nil {
		p = new(syntax.Parser)
	}
	*p = syntax.Parser{} // its own reset leaves some of what a damaged text did
	syntax.Variant(lang)(p)
	syntax.KeepComments(comments)(p)
	f(p)
	parsers.Put(p)
}
