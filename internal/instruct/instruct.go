// Package instruct finds text that gives orders to whoever reads a call: a
// reviewer, a seat, or the agent itself. It knows no order by heart. Words
// have parts in a demand, whatever their language, and a grammar says which
// parts make one up. Disguises come off first: escapes, look-alike letters,
// invisible characters, simple ciphers and encodings.
package instruct

import "github.com/ravenclaude/thing/internal/catalog"

// Hit is a part of a text that gives an order.
type Hit struct {
	Start, End int
	Reason     string // what is asked for
}

const (
	maxHits  = 8 // one would do for a verdict; the rest is for whoever reads it
	maxDepth = 3 // encodings within encodings
)

// Find returns the orders in text that reach so far, the first ones if there
// are many. Time and memory are linear in len(text). A text without a word of
// any order costs a look at each byte.
func Find(g *catalog.Instruction, text string, reach catalog.Reach) []Hit {
	if !holds(&g.Openers, text) && !suspect(text) {
		return nil
	}
	f := finder{follower: follow(g, reach)}
	f.text(text, 0, nil)
	followers.Put(f.follower)
	return f.hits
}

type finder struct {
	*follower
	hits []Hit
}

// text looks at a text in all its readings. What is found in a decoded one
// stands at outer.
func (f *finder) text(text string, depth int, outer *Hit) {
	if len(text) < minText {
		return
	}
	v := fold(text)
	n := len(f.hits)
	// What is disguised is meant for nobody but who takes the disguise off.
	defer func(reach catalog.Reach) { f.reach = reach }(f.reach)
	if depth > 0 || v.unseen >= minText {
		f.reach = catalog.ReachCall
	}
	f.read(v, v.low, outer, false)
	if len(f.hits) == n {
		f.turned(v, outer)
	}
	if len(f.hits) == n && leet(v.low) {
		f.read(v, unleet(v.low), outer, true)
	}
	if depth >= maxDepth {
		return
	}
	for run := range encoded(text) {
		if len(f.hits) >= maxHits {
			return
		}
		where := outer
		if where == nil {
			where = &Hit{Start: run.start, End: run.end}
		}
		f.text(run.text, depth+1, where)
	}
}

// turned reads a text that was written in rot13 or backwards, if a word says
// that it was.
func (f *finder) turned(v view, outer *Hit) {
	if !holds(&f.g.Turned, v.low) {
		return
	}
	defer func(reach catalog.Reach) { f.reach = reach }(f.reach)
	f.reach = catalog.ReachCall
	f.read(v, rot13(v.low), outer, false)
	back := view{at: make([]int32, len(v.low)+1), end: v.end}
	low := reversed(v.low)
	for i := range back.at {
		back.at[i] = int32(v.offset(len(v.low) - i))
	}
	back.low, back.back = low, true
	f.read(back, low, outer, false)
}

// add notes what was found between two places of a view.
func (f *finder) add(v *view, start, end int, outer *Hit, reason string) {
	h := Hit{Start: v.offset(start), End: v.offset(end), Reason: reason}
	if v.back {
		h.Start, h.End = h.End, h.Start
	}
	if outer != nil {
		h.Start, h.End = outer.Start, outer.End
	}
	for _, x := range f.hits {
		if x == h {
			return
		}
	}
	f.hits = append(f.hits, h)
}
