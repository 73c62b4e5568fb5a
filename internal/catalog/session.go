package catalog

// Session says what a person may do about the review from within a session, or
// for one.
type Session struct {
	Override Typed
	Nap      Typed
	Machine  []string // what prompts begin with that no person typed
	Keep     int      // days that a session is known for of which nothing is heard
}

// Typed is a command that counts when a person types it.
type Typed struct {
	Names   []string // the first is the one that is told
	Seconds int      // how long what it grants lasts at most
}
