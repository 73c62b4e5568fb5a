package panel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

// critical is the severity that no seat outvotes.
const critical = catalog.Critical

// Bench is what the opinions on one call are weighed by (DESIGN.md §3.3).
type Bench struct {
	Tier       catalog.Tier
	Mandatory  []string     // seats whose abstention denies
	Confidence float64      // what a sure opinion has at least
	Floor      catalog.Tier // from which a confident allow is asked about; 0 is off
	Read       bool         // the call only reads: it is never asked about
	Command    bool         // the call is a shell command: nothing else is edited
	Blast      bool         // what it does cannot be undone
	OutageAsks bool         // ask where there is no answer, instead of denying
	Grants     bool         // an allow is granted; otherwise the host's own flow decides
	TieBreaker string       // the seat that settles what the others do not

	Severity func(id string) catalog.Severity // of a concern
}

// Next is what is still to be done before a call is decided on.
type Next int

const (
	Done    Next = iota
	Tie          // the tie-breaker has to be asked
	Confirm      // another seat has to look at the edited command
)

// Outcome is what opinions come to.
type Outcome struct {
	Decision  review.Decision
	Reason    string
	Edit      string   // the command to run instead; the decision is allow then
	Resolves  []string // concerns that the edit takes away
	Proposed  []string // seats that proposed it
	Outage    bool     // too few answered: it is no judgement on the call
	Injection bool     // a seat saw an attempt to steer the reviewers
	Gated     bool     // the seats allow it, and a person has to confirm
}

// Decide weighs what the convened seats said, and what the tie-breaker said if it
// was asked. It is a pure function. Where something is still to be done, the
// outcome is what holds if that cannot be.
func (b *Bench) Decide(said []Opinion, thor *Opinion) (Outcome, Next) {
	all := said
	if thor != nil {
		all = append(slices.Clip(said), *thor)
	}
	if o, ok := b.veto(all); ok {
		return o, Done
	}
	if thor != nil {
		return b.settled(*thor)
	}
	if o, ok := b.absent(said); ok {
		return o, Done
	}
	if why := b.unsettled(said); why != "" {
		return b.outage("the seats do not settle it (" + why + "), and the deciding seat was not heard"), Tie
	}
	return b.agreed(said)
}

// veto is what any single seat can do: see an attempt to steer the reviewers, or
// cite a critical concern. Neither is outvoted.
func (b *Bench) veto(all []Opinion) (Outcome, bool) {
	for _, o := range all {
		if o.Verdict != Abstain && o.Injection {
			out := b.deny([]Opinion{o})
			out.Injection = true
			out.Reason = "something in the call tries to steer its reviewers; " + out.Reason
			return out, true
		}
	}
	for _, o := range all {
		if o.Verdict != Abstain && severest(o.Cited, b.Severity) >= critical {
			return b.deny([]Opinion{o}), true
		}
	}
	return Outcome{}, false
}

// absent is what too many missing answers come to.
func (b *Bench) absent(said []Opinion) (Outcome, bool) {
	var missing, denying []Opinion
	needed := ""
	for _, o := range said {
		switch {
		case o.Verdict == Abstain && slices.Contains(b.Mandatory, o.Seat):
			needed = o.Seat
			fallthrough
		case o.Verdict == Abstain:
			missing = append(missing, o)
		case o.Verdict == Deny:
			denying = append(denying, o)
		}
	}
	enough := needed == "" && len(missing) < 2 && len(missing) < len(said)
	switch {
	case enough && len(said) > 0:
		return Outcome{}, false
	case len(denying) > 0:
		return b.deny(denying), true // who did answer is against it
	case len(said) == 0:
		return b.outage("no seat was convened"), true
	case needed != "":
		return b.outage("the seat " + needed + " has to be heard, and gave no answer (" + classes(missing) + ")"), true
	}
	return b.outage(fmt.Sprintf("%d of %d seats gave no answer (%s)", len(missing), len(said), classes(missing))), true
}

// unsettled says why the seats do not come to a decision by themselves, "" if
// they do.
func (b *Bench) unsettled(said []Opinion) string {
	first := said[0]
	mild, severe := false, false
	for _, o := range said {
		switch {
		case o.Verdict == Abstain:
			return o.Seat + " gave no answer"
		case o.below(b.Confidence):
			return o.Seat + " is not sure"
		case o.Verdict != first.Verdict:
			return "they disagree"
		case o.Verdict == Edit && o.Edited != first.Edited:
			return "they propose different edits"
		}
		if severest(o.Cited, b.Severity) >= catalog.High {
			severe = true
		} else {
			mild = true
		}
	}
	if first.Verdict == Allow && mild && severe {
		return "one allows it in spite of what another does not see"
	}
	return ""
}

// agreed is what seats of one mind come to.
func (b *Bench) agreed(said []Opinion) (Outcome, Next) {
	switch said[0].Verdict {
	case Edit:
		return b.edit(said)
	case Allow:
		return b.allow(said), Done
	}
	return b.deny(said), Done
}

// settled is the tie-breaker's word. It is not outvoted, and has to be sure.
func (b *Bench) settled(thor Opinion) (Outcome, Next) {
	switch {
	case thor.Verdict == Abstain:
		return b.outage("the seats do not settle it, and " + thor.Seat + " gave no answer (" + classes([]Opinion{thor}) + ")"), Done
	case thor.Verdict == Deny:
		return b.deny([]Opinion{thor}), Done
	case thor.below(b.Confidence):
		out := b.deny([]Opinion{thor})
		out.Reason = thor.Seat + " is not sure enough to let it pass; " + out.Reason
		return out, Done
	case thor.Verdict == Edit:
		return b.edit([]Opinion{thor})
	}
	return b.allow([]Opinion{thor}), Done
}

// edit is a safer command. Two seats that wrote the same one have confirmed it.
func (b *Bench) edit(said []Opinion) (Outcome, Next) {
	if !b.Command {
		out := b.deny(said)
		out.Reason = "only shell commands are edited; " + out.Reason
		return out, Done
	}
	out := Outcome{Decision: review.Allow, Reason: because(said), Edit: said[0].Edited}
	for _, o := range said {
		out.Proposed = append(out.Proposed, o.Seat)
		out.Resolves = append(out.Resolves, o.Cited...)
	}
	slices.Sort(out.Resolves)
	out.Resolves = slices.Compact(out.Resolves)
	if len(said) < 2 {
		return out, Confirm
	}
	return out, Done
}

// allow lets a call go, unless a person has to confirm it.
func (b *Bench) allow(said []Opinion) Outcome {
	out := Outcome{Decision: review.Pass, Reason: because(said)}
	if b.Grants {
		out.Decision = review.Allow
	}
	why := ""
	switch {
	case b.Read:
	case b.Blast:
		why = "the seats let it pass, but what it does cannot be undone: a person has to confirm it"
	case b.Floor != 0 && b.Tier >= b.Floor:
		why = fmt.Sprintf("the seats let it pass, and from tier %s on a person confirms that", b.Floor)
	}
	if why != "" {
		out.Decision, out.Gated, out.Reason = review.Ask, true, why+"; "+out.Reason
	}
	return out
}

func (b *Bench) deny(said []Opinion) Outcome {
	return Outcome{Decision: review.Deny, Reason: because(said)}
}

// outage is no judgement: nobody was there to give one.
func (b *Bench) outage(why string) Outcome {
	out := Outcome{Decision: review.Deny, Outage: true, Reason: "reviewer unavailable: " + why + "; this says nothing about the call itself: try again, or see thing backends"}
	if b.OutageAsks && !b.Read {
		out.Decision = review.Ask
	}
	return out
}

func classes(said []Opinion) string {
	var list []string
	for _, o := range said {
		list = append(list, o.Seat+": "+string(o.Failure))
	}
	return strings.Join(list, ", ")
}

// because is what the seats said.
func because(said []Opinion) string {
	var list []string
	for _, o := range said {
		text := o.Seat + ": "
		for _, id := range o.Cited {
			text += "[" + id + "] "
		}
		list = append(list, text+o.Reasoning)
	}
	return strings.Join(list, "\n")
}
