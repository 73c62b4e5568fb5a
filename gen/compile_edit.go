package main

import (
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

var locks = []string{"npm", "yarn", "toml", "list"}

func (c *compiler) edit(x spec.Edit) catalog.Edit {
	e := catalog.Edit{
		On:      c.invocation(&x.On),
		Message: x.Message,
		Needs:   x.Needs,
		Adds:    x.Adds,
		Before:  x.Before,
		Wrap:    x.Wrap,
		Command: x.Command,
		Insert:  x.Insert,
		Append:  x.Append,
		Bare:    x.Bare,
		Drop:    x.Drop,
	}
	for _, flag := range slices.Sorted(maps.Keys(x.Swap)) {
		e.Swap = append(e.Swap, catalog.Swap{What: flag, With: x.Swap[flag]})
	}
	if x.Operand != nil {
		e.Operand = &catalog.Swap{What: x.Operand.At, With: x.Operand.With}
	}
	if x.Pin != nil {
		e.Pin = &catalog.Pin{Join: x.Pin.Join, Files: each(x.Pin.Files, func(f spec.LockFile) catalog.LockFile {
			return catalog.LockFile{Name: f.Name, Format: pick[catalog.LockFormat](locks, f.Format)}
		})}
	}
	return e
}
