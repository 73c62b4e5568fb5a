package review

import "github.com/ravenclaude/thing/internal/world"

// tallied is a world in which a call counts once, however often it is looked at.
type tallied struct {
	world.World
	seen tallies
}

// tallies are how often effects were seen. A call has few.
type tallies []tally

type tally struct {
	effect string
	n      int
}

func (t tallies) find(effect string) (n int, ok bool) {
	for i := range t {
		if t[i].effect == effect {
			return t[i].n, true
		}
	}
	return 0, false
}

func (w *tallied) Count(t world.Tally) int {
	n, ok := w.seen.find(t.Effect)
	if !ok {
		n = w.World.Count(t)
		w.seen = append(w.seen, tally{t.Effect, n})
	}
	return n
}

// still is a world in which nothing counts anew: what is looked at is not run.
type still struct {
	world.World
	seen tallies
}

func (w still) Count(t world.Tally) int {
	n, _ := w.seen.find(t.Effect)
	return max(n, t.N)
}
