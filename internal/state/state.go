// Package state keeps what outlives a call: counters, cached decisions, the
// heads of audit logs, what a person trusts. It is reached through an interface,
// since state need not lie in one directory (DESIGN.md §7).
package state

import "time"

// Store keeps small values by name. A key is a path of plain names with slashes
// between them.
type Store interface {
	// Get returns the value of a key, nil if it has none.
	Get(key string) ([]byte, error)
	// Update replaces the value of a key by what f makes of it, while no other
	// process changes it. f is given nil where there is no value, and returns
	// nil to have none. On an error of f the value stays as it is. Keys that only
	// differ after their last dot are changed one at a time: f updates none of them.
	Update(key string, f func(old []byte) ([]byte, error)) error
	// Prune takes away the values directly below a directory of keys ("." for the
	// topmost) that stale holds for: it is given the rest of the key, and when the
	// value was last changed. No process may be at work with them. What killed
	// processes left beside any value there goes too.
	Prune(below string, stale func(name string, changed time.Time) bool) error
}
