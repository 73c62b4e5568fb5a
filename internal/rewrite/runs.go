package rewrite

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
)

// runs demands that every program run of the revision follows from one of the
// original, each from its own and in their order, and that a run of the
// original is left out only where a cited concern was found.
func (c *checker) runs() error {
	from, to := c.before.Facts.Invocations, c.after.Facts.Invocations
	used := make([]bool, len(from))
	last := -1
	for i := range to {
		r := &to[i]
		if c.written(r.Span) {
			if err := c.declared(r); err != nil {
				return err
			}
			continue
		}
		at, err := c.follows(r, next(to, i), from, used)
		if err != nil {
			return err
		}
		if at < 0 {
			continue
		}
		if at < last {
			return fmt.Errorf("the revision runs %s behind %s", name(r), name(&from[last]))
		}
		last = at
	}
	for i := range from {
		if !used[i] && !c.blamed(from[i].Span) {
			return fmt.Errorf("the revision leaves out %s, which no cited concern is about", name(&from[i]))
		}
	}
	return nil
}

// next is the run that the one at i wraps, or nil.
func next(list []fact.Invocation, i int) *fact.Invocation {
	if list[i].Wraps && i+1 < len(list) && list[i+1].Span == list[i].Span {
		return &list[i+1]
	}
	return nil
}

// declared is for a run that an authored edit wrote as a whole.
func (c *checker) declared(r *fact.Invocation) error {
	if slices.Contains(c.claim.Programs, r.Program) || c.known(r) {
		return nil
	}
	return fmt.Errorf("the edit does not declare that it runs %s", name(r))
}

// known reports whether the original runs the program too.
func (c *checker) known(r *fact.Invocation) bool {
	return slices.ContainsFunc(c.before.Facts.Invocations, func(o fact.Invocation) bool { return o.Program == r.Program && o.Path == r.Path })
}

// follows marks the run of the original that r follows from and returns its
// index, -1 for a wrapper that the edit declares.
func (c *checker) follows(r, inner *fact.Invocation, from []fact.Invocation, used []bool) (int, error) {
	var first error
	at := -1
	try := func(fits func(o *fact.Invocation) bool) bool {
		for i := range from {
			o := &from[i]
			if used[i] || !fits(o) {
				continue
			}
			err := c.derived(r, inner, o)
			if err == nil {
				used[i], at = true, i
				return true
			}
			if first == nil {
				first = err
			}
		}
		return false
	}
	if try(func(o *fact.Invocation) bool { return o.Program == r.Program && o.Path == r.Path }) {
		return at, nil
	}
	switch {
	case slices.Contains(c.claim.Programs, r.Program):
		// A wrapper comes on top; any other takes the place of what was blamed.
		if r.Wraps {
			return -1, nil
		}
		if try(func(o *fact.Invocation) bool { return c.blamed(o.Span) }) {
			return at, nil
		}
	case first == nil:
		return -1, fmt.Errorf("the revision runs %s, the original does not", name(r))
	}
	if first == nil {
		first = fmt.Errorf("the revision runs %s more often than the original", name(r))
	}
	return -1, first
}

// blamed reports whether a cited concern was found in a range of the original.
func (c *checker) blamed(span fact.Span) bool {
	return slices.ContainsFunc(c.before.Findings, func(f match.Finding) bool {
		return slices.Contains(c.claim.Cited, f.Concern.ID) && (contains(span, f.Span) || contains(f.Span, span))
	})
}

func name(inv *fact.Invocation) string {
	return fmt.Sprintf("%.60q", strings.TrimSpace(inv.Path+" "+inv.Sub))
}

// derived demands that r does no more than o, with other words.
func (c *checker) derived(r, inner, o *fact.Invocation) error {
	switch {
	case r.Sub != o.Sub && !r.Reads && r.Program == o.Program && !c.wrote(r):
		return fmt.Errorf("the revision runs %s in the place of %s", name(r), name(o))
	case r.Dir != o.Dir:
		return fmt.Errorf("the revision runs %s in another directory", name(r))
	case r.Place&^o.Place != 0 || o.Place&fact.InCondition != 0 && r.Place&fact.InCondition == 0:
		return fmt.Errorf("the revision runs %s at another place of the line", name(r))
	case o.Reads && !r.Reads:
		return fmt.Errorf("%s is no longer a read", name(r))
	}
	for _, v := range r.Via {
		if !slices.Contains(o.Via, v) && !slices.Contains(c.claim.Programs, v) {
			return fmt.Errorf("the revision runs %s through %s", name(r), v)
		}
	}
	for _, a := range r.Assigns {
		if !slices.ContainsFunc(o.Assigns, func(b fact.Assign) bool { return a.Name == b.Name && a.Value.Text == b.Value.Text }) {
			return fmt.Errorf("the revision assigns %s", a.Name)
		}
	}
	for _, x := range r.Code {
		if !slices.ContainsFunc(o.Code, func(y fact.Code) bool { return x.Lang == y.Lang && x.Text.Text == y.Text.Text }) {
			return fmt.Errorf("the revision runs other code with %s", name(r))
		}
	}
	if err := c.flags(r, o); err != nil {
		return err
	}
	return c.operands(r, inner, o)
}

// wrote reports whether an authored edit wrote a subcommand of r.
func (c *checker) wrote(r *fact.Invocation) bool {
	return slices.ContainsFunc(c.claim.Written, func(s fact.Span) bool { return contains(r.Span, s) })
}

// flags demands that r has no flag that o lacks, but for one that makes a call
// safer, and has every such flag that o has.
func (c *checker) flags(r, o *fact.Invocation) error {
	guards := c.guards(r)
	for _, f := range o.Flags {
		if slices.Contains(guards, f.Name) && r.Program == o.Program && !given(r.Flags, f.Name) && !r.Reads {
			return fmt.Errorf("the revision drops %s of %s", f.Name, name(o))
		}
	}
	for _, f := range r.Flags {
		if c.written(f.Span) {
			continue
		}
		if given(o.Flags, f.Name) {
			if f.Value == nil || slices.ContainsFunc(o.Flags, func(g fact.Flag) bool { return g.Name == f.Name && g.Value != nil && g.Value.Text == f.Value.Text }) {
				continue
			}
		} else if !slices.Contains(guards, f.Name) && !(f.Known && !f.Acts && c.looks(r)) {
			return fmt.Errorf("the revision gives %s the flag %s", name(r), f.Name)
		}
		if f.Value != nil && !c.harmless(*f.Value, o) {
			return fmt.Errorf("the revision gives %s the flag %s with another value", name(r), f.Name)
		}
	}
	return nil
}

// looks reports whether a run only reads, and that on this machine.
func (c *checker) looks(r *fact.Invocation) bool {
	group := func(id string) string {
		for i := range c.t.Categories {
			if c.t.Categories[i].ID == id {
				return c.t.Categories[i].Group
			}
		}
		return ""
	}
	return r.Reads && group(r.Category) == group(c.t.Fallback.Program)
}

func given(flags []fact.Flag, name string) bool {
	return slices.ContainsFunc(flags, func(f fact.Flag) bool { return f.Name == name })
}

// guards are the flags that make a use of r's program safer: those without
// which some trigger matches, and those that authored edits give it.
func (c *checker) guards(r *fact.Invocation) []string {
	var out []string
	for i := range c.t.Concerns {
		for j := range c.t.Concerns[i].Triggers {
			t := c.t.Concerns[i].Triggers[j].Invocation
			if t == nil || !about(t, r) {
				continue
			}
			asked := append(t.Flags.Part(catalog.FlagAny), t.Flags.Part(catalog.FlagAll)...)
			for _, f := range t.Flags.Part(catalog.FlagNone) {
				f, _, _ = strings.Cut(f, "=")
				if !slices.Contains(asked, f) {
					out = append(out, f)
				}
			}
		}
	}
	for word := range c.authored(r) {
		if word, _, _ = strings.Cut(word, "="); strings.HasPrefix(word, "-") {
			out = append(out, canonical(r, word))
		}
	}
	return out
}

// about reports whether a trigger is about r's program and subcommand.
func about(t *catalog.InvocationTrigger, r *fact.Invocation) bool {
	return slices.Contains(t.Programs, r.Program) && (len(t.Sub) == 0 || slices.ContainsFunc(t.Sub, func(s string) bool {
		return r.Sub == s || strings.HasPrefix(r.Sub, s+" ")
	}))
}

// authored yields the words that the catalog's edits give to a use of r's
// program.
func (c *checker) authored(r *fact.Invocation) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range c.t.Concerns {
			for j := range c.t.Concerns[i].Edits {
				e := &c.t.Concerns[i].Edits[j]
				if !about(e.On, r) {
					continue
				}
				text := e.Insert + " " + e.Append
				for _, x := range e.Swap {
					text += " " + x.With
				}
				if e.Operand != nil {
					text += " " + e.Operand.With
				}
				for word := range strings.FieldsSeq(text) {
					if !yield(word) {
						return
					}
				}
			}
		}
	}
}

func canonical(r *fact.Invocation, flag string) string {
	for _, p := range r.Chain {
		if f := p.Flags.Find(flag); f != nil {
			return f.Names[0]
		}
	}
	return flag
}
