package instruct

import (
	"math"
	"sync"

	"github.com/ravenclaude/thing/internal/catalog"
)

// A word that holds an order back stands at most this many words before it.
const holdReach = 2

// word is a keyword in a view.
type word struct {
	start, end int   // bytes
	from, to   int32 // numbers of its first and last word, where the end of a sentence counts too
	test       catalog.StepTest
}

// reached is the last place up to which a demand was met.
type reached struct {
	to    int32 // number of the word
	start int32
}

// far is more words than may stand between any two steps.
const far = 1 << 10

// follower follows all demands at once. Of two ways to the same step, only the
// later one can lead further, so that one place for each step is enough.
type follower struct {
	g     *catalog.Instruction
	reach catalog.Reach
	steps []reached
	pos   int32 // number of the last word
	hold  int32 // of the last word that holds an order back
	cites []int // offsets of words that say that text is only spoken of
}

// followers holds the steps of followers that are done, to be used again: what
// those met is out of reach of whoever goes on from their last word.
var followers sync.Pool

// mostWords is how many words a follower may be behind when it is used again.
const mostWords = math.MaxInt32 / 2

// follow returns a follower of the demands that reach so far.
func follow(g *catalog.Instruction, reach catalog.Reach) *follower {
	f, _ := followers.Get().(*follower)
	if f == nil || f.g != g || f.pos > mostWords {
		f = new(follower)
	}
	*f = follower{g: g, reach: reach, steps: f.steps, pos: f.pos, cites: f.cites}
	return f
}

// renew makes f ready for another text: all that was met is out of reach.
func (f *follower) renew() {
	f.pos += far
	f.cites = f.cites[:0]
}

// next takes the next keyword, and calls met for each demand that it
// completes, with the place where that begins.
func (f *follower) next(k catalog.Keyword, w word, met func(d *catalog.Demand, start int)) {
	class := &f.g.Classes[k.Class]
	if f.steps == nil && class.First < class.Last {
		f.steps = make([]reached, len(f.g.Steps))
	}
	held := w.from > f.hold && w.from-f.hold <= holdReach
	for _, n := range f.g.Uses[class.First:class.Last] {
		step := f.g.Steps[n]
		d := &f.g.Demands[step.Demand]
		if step.Test&^w.test != 0 || d.Reach < f.reach {
			continue
		}
		here := reached{to: w.to, start: int32(w.start)}
		if n == d.First {
			if held && !d.Free {
				continue
			}
		} else {
			before := f.steps[n-1]
			if gap := w.from - before.to - 1; gap < 0 || gap > int32(step.Gap) {
				continue
			}
			if !d.Free && f.hold == w.from-1 && f.hold > before.to {
				continue // must not
			}
			here.start = before.start
		}
		if n == d.Last {
			met(d, int(here.start))
			continue
		}
		f.steps[n] = here
	}
	if class.Holds {
		f.hold = w.to
	}
	if class.Cites {
		f.cites = append(f.cites, w.start)
	}
}
