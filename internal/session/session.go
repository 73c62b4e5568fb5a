// Package session keeps what is known of one session of an agent from call to
// call: the posture that was found when it began. What its user granted is kept
// beside it under the same name.
package session

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/state"
)

// below is the directory of keys that belong to sessions.
const below = "session"

// Session is one session in the user's state. A nil one is not known by name:
// it has no pin and can be granted nothing.
type Session struct {
	Store state.Store
	name  string
}

// Open returns the session that a host names. The name comes from outside, so
// only its digest is used. It returns nil for a session without one.
func Open(s state.Store, host, id string) *Session {
	if s == nil || id == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(host + "\x00" + id))
	return &Session{Store: s, name: hex.EncodeToString(sum[:16])}
}

// Key names a value of the session in the store.
func (s *Session) Key(kind string) string { return below + "/" + s.name + "." + kind }

// End forgets the session, and every other one of which nothing was changed
// since a time: its end may never have been told.
func (s *Session) End(before time.Time) error {
	return s.Store.Prune(below, func(name string, changed time.Time) bool {
		return name == s.name || strings.HasPrefix(name, s.name+".") || changed.Before(before)
	})
}

// Sweep forgets the sessions of which nothing was changed since a time.
func Sweep(s state.Store, before time.Time) error {
	return s.Prune(below, func(_ string, changed time.Time) bool { return changed.Before(before) })
}
