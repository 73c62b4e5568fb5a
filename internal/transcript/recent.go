package transcript

import (
	"hash/maphash"

	"github.com/ravenclaude/thing/internal/catalog"
)

// window is how many calls are remembered: an entry is repeated soon after it
// was first written, or not at all.
const window = 4096

// recent remembers the last calls of a transcript. Its zero value is ready.
type recent struct {
	seed  maphash.Seed
	known map[uint64]struct{}
	order []uint64
	next  int
}

// again reports whether the same call, by its id and in all that counts, was
// there before. A call without an id is always new.
func (r *recent) again(n *node, form *catalog.TranscriptCall) bool {
	id := n.at(form.ID)
	if form.ID == "" || id == nil {
		return false
	}
	if r.known == nil {
		r.seed, r.known = maphash.MakeSeed(), map[uint64]struct{}{}
	}
	var h maphash.Hash
	h.SetSeed(r.seed)
	for _, path := range append([]string{form.ID, form.Input}, form.Name...) {
		if part := n.at(path); part != nil {
			h.Write(part.raw)
		}
		h.WriteByte(0)
	}
	key := h.Sum64()
	if _, ok := r.known[key]; ok {
		return true
	}
	r.known[key] = struct{}{}
	if len(r.order) < window {
		r.order = append(r.order, key)
		return false
	}
	delete(r.known, r.order[r.next])
	r.order[r.next] = key
	r.next = (r.next + 1) % window
	return false
}
