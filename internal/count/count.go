// Package count counts how often calls of one session have the same effect
// within a time.
package count

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ravenclaude/thing/internal/session"
)

const (
	kind = "count"
	// maxKeys bounds how many effects are counted at a time; the one that was seen
	// longest ago gives way.
	maxKeys = 256
	// longest is the longest time that anything is counted in.
	longest = time.Hour
)

// times are when each effect was seen, in seconds, the newest last.
type times map[string][]int64

// Add counts n more of an effect, and returns how many there were within a time,
// these included. It never returns more than most+1, since no more are kept.
func Add(s *session.Session, effect string, n, most int, within time.Duration, now time.Time) (int, error) {
	total := 0
	err := s.Store.Update(s.Key(kind), func(old []byte) ([]byte, error) {
		var all times
		if json.Unmarshal(old, &all) != nil || all == nil {
			all = times{} // nothing yet, or damaged: counting begins anew
		}
		all.drop(now)
		seen := slices.DeleteFunc(all[effect], func(at int64) bool { return at <= now.Add(-within).Unix() })
		for range min(n, most+1) {
			seen = append(seen, now.Unix())
		}
		if more := len(seen) - (most + 1); more > 0 {
			seen = slices.Delete(seen, 0, more)
		}
		all[effect] = seen
		total = len(seen)
		all.bound()
		return json.Marshal(all)
	})
	return total, err
}

// drop forgets what was seen too long ago, or is not yet to be seen.
func (all times) drop(now time.Time) {
	for effect, seen := range all {
		seen = slices.DeleteFunc(seen, func(at int64) bool { return at <= now.Add(-longest).Unix() || at > now.Unix() })
		if len(seen) == 0 {
			delete(all, effect)
			continue
		}
		all[effect] = seen
	}
}

func (all times) bound() {
	for len(all) > maxKeys {
		oldest, at := "", int64(0)
		for effect, seen := range all {
			if last := seen[len(seen)-1]; oldest == "" || last < at || last == at && effect < oldest {
				oldest, at = effect, last
			}
		}
		delete(all, oldest)
	}
}

// Clear begins anew, as when the user has said something.
func Clear(s *session.Session) error {
	return errors.Join(forget(s, kind), forget(s, rowKind))
}
