package panel

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/ravenclaude/thing/internal/review"
)

// Seat is a reviewer with what answers for it.
type Seat struct {
	ID      string
	Backend Backend
	Closed  error // why its backend cannot be asked, nil if it can
}

// Brief writes what a seat is asked. peers are the opinions before, for the
// tie-breaker.
type Brief func(seat string, peers []Opinion) (Question, error)

// Panel is convened for one call.
type Panel struct {
	Bench Bench
	Rules Rules
	Seats []Seat
	Thor  Seat
	Seed  uint64        // of the order in which seats are heard
	Time  time.Duration // for all of them together
	Brief Brief
	// Revise looks at an edited command as at a fresh call. An error says why it is
	// no safer form of the command, or why it would be denied.
	Revise func(command string, cited []string) (Brief, error)
	// Heard is told of each opinion, and before of each seat that is asked: with an
	// empty verdict then. It may be nil, and is called by several goroutines.
	Heard func(Opinion)
}

// Result is what a panel came to.
type Result struct {
	Outcome
	Said []Opinion // in the order in which they were asked for
	Seed uint64
}

// Convene asks the seats, the tie-breaker where they do not settle it, and another
// seat about an edit that only one has written. It returns within the panel's
// time: whoever has not answered by then abstains.
func (p *Panel) Convene(ctx context.Context) Result {
	ctx, cancel := context.WithTimeout(ctx, p.Time)
	defer cancel()
	seats := slices.Clone(p.Seats)
	rand.New(rand.NewPCG(p.Seed, 0)).Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	said := make([]Opinion, len(seats))
	var wg sync.WaitGroup
	for i, s := range seats {
		wg.Go(func() { said[i] = p.hear(ctx, s, p.Brief, p.Rules, nil) })
	}
	wg.Wait()
	out, next := p.Bench.Decide(said, nil)
	all := said
	if next == Tie {
		thor := p.hear(ctx, p.Thor, p.Brief, p.Rules, said)
		all = append(slices.Clip(said), thor)
		out, next = p.Bench.Decide(said, &thor)
	}
	if out.Edit != "" {
		out, all = p.revised(ctx, out, next, all)
	}
	return Result{out, all, p.Seed}
}

// revised is an edit after the edited command was looked at: by the floor, and by
// a seat that has not written it.
func (p *Panel) revised(ctx context.Context, out Outcome, next Next, all []Opinion) (Outcome, []Opinion) {
	brief, err := p.Revise(out.Edit, out.Resolves)
	if err != nil {
		return Outcome{Decision: review.Deny, Reason: fmt.Sprintf("the edit that %s proposed is refused: %v; %s", out.Proposed[0], err, out.Reason)}, all
	}
	if next != Confirm {
		return out, all
	}
	seat, ok := p.other(out.Proposed)
	if !ok {
		return Outcome{Decision: review.Deny, Reason: "nobody is there to confirm the edit; " + out.Reason}, all
	}
	rules := p.Rules
	rules.Found = func(string) bool { return false } // an edit of an edit counts as no answer
	o := p.hear(ctx, seat, brief, rules, nil)
	all = append(slices.Clip(all), o)
	if o.Verdict != Allow || o.Injection || o.below(p.Bench.Confidence) || severest(o.Cited, p.Bench.Severity) >= critical {
		return Outcome{Decision: review.Deny, Injection: o.Injection, Reason: fmt.Sprintf("%s does not confirm the edit that %s proposed; %s", o.Seat, out.Proposed[0], because([]Opinion{o}))}, all
	}
	return out, all
}

// other is a seat that is not among some.
func (p *Panel) other(than []string) (Seat, bool) {
	for _, s := range append(slices.Clip(p.Seats), p.Thor) {
		if s.ID != "" && !slices.Contains(than, s.ID) && s.Closed == nil {
			return s, true
		}
	}
	return Seat{}, false
}

// hear asks one seat. Whatever goes wrong, it abstains.
func (p *Panel) hear(ctx context.Context, s Seat, brief Brief, rules Rules, peers []Opinion) Opinion {
	if p.Heard != nil {
		p.Heard(Opinion{Seat: s.ID})
	}
	start := time.Now()
	o := ask(ctx, s, brief, rules, peers)
	o.Took = time.Since(start)
	if p.Heard != nil {
		p.Heard(o)
	}
	return o
}

func ask(ctx context.Context, s Seat, brief Brief, rules Rules, peers []Opinion) (o Opinion) {
	name := ""
	if s.Backend != nil {
		name = s.Backend.Name()
	}
	defer func() {
		if fault := recover(); fault != nil {
			o = Silent(s.ID, name, Crash, fmt.Sprintf("internal fault: %v", fault))
		}
	}()
	if s.Closed != nil {
		return Silent(s.ID, name, Classify(s.Closed), cause(s.Closed))
	}
	q, err := brief(s.ID, peers)
	if err != nil {
		return Silent(s.ID, name, Invalid, err.Error())
	}
	q.Seat = s.ID
	a, err := s.Backend.Ask(ctx, q)
	if err != nil {
		return Silent(s.ID, answered(a, name), Classify(err), cause(err))
	}
	if o, err = Parse(a.Text, rules); err != nil {
		o = Silent(s.ID, "", Invalid, err.Error())
	}
	o.Seat, o.Backend, o.Model, o.Usage = s.ID, answered(a, name), a.Model, a.Usage
	return o
}

func answered(a Answer, name string) string {
	if a.Backend != "" {
		return a.Backend
	}
	return name
}

// cause is why a backend failed, without its class.
func cause(err error) string {
	var f *Failure
	if errors.As(err, &f) && f.Err != nil {
		return line(f.Err.Error())
	}
	return line(err.Error())
}
