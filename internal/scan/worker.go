package scan

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// maxPostures bounds the directories whose posture a worker remembers.
const maxPostures = 256

// worker decides on batches, one after the other.
type worker struct {
	s        *Scan
	w        world.World
	d        decoder
	postures map[string]*config.Posture // by directory
}

func newWorker(s *Scan) *worker {
	return &worker{s: s, w: remember(s.World), d: newDecoder(s.Tables, s.Dir), postures: map[string]*config.Posture{}}
}

func (k *worker) batch(b *batch) {
	b.sum.Read = b.read
	for i := range b.inputs {
		r := Result{Index: b.first + i, Origin: b.inputs[i].Origin}
		k.decide(b, i, &r)
		b.sum.Inputs++
		b.sum.Decisions[r.Record.Decision]++
		if r.Differs() {
			b.sum.Different++
		}
		if b.err = k.s.Render(&b.out, &r); b.err != nil {
			return
		}
	}
}

// decide fills in the result for one input. Whatever goes wrong with one
// denies it, and harms no other.
func (k *worker) decide(b *batch, i int, r *Result) {
	defer func() {
		if fault := recover(); fault != nil {
			b.sum.Faults++
			k.fail(r, fmt.Errorf("internal fault: %v: report this", fault))
		}
	}()
	in := &b.inputs[i]
	c, blank, err := in.Call, false, in.Err
	if text, ok := b.line(i); ok && err == nil {
		c, blank, err = k.d.line(text)
	}
	if err != nil {
		b.sum.Failed++
		k.fail(r, err)
		return
	}
	if blank {
		r.Record = decided(review.Pass, "")
		if k.s.Other != nil {
			r.Other = &r.Record
		}
		return
	}
	p, err := k.posture(c)
	if err != nil {
		b.sum.Failed++
		k.fail(r, err)
		return
	}
	r.Call = c
	r.Record = review.Review(k.s.Tables, k.w, c, p)
	if k.s.Other != nil {
		other := review.Review(k.s.Tables, k.w, c, k.s.Other)
		r.Other = &other
	}
}

func (k *worker) fail(r *Result, err error) {
	r.Call, r.Other = call.Call{}, nil
	r.Record = decided(review.Deny, err.Error())
}

// decided is a record about nothing.
func decided(d review.Decision, reason string) review.Record {
	return review.Record{SchemaVersion: review.SchemaVersion, Decision: d, Reason: reason, Categories: []string{},
		Findings: []review.Finding{}, Opaque: []review.Opaque{}, Seats: []review.SeatVerdict{}}
}

func (k *worker) posture(c call.Call) (*config.Posture, error) {
	if p, ok := k.postures[c.Dir]; ok {
		return p, nil
	}
	p, err := k.s.Posture(c.Dir)
	if err != nil {
		return nil, err
	}
	if len(k.postures) >= maxPostures {
		clear(k.postures)
	}
	k.postures[c.Dir] = p
	return p, nil
}
