// Package grant keeps what a user has granted to an agent: one call that was
// denied, a nap of the review, findings that are false alarms (DESIGN.md §3.7).
// All of it is sealed, and only a person's words or command make it.
package grant

import (
	"encoding/json"
	"fmt"

	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/state"
)

// load opens the value of a key into v, and reports whether there is one.
func load(s state.Store, key string, v any) (bool, error) {
	raw, err := s.Get(key)
	if err != nil || raw == nil {
		return false, err
	}
	k, err := seal.Load(s)
	if err != nil {
		return false, err
	}
	return true, open(k, key, raw, v)
}

func open(k seal.Key, key string, raw []byte, v any) error {
	value, err := k.Open(key, raw)
	if err == nil {
		err = json.Unmarshal(value, v)
	}
	if err != nil {
		return fmt.Errorf("%q in the user's state is refused: %w", key, err)
	}
	return nil
}

// change replaces the sealed value of a key by what f makes of it; on false it
// stays as it is, and nil takes it away. What somebody else has written there
// counts as nothing if anew is set, and is an error otherwise.
func change[T any](s state.Store, key string, anew bool, f func(v *T) (keep *T, ok bool)) error {
	k, err := seal.Make(s)
	if err != nil {
		return err
	}
	return s.Update(key, func(old []byte) ([]byte, error) {
		var v T
		if old != nil {
			if err := open(k, key, old, &v); err != nil {
				if !anew {
					return nil, err
				}
				v = *new(T)
			}
		}
		keep, ok := f(&v)
		switch {
		case !ok:
			return old, nil
		case keep == nil:
			return nil, nil
		}
		raw, err := json.Marshal(keep)
		return k.Close(key, raw), err
	})
}
