package instruct

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// found is a demand that was met and not yet decided about, since what stands
// behind it counts too.
type found struct {
	start, end int
	demand     *catalog.Demand
}

// find looks a word up as it is written, and as what its letters look like.
func (r *reader) find(text string) catalog.Keyword {
	k := lookup(r.g, text)
	if k.Text != "" || len(text) < 3 || len(text) > maxWord {
		return k
	}
	if !ascii(text) {
		if p := plain(r.g, text); p != "" {
			k = lookup(r.g, p)
		}
		r.masked = k.Text != ""
	}
	if k.Text == "" && r.leet && strings.IndexByte(text, '1') >= 0 {
		if k = lookup(r.g, strings.ReplaceAll(text, "1", "i")); k.Text == "" {
			k = lookup(r.g, strings.ReplaceAll(text, "1", "l"))
		}
	}
	return k
}

// compound splits words that were written together, if there are such. So many
// eighths of the letters must be those of keywords.
func (r *reader) compound(text string, start, end, eighths int) {
	known, words := 0, 0
	for i := 0; i < len(text); {
		if k := leading(r.g, text[i:]); k.Text != "" {
			known += len(k.Text)
			words++
			i += len(k.Text)
			continue
		}
		i++
	}
	if words < 2 || known*8 < len(text)*eighths {
		r.unknown("", start, end)
		return
	}
	r.joined = true
	defer func() { r.joined = false }()
	rest := false
	for i := 0; i < len(text); {
		k := leading(r.g, text[i:])
		if k.Text == "" {
			rest = true
			i++
			continue
		}
		if rest {
			r.unknown("", start, end)
			rest = false
		}
		r.keyword(k, start, end, false)
		i += len(k.Text)
	}
}

// keyword gives a keyword to the follower, and the longer one that it ends.
func (r *reader) keyword(k catalog.Keyword, start, end int, stray bool) {
	test := r.before() | r.after(end)
	if stray {
		test |= catalog.StepStray
	}
	if (r.masked || r.leet && r.odd(start, end)) && !r.joined {
		test |= catalog.StepMasked
	}
	r.masked = false
	text := k.Text
	w := r.advance(text, start, end, test)
	r.take(k, w)
	r.lead = r.g.Classes[k.Class].Leads
	if !k.Last {
		return
	}
	const open = catalog.StepOpens | catalog.StepOrders | catalog.StepGiven
	for n := 1; n < phrase && r.recent[n].from > r.first && r.texts[n] != ""; n++ {
		if a, b := r.recent[n].end, r.recent[n-1].start; b == a+1 && r.low[a] == ' ' && text == r.low[r.recent[n-1].start:end] {
			text = r.low[r.recent[n].start:end]
		} else {
			text = r.texts[n] + " " + text
		}
		if long := lookup(r.g, text); long.Text != "" && (long.Stem || len(long.Text) == len(text)) {
			w.start, w.from = r.recent[n].start, r.recent[n].from
			w.test = w.test&^open | r.recent[n].test&open
			r.take(long, w)
			r.lead = r.lead || r.g.Classes[long.Class].Leads
		}
	}
}

// odd reports whether a word has digits or signs in it before they were read
// as letters.
func (r *reader) odd(start, end int) bool {
	return r.v.low[start:end] != r.low[start:end] || strings.IndexByte(r.low[start:end], '1') >= 0
}

// take gives a keyword to the follower and keeps what that completes.
func (r *reader) take(k catalog.Keyword, w word) {
	r.settle(w.start)
	r.next(k, w, func(d *catalog.Demand, start int) {
		for i := len(r.pending) - 1; i >= 0; i-- {
			if p := &r.pending[i]; p.demand.Reason == d.Reason && start <= p.end {
				p.start, p.end = min(p.start, start), w.end
				return
			}
		}
		r.pending = append(r.pending, found{start: start, end: w.end, demand: d})
	})
}

// settle decides about what was found and is far enough behind i.
func (r *reader) settle(i int) {
	n := 0
	for _, p := range r.pending {
		if i-p.end <= quoteReach+citeAfter {
			r.pending[n] = p
			n++
			continue
		}
		if len(r.hits) < maxHits && !mentioned(r.low, p.start, p.end, r.cites) {
			r.add(&r.v, p.start, p.end, r.outer, r.g.Reasons[p.demand.Reason])
		}
	}
	r.pending = r.pending[:n]
}
