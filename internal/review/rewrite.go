package review

import (
	"encoding/json"
	"slices"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/rewrite"
	"github.com/ravenclaude/thing/internal/route"
	"github.com/ravenclaude/thing/internal/world"
)

// CheckRewrite says why a command that somebody proposes in the place of a
// shell call is no safer form of it, or nil. The concerns that it is said to
// resolve are cited by their ids; the revision is reviewed as a fresh call.
func CheckRewrite(t *catalog.Tables, w world.World, c call.Call, p *config.Posture, revised string, cited []string) error {
	in := Inspect(t, w, c)
	e := examiner{t: t, w: still{w, in.counts.seen}, c: c, p: p}
	return rewrite.Check(t, w, e.seen(in), e.seen(e.inspect(revised)), rewrite.Claim{Cited: cited})
}

// safer is the first safer form that the catalog's own edits make of a call
// and that holds, or nil.
func safer(t *catalog.Tables, w world.World, c call.Call, p *config.Posture, in Inspection) *Rewrite {
	if len(p.Problems) > 0 {
		return nil // nobody knows which rules hold
	}
	places := place.New(t, w, in.Project, c.Dir)
	proposals := rewrite.Propose(t, w, places, in.Facts, in.Findings)
	if len(proposals) == 0 {
		return nil
	}
	e := examiner{t: t, w: still{w, in.counts.seen}, c: c, p: p}
	before := e.seen(in)
	for _, x := range proposals {
		after := e.inspect(x.Command)
		if rewrite.Check(t, w, before, e.seen(after), x.Claim) == nil {
			return &Rewrite{Command: x.Command, Resolves: resolved(in.Findings, after.Findings)}
		}
	}
	return nil
}

// resolved lists the concerns that were found before and are not after.
func resolved(before, after []match.Finding) []string {
	out := []string{}
	for _, f := range before {
		id := f.Concern.ID
		if !slices.Contains(out, id) && !slices.ContainsFunc(after, func(g match.Finding) bool { return g.Concern.ID == id }) {
			out = append(out, id)
		}
	}
	return out
}

// examiner looks at revisions of one call.
type examiner struct {
	t *catalog.Tables
	w world.World
	c call.Call
	p *config.Posture
}

// inspect looks at the same call with another command.
func (e examiner) inspect(command string) Inspection { return Inspect(e.t, e.w, e.call(command)) }

// call is the same call with another command.
func (e examiner) call(command string) call.Call {
	c := e.c
	c.Text = command
	if c.Entry != nil {
		if text, err := json.Marshal(command); err == nil {
			c.Input = map[string]json.RawMessage{c.Entry.Field: text}
			for k, v := range e.c.Input {
				if k != c.Entry.Field {
					c.Input[k] = v
				}
			}
		}
	}
	return c
}

// seen is what a review makes of an inspected call.
func (e examiner) seen(in Inspection) rewrite.Seen {
	severities := make([]catalog.Severity, 0, len(in.Findings))
	for _, f := range in.Findings {
		severities = append(severities, f.Severity)
	}
	s := rewrite.Seen{
		Facts: in.Facts, Findings: in.Findings, Categories: in.Categories, Project: in.Project,
		Tier: route.Route(e.t, in.Categories, severities).Tier,
	}
	d := decider{t: e.t, in: &in, p: e.p}
	if decision, why := d.decide(); decision == Deny {
		s.Denied = why
	}
	return s
}
