package decide

import (
	"context"
	"sync"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Panel is who answers a question.
type Panel struct {
	Seats      []string // that are convened, at least one
	TieBreaker string   // asked where they do not settle it
	Confidence float64  // that a sure vote has at least

	// Ask puts the question to a seat; peers are the votes before, for the
	// tie-breaker. It returns a vote in any case: one without a usable answer
	// abstains.
	Ask func(ctx context.Context, seat string, peers []Vote) Vote
}

// Result is the panel's word with what it rests on.
type Result struct {
	Outcome
	Votes []Vote
}

// Run asks the seats at the same time, and the tie-breaker where they do not
// settle it.
func (p *Panel) Run(ctx context.Context, w *catalog.Decide) Result {
	votes := make([]Vote, len(p.Seats))
	var wg sync.WaitGroup
	for i, seat := range p.Seats {
		wg.Go(func() { votes[i] = p.Ask(ctx, seat, nil) })
	}
	wg.Wait()
	o, again := Tally(w, votes, p.Confidence)
	if again {
		thor := p.Ask(ctx, p.TieBreaker, votes)
		votes = append(votes, thor)
		o = Settle(w, thor, p.Confidence)
	}
	return Result{o, votes}
}
