package cache

import (
	"encoding/json"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/seal"
)

// Subject is everything that a panel's decision depends on.
type Subject struct {
	Call   call.Call
	Config string        // config.Posture.Hash
	Spec   string        // catalog.Tables.SpecHash
	Seats  []Seat        // that sit on the panel, in a fixed order
	Asked  string        // which programs are recorded for the seats' backends
	Read   string        // what the seats read of the call
	Seen   string        // Watch.Sum of the world that the deterministic review looked at
	Floor  review.Record // what that review decided
}

// Seat is who answers for a seat.
type Seat struct {
	ID      string `json:"id"`
	Backend string `json:"backend"`
	Model   string `json:"model"`
}

// Key names a decision. It is made with the user's key, so that nobody finds out
// from it what a call holds. "" names none.
type Key string

// keySize is the length of a key in hex.
const keySize = 64

// Key is the key of a subject. It is "" where no decision may be kept or used:
// where the deterministic review denies already, where what it looked at is not
// known, or where the user has no key and none can be made.
func (c *Cache) Key(x Subject) Key {
	if c.off() || x.Seen == "" || x.Floor.Decision == review.Deny {
		return ""
	}
	k, err := seal.Make(c.s.Store)
	if err != nil {
		return ""
	}
	x.Floor.Durations = review.Durations{}
	text, err := json.Marshal(struct {
		Host, Session, Tool, Dir, Root string
		Input                          map[string]json.RawMessage
		Server                         call.Server
		Config, Spec                   string
		Seats                          []Seat
		Asked, Read, Seen              string
		Floor                          review.Record
	}{
		x.Call.Host, x.Call.Session, x.Call.Tool, x.Call.Dir, x.Call.Root, x.Call.Input, x.Call.Server,
		x.Config, x.Spec, x.Seats, x.Asked, x.Read, x.Seen, x.Floor,
	})
	if err != nil {
		return ""
	}
	return Key(k.Sum(kind, text))
}
