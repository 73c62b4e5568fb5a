package spec

import (
	"maps"
	"slices"
)

// checkEdit demands that an edit can apply, that it does something, and that
// the programs and flags that it names are known.
func (c *checker) checkEdit(where at, e *Edit) {
	c.checkInvocation(where.field("on"), &e.On)
	c.program(where.field("adds"), e.Adds)
	known := flagNames{}
	for _, u := range c.uses {
		if slices.Contains(e.On.Program, u.top) {
			known.merge(u.flags)
		}
	}
	c.flagTest(where, Flags{Any: append(slices.Clone(e.Drop), slices.Sorted(maps.Keys(e.Swap))...)}, known)
	if e.Before+e.Wrap+e.Command+e.Insert+e.Append == "" && !e.Bare && len(e.Drop)+len(e.Swap) == 0 && e.Operand == nil && e.Pin == nil {
		c.report(where, "the edit changes nothing: give it a step")
	}
}
