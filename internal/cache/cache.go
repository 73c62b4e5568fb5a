// Package cache keeps what a panel has decided, so that the same call in the
// same circumstances need not be put to it again within a session. What the
// deterministic review says is never kept: it runs before each look in here, and
// what it denies stays denied.
//
// The values lie in the user's state and are sealed. One that was forged,
// changed, moved here from another session, sealed with another key or that is
// too old is as good as none: the panel is asked again.
package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/session"
)

// kind names the decisions among what is kept of a session, so that they go
// when it ends or is not heard of any more.
const kind = "cache"

const (
	// maxEntries bounds how many decisions of a session are kept; the oldest gives way.
	maxEntries = 256
	// maxBytes bounds them all together, and maxOutcome one of them.
	maxBytes   = 512 << 10
	maxOutcome = 32 << 10
)

// Words of decisions that are kept.
const (
	Allow = "allow"
	Deny  = "deny"
)

// Value is what a panel has decided.
type Value struct {
	Decision string          // Allow or Deny; nothing else is kept
	Sure     bool            // every convened seat answered, and was as sure as the tier asks for
	Steered  bool            // a seat found that something in the call tries to steer the reviewers
	Outcome  json.RawMessage // the decision in the panel's own form
}

// Cache holds the decisions of one session. Its methods are for concurrent use
// by many processes.
type Cache struct {
	t   *catalog.Tables
	s   *session.Session
	ttl time.Duration
}

// Open returns the cache of a session in which a decision holds for a time.
// With a nil session, or no time, nothing is kept and nothing found.
func Open(t *catalog.Tables, s *session.Session, ttl time.Duration) *Cache {
	return &Cache{t: t, s: s, ttl: ttl}
}

func (c *Cache) off() bool { return c.s == nil || c.ttl <= 0 }

// Get returns what was decided under a key, if that still holds. Whatever is
// wrong with what lies there, the answer is that there is nothing.
func (c *Cache) Get(key Key, now time.Time) (Value, bool) {
	if c.off() || key == "" {
		return Value{}, false
	}
	k, err := seal.Load(c.s.Store)
	if err != nil || k == nil {
		return Value{}, false
	}
	raw, err := c.s.Store.Get(c.s.Key(kind))
	if err != nil {
		return Value{}, false
	}
	for _, e := range open(k, c.s.Key(kind), raw) {
		if e.Key == key && c.holds(e, now) {
			return Value{Decision: e.Decision, Sure: true, Outcome: e.Outcome}, true
		}
	}
	return Value{}, false
}

// holds reports whether a decision is still to be used: one that is said to be
// made later than now is not.
func (c *Cache) holds(e entry, now time.Time) bool {
	made := time.UnixMilli(e.Made)
	return !made.After(now) && now.Before(made.Add(c.ttl))
}

// Put keeps a decision under a key. One that is not to be kept, since it is no
// sure allow or deny or holds a secret, is left out without an error. An error
// is one of the user's state, and says nothing about the decision.
func (c *Cache) Put(key Key, v Value, now time.Time) error {
	if c.off() || key == "" || !v.Sure || v.Steered || v.Decision != Allow && v.Decision != Deny ||
		len(v.Outcome) > maxOutcome || !c.clean(v.Outcome) {
		return nil
	}
	outcome, err := json.Marshal(v.Outcome)
	if err != nil {
		return fmt.Errorf("decision cannot be kept: its outcome is no JSON: %w", err)
	}
	k, err := seal.Make(c.s.Store)
	if err == nil {
		name := c.s.Key(kind)
		err = c.s.Store.Update(name, func(old []byte) ([]byte, error) {
			list := open(k, name, old)
			list = slices.DeleteFunc(list, func(e entry) bool { return e.Key == key || !c.holds(e, now) })
			return shut(k, name, append(list, entry{Key: key, Decision: v.Decision, Made: now.UnixMilli(), Outcome: outcome}))
		})
	}
	if err != nil {
		return fmt.Errorf("decision cannot be kept: %w", err)
	}
	return nil
}

// entry is a decision as it is kept.
type entry struct {
	Key      Key             `json:"key"`
	Decision string          `json:"decision"`
	Made     int64           `json:"made_ms"`
	Outcome  json.RawMessage `json:"outcome"`
}

// open returns the decisions that were sealed under a name, the oldest first,
// none where anything is wrong.
func open(k seal.Key, name string, sealed []byte) []entry {
	raw, err := k.Open(name, sealed)
	if err != nil {
		return nil
	}
	list, err := decode(raw)
	if err != nil {
		return nil
	}
	return list
}

var errForm = errors.New("cached decisions have another form: they are dropped")

func decode(raw []byte) ([]entry, error) {
	var list []entry
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	for _, e := range list {
		if len(e.Key) != keySize || e.Decision != Allow && e.Decision != Deny || len(e.Outcome) == 0 {
			return nil, errForm
		}
	}
	return list, nil
}

// shut seals the newest decisions, as many as may be kept.
func shut(k seal.Key, name string, list []entry) ([]byte, error) {
	list = list[max(0, len(list)-maxEntries):]
	size := 0
	for i, e := range slices.Backward(list) {
		if size += len(e.Outcome) + len(e.Key) + 128; size > maxBytes {
			list = list[i+1:]
			break
		}
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	return k.Close(name, raw), nil
}
