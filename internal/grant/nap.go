package grant

import (
	"errors"
	"fmt"
	"time"

	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
)

// Nap is a time in which only what is always screened is looked for.
type Nap struct {
	Until time.Time `json:"until"`
}

// napName is the key of a nap for all sessions of the user, and the kind of one
// for a single session.
const napName = "nap"

// Sleep lets the review of a session nap until a time, or that of all sessions
// where s is nil.
func Sleep(store state.Store, s *session.Session, until time.Time) error {
	return change(store, napKey(s), true, func(*Nap) (*Nap, bool) { return &Nap{until}, true })
}

// Wake ends a nap, and reports whether there was one.
func Wake(store state.Store, s *session.Session) (bool, error) {
	raw, err := store.Get(napKey(s))
	if err != nil || raw == nil {
		return false, err
	}
	return true, store.Update(napKey(s), func([]byte) ([]byte, error) { return nil, nil })
}

func napKey(s *session.Session) string {
	if s == nil {
		return napName
	}
	return s.Key(napName)
}

// Asleep says until when the review of a session naps; the zero time is not at
// all. No nap that ends later than most from now counts.
func Asleep(store state.Store, s *session.Session, now time.Time, most time.Duration) (time.Time, error) {
	var until time.Time
	var errs []error
	for _, one := range []*session.Session{s, nil} {
		var n Nap
		if _, err := load(store, napKey(one), &n); err != nil {
			errs = append(errs, err)
			continue
		}
		if now.Before(n.Until) && n.Until.Sub(now) <= most && n.Until.After(until) {
			until = n.Until
		}
		if s == nil {
			break
		}
	}
	return until, errors.Join(errs...)
}

// Duration reads how long a nap is to last.
func Duration(text string, most time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("duration %q is not understood: write it as 10m", text)
	}
	if d < time.Minute || d > most {
		return 0, fmt.Errorf("duration %s is not between 1m and %s: choose one that is", text, short(most))
	}
	return d, nil
}

// short is a number of whole minutes.
func short(d time.Duration) string { return fmt.Sprintf("%dm", d/time.Minute) }
