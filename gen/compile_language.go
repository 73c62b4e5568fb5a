package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func language(x *spec.Language) catalog.Language {
	l := catalog.Language{
		Name:     x.Name,
		Comments: x.Comments,
		Blocks:   each(x.Blocks, quote),
		Quotes:   each(x.Quotes, quote),
		Prefix:   x.Prefix,
		Lisp:     x.Lisp,
		Exact:    x.Exact,
		Modules:  x.Modules,
		Chdir:    x.Chdir,
		Deep:     x.Deep,
	}
	for _, c := range x.Calls {
		call := catalog.Call{
			Does:   pick[catalog.Does](does, c.Does),
			Effect: bits[catalog.Effect](catalog.Effects, []string{c.Does}),
			Deep:   c.Deep,
			Skip:   c.Skip,
			Self:   c.Self,
			Bare:   c.Bare,
			All:    c.All,
			Line:   c.Line,
		}
		for _, call.Name = range c.Names {
			l.Calls = append(l.Calls, call)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(x.Aliases)) {
		l.Aliases = append(l.Aliases, catalog.Short{Name: name, Command: x.Aliases[name]})
	}
	l.Verbs, l.Reads = slices.Sorted(slices.Values(x.Verbs)), slices.Sorted(slices.Values(x.Reads))
	l.Reader = x.Reader
	l.Types, l.Methods = slices.Sorted(slices.Values(x.Types)), slices.Sorted(slices.Values(x.Methods))
	slices.SortStableFunc(l.Calls, func(a, b catalog.Call) int { return cmp.Compare(a.Name, b.Name) })
	return l
}

func quote(x spec.Quote) catalog.Quote {
	return catalog.Quote{Open: x.Open, Close: x.Close, Raw: x.Raw, Lines: x.Lines, Hole: x.Hole, Shell: x.Shell}
}
