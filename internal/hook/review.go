package hook

import (
	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

// review decides on a call, records the decision, and answers.
func (e Env) review(c call.Call) ([]byte, error) {
	d, err := e.decide(c)
	if err != nil || d == nil {
		return nil, err
	}
	return d.out, nil
}

// decided is a decision that is recorded.
type decided struct {
	seen review.Record // as the host gets to see it
	out  []byte        // what answers the announcement of a tool call
}

// decide decides on a call and records the decision; nil where nothing that is
// switched on concerns the call.
func (e Env) decide(c call.Call) (*decided, error) {
	if e.seated() {
		out, err := host.Encode(c, review.Record{Decision: review.Deny, Reason: "a seat of a review panel calls no tools: answer with the JSON object alone"})
		return &decided{out: out}, err
	}
	own, err := config.Load(e.Tables, e.World, c.Dir, Trust(e.Tables, e.World))
	if err != nil {
		return nil, err
	}
	u := &user{Env: e, c: &c}
	p := u.pinned(own)
	if c.Entry != nil && c.Entry.Questions != nil && c.Event == host.PreToolUse && p.Settings.Decide != config.Unrouted {
		return u.question(own, p)
	}
	if p.Silent() {
		return nil, nil
	}
	r := u.hearing(counting{e.World, u, p}, review.User{Exceptions: u.exceptions, Digest: u.digest, Asleep: u.asleep})
	override := u.override(&r)
	u.wary(&r, p)
	u.settle(&r)
	d := &decided{seen: observed(p, r)}
	if d.out, err = host.Encode(c, d.seen); err != nil || !r.Reviewed {
		return d, err
	}
	entry := audit.New(e.Tables, c, r, told(d.seen, d.out), p.Hash())
	entry.Override, entry.Cached = override, r.Cached
	if r.Decision != review.Allow || len(r.Seats) > 0 {
		entry.Digest = u.digest()
	}
	if err := e.record(u.logDir(own), p, r, entry); err != nil {
		d.seen = observed(p, unrecorded(r, err))
		d.out, err = host.Encode(c, d.seen)
		return d, err
	}
	worn := u.worn(p, &d.seen)
	if u.deniable(&d.seen, entry) || worn {
		d.out, err = host.Encode(c, d.seen)
	}
	return d, err
}
