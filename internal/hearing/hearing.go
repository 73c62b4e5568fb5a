// Package hearing puts a call before a panel: it writes what the seats read,
// convenes them, and joins what they come to with what the floor has found.
package hearing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/prompt"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
)

// Court is what panels are made of.
type Court struct {
	Prompts *catalog.Prompts
	Schema  []byte // of a seat's answer
	// Open is the backend of a seat that asks a model.
	Open func(seat string, c config.SeatChoice) (panel.Backend, error)
	Mark string // that seats carry, so that a review knows their calls
	// Case is what seats read of the call that is heard; nil has it written.
	Case *prompt.Case
	// Past are the last calls of the session, the oldest first; it may be nil.
	Past  func() []prompt.Past
	Heard func(panel.Opinion) // as of panel.Panel; may be nil
	Seats []string            // who is convened, instead of those that the tier says
}

// Verdict is how a panel's word may be used again.
type Verdict struct {
	Sure    bool // all seats were of one mind
	Steered bool // something tried to steer them
	Outage  bool // too few of them answered
}

// Hear convenes the panel for a call, and changes its record by what the panel
// comes to. A panel of builtin seats alone only says what it thinks: the floor
// has decided by the same facts.
func (c *Court) Hear(ctx context.Context, r *review.Record, h *review.Hearing) Verdict {
	start := time.Now()
	defer func() { r.Durations.Total += time.Since(start).Microseconds() }()
	if kinds := secrets(h); len(kinds) > 0 {
		r.Decision, r.Banner = review.Deny, nil
		r.Reason = joined(fmt.Sprintf("the call holds what looks like a secret (%s), so nothing of it is sent to a reviewer; remedy: take it from a file or the environment instead", strings.Join(kinds, ", ")), r.Reason)
		return Verdict{}
	}
	p, models := c.panel(r, h)
	res := p.Convene(ctx)
	r.Seats = seats(res.Said)
	if !models {
		return Verdict{}
	}
	settle(r, res.Outcome)
	r.ShuffleSeed = &res.Seed
	return Verdict{Sure: sure(res, p.Bench.Confidence), Steered: res.Injection, Outage: res.Outage}
}

// sure reports whether every seat that was asked gave a sure answer.
func sure(res panel.Result, bar float64) bool {
	return !slices.ContainsFunc(res.Said, func(o panel.Opinion) bool { return o.Verdict == panel.Abstain || !(o.Sure >= bar) })
}

// settle puts the panel's word into a record.
func settle(r *review.Record, o panel.Outcome) {
	before := r.Rewrite
	r.Decision, r.Rewrite, r.Suggestion = o.Decision, nil, nil
	r.Reason = joined(o.Reason, notes(r.Reason, o.Decision))
	switch {
	case o.Edit != "":
		r.Rewrite = &review.Rewrite{Command: o.Edit, Resolves: o.Resolves}
	case o.Decision == review.Ask || o.Decision == review.Deny:
		r.Rewrite = before
	default:
		r.Suggestion = before
	}
	if o.Decision == review.Ask || o.Decision == review.Deny {
		r.Banner = nil
	}
}

// notes is what the floor had to say, where the call is held back.
func notes(reason string, d review.Decision) string {
	if d == review.Ask || d == review.Deny {
		return reason
	}
	return ""
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// secrets are the kinds of what must not leave the machine in the call's own
// input.
func secrets(h *review.Hearing) []string {
	var kinds []string
	for _, raw := range h.Call.Input {
		hits, _ := secret.Scan(h.Tables, unquoted(raw))
		for _, hit := range hits {
			kinds = append(kinds, hit.Secret.Kind)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// panel is the one for a call; models says whether any of it is one.
func (c *Court) panel(r *review.Record, h *review.Hearing) (p *panel.Panel, models bool) {
	t := h.Tables
	ids := c.Seats
	if len(ids) == 0 {
		ids = h.Route.Seats
	}
	written := c.Case
	if written == nil {
		written = Written(h)
	}
	p = &panel.Panel{
		Bench: panel.Bench{
			Tier: h.Route.Tier, Mandatory: h.Route.Mandatory, Confidence: h.Route.Confidence, Floor: floor(t.Route.GateFloor), Read: h.Read,
			Command: h.Shell(), Blast: h.Blast, OutageAsks: h.Posture.Settings.OutageAsks, Severity: func(id string) catalog.Severity { return severity(t, h, id) },
		},
		Rules: rules(t, h),
		Seed:  rand.Uint64N(1 << 53),
		Time:  deadline(t),
		Brief: c.brief(h, written),
		Heard: c.Heard,
	}
	p.Revise = func(command string, cited []string) (panel.Brief, error) {
		revised, err := h.Revised(command, cited)
		if err != nil {
			return nil, err
		}
		return c.brief(revised, Written(revised)), nil
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if !s.TieBreaker && !slices.Contains(ids, s.ID) {
			continue
		}
		seat, model := c.seat(s, r, h)
		models = models || model
		switch {
		case slices.Contains(ids, s.ID):
			p.Seats = append(p.Seats, seat)
		default:
			p.Thor, p.Bench.TieBreaker = seat, s.ID
		}
	}
	p.Bench.Mandatory = slices.DeleteFunc(slices.Clone(p.Bench.Mandatory), func(id string) bool { return !slices.Contains(ids, id) })
	p.Bench.Grants = models
	return p, models
}

// seat is a reviewer as the user has chosen it.
func (c *Court) seat(x *catalog.Seat, r *review.Record, h *review.Hearing) (s panel.Seat, model bool) {
	choice := h.Posture.Settings.Seats[x.ID]
	if choice.Backend == "" || choice.Backend == config.Builtin {
		return panel.Seat{ID: x.ID, Backend: builtin{x, r, h}}, false
	}
	b, err := c.Open(x.ID, choice)
	return panel.Seat{ID: x.ID, Backend: b, Closed: err}, true
}

// floor is the tier from which a confident allow is asked about; one above all
// tiers is off.
func floor(t catalog.Tier) catalog.Tier {
	if t > catalog.TierExtreme {
		return 0
	}
	return t
}

// deadline is how long a panel may take: it has to end well before the host gives
// up on the hook.
func deadline(t *catalog.Tables) time.Duration {
	timers := t.Route.Timers
	return min(time.Duration(timers.Panel)*time.Second, time.Duration(timers.Hook)*time.Second*6/10)
}

// severity is that of a concern as it was found, or as it stands in the catalog.
func severity(t *catalog.Tables, h *review.Hearing, id string) catalog.Severity {
	for _, f := range h.Findings {
		if f.Concern.ID == id {
			return f.Severity
		}
	}
	if c := concern(t, id); c != nil {
		return c.Severity
	}
	return catalog.Critical
}

func concern(t *catalog.Tables, id string) *catalog.Concern {
	i, ok := slices.BinarySearchFunc(t.Concerns, id, func(c catalog.Concern, id string) int { return strings.Compare(c.ID, id) })
	if !ok {
		return nil
	}
	return &t.Concerns[i]
}

func rules(t *catalog.Tables, h *review.Hearing) panel.Rules {
	return panel.Rules{
		Known: func(id string) bool { return concern(t, id) != nil },
		Found: func(id string) bool {
			return slices.ContainsFunc(h.Findings, func(f match.Finding) bool { return f.Concern.ID == id })
		},
	}
}

// seats are opinions as the record has them.
func seats(said []panel.Opinion) []review.SeatVerdict {
	list := []review.SeatVerdict{}
	for _, o := range said {
		s := review.SeatVerdict{
			Seat: o.Seat, Backend: o.Backend, Model: o.Model, Verdict: string(o.Verdict), Confidence: o.Sure, Concerns: o.Cited, Reasoning: o.Reasoning,
			Failure: string(o.Failure), Took: o.Took.Milliseconds(), Injection: o.Injection, Usage: usage(o.Usage),
		}
		if s.Concerns == nil {
			s.Concerns = []string{}
		}
		list = append(list, s)
	}
	return list
}

// usage is nil where the backend does not tell it.
func usage(u panel.Usage) *review.Usage {
	if u == (panel.Usage{}) {
		return nil
	}
	return &review.Usage{Input: u.InputTokens, Output: u.OutputTokens, Cost: u.CostUSD}
}
