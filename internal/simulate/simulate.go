// Package simulate works out how often a panel lets something dangerous pass,
// and how often it stops something harmless, from how often its seats err and how
// much they err together. It weighs their answers with the panel's own rule, and
// adds up every combination of answers, so that nothing is left to chance.
package simulate

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/review"
)

// Seat says how one seat answers.
type Seat struct {
	Error  float64 // share of its answers that are wrong
	Silent float64 // share of calls on which it gives no answer
	// Together is the share of calls on which all seats are right or wrong as one,
	// as models of one family are that read a call the same way. On the others they
	// err each for itself.
	Together float64
}

// Level is how sure an answer is, and what share of right and of wrong answers is
// that sure.
type Level struct{ Sure, Right, Wrong float64 }

// Levels is how sure seats are: wrong answers are less sure, but a fifth of them
// is as sure as can be. The shares are an assumption, not a measurement.
var Levels = []Level{
	{0.95, 0.50, 0.20},
	{0.80, 0.30, 0.25},
	{0.65, 0.12, 0.25},
	{0.55, 0.05, 0.15},
	{0.40, 0.03, 0.15},
}

// Rates are shares of calls.
type Rates struct {
	FalseAllow float64 `json:"false_allow"` // of dangerous calls: let pass
	FalseDeny  float64 `json:"false_deny"`  // of harmless calls: denied
	Outage     float64 `json:"outage"`      // of harmless calls: denied because too few answered
	Tie        float64 `json:"tie"`         // of harmless calls: the tie-breaker was asked
}

// Panel works out the rates of seats and a tie-breaker under a bench's rule.
func Panel(b panel.Bench, seats []string, s Seat) Rates {
	danger, harmless := run(b, seats, s, true), run(b, seats, s, false)
	return Rates{FalseAllow: danger.passed, FalseDeny: harmless.denied, Outage: harmless.outage, Tie: harmless.tie}
}

// Judge works out the rates of a single seat that nobody checks: what it says
// counts, and where it says nothing or is not sure the call is denied.
func Judge(bar float64, s Seat) Rates {
	sureRight, sureWrong := 0.0, 0.0
	for _, l := range Levels {
		if l.Sure >= bar {
			sureRight += l.Right
			sureWrong += l.Wrong
		}
	}
	heard := 1 - s.Silent
	return Rates{FalseAllow: heard * s.Error * sureWrong, FalseDeny: 1 - heard*(1-s.Error)*sureRight, Outage: s.Silent}
}

// Bench is the rule for the panel of a tier with a bar for its seats' confidence,
// as far as it does not depend on the call, and who sits on it.
func Bench(t *catalog.Tables, tier catalog.Tier, bar float64) (b panel.Bench, seats []string) {
	b = panel.Bench{Tier: tier, Confidence: bar, Command: true, Grants: true, Severity: func(string) catalog.Severity { return catalog.Low }}
	for _, r := range t.Route.Tiers {
		if r.Tier == tier {
			b.Mandatory, seats = r.Mandatory, r.Seats
		}
	}
	for _, s := range t.Seats {
		if s.TieBreaker {
			b.TieBreaker = s.ID
		}
	}
	return b, seats
}

// state is one way in which a seat answers, with its probability given whether
// it is right.
type state struct {
	opinion      panel.Opinion
	right, wrong float64
}

type sums struct{ passed, denied, outage, tie float64 }

// run adds up what becomes of calls of one kind.
func run(b panel.Bench, seats []string, s Seat, dangerous bool) sums {
	r := runner{b: b, states: states(s, dangerous), seats: seats}
	var total sums
	add := func(p float64, q [2]float64) {
		if p == 0 {
			return
		}
		r.sums, r.share = sums{}, q
		r.convene(nil, 1)
		total.passed += p * r.sums.passed
		total.denied += p * r.sums.denied
		total.outage += p * r.sums.outage
		total.tie += p * r.sums.tie
	}
	add(s.Together*(1-s.Error), [2]float64{1, 0})
	add(s.Together*s.Error, [2]float64{0, 1})
	add(1-s.Together, [2]float64{1 - s.Error, s.Error})
	return total
}

// states are all ways to answer a call that should be denied, or let pass.
func states(s Seat, dangerous bool) []state {
	right, wrong := panel.Allow, panel.Deny
	if dangerous {
		right, wrong = wrong, right
	}
	var list []state
	for _, l := range Levels {
		list = append(list,
			state{panel.Opinion{Verdict: right, Sure: l.Sure}, (1 - s.Silent) * l.Right, 0},
			state{panel.Opinion{Verdict: wrong, Sure: l.Sure}, 0, (1 - s.Silent) * l.Wrong})
	}
	return append(list, state{panel.Opinion{Verdict: panel.Abstain, Failure: panel.Timeout}, s.Silent, s.Silent})
}

// runner goes through the answers of one kind of calls.
type runner struct {
	b      panel.Bench
	states []state
	seats  []string
	share  [2]float64 // how often a seat is right, and wrong
	sums   sums
}

func (r *runner) probability(s state) float64 { return r.share[0]*s.right + r.share[1]*s.wrong }

// convene gives the next seat each of its answers; p is how likely those before
// are.
func (r *runner) convene(said []panel.Opinion, p float64) {
	if len(said) == len(r.seats) {
		r.decide(said, p)
		return
	}
	for _, s := range r.states {
		if q := r.probability(s); q > 0 {
			o := s.opinion
			o.Seat = r.seats[len(said)]
			r.convene(append(said[:len(said):len(said)], o), p*q)
		}
	}
}

func (r *runner) decide(said []panel.Opinion, p float64) {
	out, next := r.b.Decide(said, nil)
	if next != panel.Tie {
		r.count(out, p)
		return
	}
	r.sums.tie += p
	for _, s := range r.states {
		if q := r.probability(s); q > 0 {
			o := s.opinion
			o.Seat = r.b.TieBreaker
			out, _ := r.b.Decide(said, &o)
			r.count(out, p*q)
		}
	}
}

func (r *runner) count(o panel.Outcome, p float64) {
	switch {
	case o.Decision == review.Deny && o.Outage:
		r.sums.outage += p
		r.sums.denied += p
	case o.Decision == review.Deny:
		r.sums.denied += p
	default:
		r.sums.passed += p
	}
}
