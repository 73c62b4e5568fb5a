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
	own, err := config.Load(e.Tables, e.World, c.Dir, Trust(e.Tables, e.World))
	if err != nil {
		return nil, err
	}
	u := &user{Env: e, c: &c}
	p := u.pinned(own)
	if p.Silent() {
		return nil, nil
	}
	r := review.ReviewFor(e.Tables, counting{e.World, u, p}, c, p, review.User{Exceptions: u.exceptions, Digest: u.digest, Asleep: u.asleep})
	override := u.override(&r)
	u.settle(&r)
	seen := observed(p, r)
	out, err := host.Encode(c, seen)
	if err != nil {
		return nil, err
	}
	if !r.Reviewed {
		return out, nil // nothing that is switched on concerns the call
	}
	entry := audit.New(e.Tables, c, r, told(seen, out), p.Hash())
	entry.Override = override
	if r.Decision == review.Deny || len(r.Findings) > 0 {
		entry.Digest = u.digest()
	}
	if err := e.record(u.logDir(own), p, r, entry); err != nil {
		return host.Encode(c, observed(p, unrecorded(r, err)))
	}
	worn := u.worn(p, &seen)
	if u.deniable(&seen, entry) || worn {
		return host.Encode(c, seen)
	}
	return out, nil
}
