package rewrite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/world"
)

// Seen is what a review makes of one command.
type Seen struct {
	Facts      *fact.Facts
	Findings   []match.Finding
	Categories []string
	Tier       catalog.Tier
	Project    string // root directory, "" for none
	Denied     string // why the command would be denied, "" if it would not
}

// Claim is what the author of a safer form says of it.
type Claim struct {
	Cited []string // concerns that it resolves

	// Of an authored edit only: what it brings.
	Programs []string
	Written  []fact.Span // ranges of the revision
}

// maxGrowth bounds by how many bytes a revision may be longer.
const maxGrowth = 1024

// Check says what keeps a revision from being a safer form of a command, or
// nil. What the revision does has to follow from what the original does: it
// resolves what it cites, meets no concern of the whole catalog more often,
// and brings no program, place, host, flag or construct of its own.
func Check(t *catalog.Tables, w world.World, before, after Seen, claim Claim) error {
	c := &checker{t: t, w: w, before: before, after: after, claim: claim}
	for _, step := range []func() error{
		c.text, c.cited, c.concerns, c.review, c.shape, c.opaque, c.runs, c.touches,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type checker struct {
	t             *catalog.Tables
	w             world.World
	before, after Seen
	claim         Claim
}

// text looks at the revision's characters: whatever is not plain ASCII has to
// come from the original, so that nothing can look like something else.
func (c *checker) text() error {
	from, to := c.before.Facts.Source, c.after.Facts.Source
	switch {
	case strings.TrimSpace(to) == "":
		return errors.New("the revision is empty")
	case to == from:
		return errors.New("the revision changes nothing")
	case len(to) > len(from)+maxGrowth:
		return fmt.Errorf("the revision is more than %d bytes longer", maxGrowth)
	}
	left := map[rune]int{}
	for _, r := range from {
		left[r]++
	}
	for _, r := range to {
		if r >= ' ' && r <= '~' || r == '\n' || r == '\t' {
			continue
		}
		if left[r]--; left[r] < 0 {
			return fmt.Errorf("the revision brings the character %U", r)
		}
	}
	return nil
}

// cited demands that every cited concern exists, and was found in the original
// and not as critical.
func (c *checker) cited() error {
	if len(c.claim.Cited) == 0 {
		return errors.New("the revision cites no concern")
	}
	for _, id := range c.claim.Cited {
		switch {
		case !slices.ContainsFunc(c.t.Concerns, func(x catalog.Concern) bool { return x.ID == id }):
			return fmt.Errorf("the cited concern %q does not exist", id)
		case !slices.ContainsFunc(c.before.Findings, func(f match.Finding) bool { return f.Concern.ID == id }):
			return fmt.Errorf("the cited concern %s was not found in the original", id)
		case slices.ContainsFunc(c.before.Findings, func(f match.Finding) bool { return f.Concern.ID == id && critical(f) }):
			return fmt.Errorf("the cited concern %s is critical, and those are not rewritten", id)
		}
	}
	return nil
}

// critical reports whether a finding is, or its concern as such.
func critical(f match.Finding) bool {
	return max(f.Severity, f.Concern.Severity) >= catalog.Critical
}

// concerns holds the findings of the whole catalog against the original's.
func (c *checker) concerns() error {
	type count struct {
		all, blast int
		worst      catalog.Severity
	}
	was := map[string]count{}
	for _, f := range c.before.Findings {
		n := was[f.Concern.ID]
		n.all++
		if f.Blast {
			n.blast++
		}
		n.worst = max(n.worst, f.Severity)
		was[f.Concern.ID] = n
	}
	for _, f := range c.after.Findings {
		id := f.Concern.ID
		n, ok := was[id]
		n.all--
		if f.Blast {
			n.blast--
		}
		was[id] = n
		switch {
		case slices.Contains(c.claim.Cited, id):
			return fmt.Errorf("the revision still meets %s", id)
		case !ok:
			return fmt.Errorf("the revision meets %s, which the original does not", id)
		case n.all < 0 || n.blast < 0 || f.Severity > n.worst:
			return fmt.Errorf("the revision meets %s more often, or worse, than the original", id)
		}
	}
	return nil
}

// review holds the revision's routing and decision against the original's. A
// new category has to be one of reading, and less strict than the original.
func (c *checker) review() error {
	rank := func(id string) int {
		return slices.IndexFunc(c.t.Categories, func(x catalog.Category) bool { return x.ID == id })
	}
	strictest := -1
	for _, id := range c.before.Categories {
		strictest = max(strictest, rank(id))
	}
	for _, id := range c.after.Categories {
		i := rank(id)
		if !slices.Contains(c.before.Categories, id) && (i < 0 || i > strictest || !c.t.Categories[i].Read) {
			return fmt.Errorf("the revision falls into category %s, the original does not", id)
		}
	}
	switch {
	case c.after.Tier > c.before.Tier:
		return fmt.Errorf("the revision is of tier %s, the original of %s", c.after.Tier, c.before.Tier)
	case c.after.Denied != "":
		return fmt.Errorf("the revision would be denied: %s", c.after.Denied)
	}
	return nil
}

// opaque demands that no part of the revision is less known.
func (c *checker) opaque() error {
	left := map[string]int{}
	for _, o := range c.before.Facts.Opaque {
		left[o.Reason]++
	}
	for _, o := range c.after.Facts.Opaque {
		if left[o.Reason]--; left[o.Reason] < 0 {
			return fmt.Errorf("less is known of the revision: %s", o.Reason)
		}
	}
	if len(c.after.Facts.Flows) > len(c.before.Facts.Flows) {
		return errors.New("more data becomes code in the revision")
	}
	return nil
}

// written reports whether an authored edit wrote a range of the revision.
func (c *checker) written(span fact.Span) bool {
	return span.End > span.Start && slices.ContainsFunc(c.claim.Written, func(s fact.Span) bool { return contains(s, span) })
}

// contains reports whether a span lies in another.
func contains(outer, inner fact.Span) bool {
	return outer.Start <= inner.Start && inner.End <= outer.End
}
