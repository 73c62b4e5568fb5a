package review

import "github.com/ravenclaude/thing/internal/world"

// tallied is a world in which a call counts once, however often it is looked at.
type tallied struct {
	world.World
	seen map[string]int // by effect
}

func (w *tallied) Count(t world.Tally) int {
	n, ok := w.seen[t.Effect]
	if !ok {
		if w.seen == nil {
			w.seen = map[string]int{}
		}
		n = w.World.Count(t)
		w.seen[t.Effect] = n
	}
	return n
}

// still is a world in which nothing counts anew: what is looked at is not run.
type still struct {
	world.World
	seen map[string]int
}

func (w still) Count(t world.Tally) int { return max(w.seen[t.Effect], t.N) }
