package world

import "time"

// Tally is something that a session does and that is counted.
type Tally struct {
	Name     string // of what wants to know: a concern's id
	Effect   string // what counts as the same
	Category string // of the part of the call that it is counted for
	N        int    // how often the call does it
	Most     int    // more than so many are not told apart
	Within   time.Duration
}
