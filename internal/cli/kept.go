package cli

import (
	"encoding/json"
	"time"

	"github.com/ravenclaude/thing/internal/cache"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hearing"
	"github.com/ravenclaude/thing/internal/prompt"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
)

// kept is a panel's decision on one call as it is kept for the session.
type kept struct {
	cache *cache.Cache
	key   cache.Key
}

// outcome is what a panel puts into a record. An edit is kept like any other
// allow: the key covers the whole input, so that the same command is edited in the
// same way.
type outcome struct {
	Reason     string               `json:"reason"`
	Rewrite    *review.Rewrite      `json:"rewrite,omitempty"`
	Suggestion *review.Rewrite      `json:"suggestion,omitempty"`
	Banner     *string              `json:"banner,omitempty"`
	Seats      []review.SeatVerdict `json:"seats"`
	Seed       *uint64              `json:"shuffle_seed,omitempty"`
}

// kept finds the place of a call's decision; w has watched what the floor looked
// at before it came to r, and written is what the seats would read.
func (e *Env) kept(store state.Store, w *cache.Watch, c *call.Call, r *review.Record, h *review.Hearing, written *prompt.Case) kept {
	settings := &h.Posture.Settings
	k := kept{cache: cache.Open(e.Tables, session.Open(store, c.Host, c.Session), time.Duration(settings.CacheTTL)*time.Second)}
	if settings.CacheTTL <= 0 {
		return k
	}
	var seats []cache.Seat
	for _, s := range h.Tables.Seats {
		choice := settings.Seats[s.ID]
		seats = append(seats, cache.Seat{ID: s.ID, Backend: choice.Backend, Model: choice.Model})
	}
	programs, err := grant.Programs(store)
	if err != nil {
		return k
	}
	asked, err := json.Marshal(programs)
	if err != nil {
		return k
	}
	read, err := json.Marshal(written)
	if err != nil {
		return k
	}
	k.key = k.cache.Key(cache.Subject{Call: *c, Config: h.Posture.Hash(), Spec: e.Tables.SpecHash, Seats: seats, Asked: string(asked), Read: string(read), Seen: w.Sum(), Floor: *r})
	return k
}

// recall puts the decision that was kept into a record, and reports whether there
// was one.
func (k kept) recall(r *review.Record, now time.Time) bool {
	v, ok := k.cache.Get(k.key, now)
	if !ok {
		return false
	}
	var o outcome
	if json.Unmarshal(v.Outcome, &o) != nil {
		return false
	}
	r.Cached, r.Decision, r.Reason, r.Rewrite, r.Suggestion, r.Banner = true, review.Decision(v.Decision), o.Reason, o.Rewrite, o.Suggestion, o.Banner
	r.Seats, r.ShuffleSeed = o.Seats, o.Seed
	return true
}

// keep keeps what a panel has decided, where that may be used again. That it
// cannot be kept changes nothing about the decision.
func (k kept) keep(r *review.Record, v hearing.Verdict, now time.Time) {
	raw, err := json.Marshal(outcome{r.Reason, r.Rewrite, r.Suggestion, r.Banner, r.Seats, r.ShuffleSeed})
	if v.Outage || err != nil {
		return
	}
	_ = k.cache.Put(k.key, cache.Value{Decision: string(r.Decision), Sure: v.Sure, Steered: v.Steered, Outcome: raw}, now)
}
