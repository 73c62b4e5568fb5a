package catalog

// Session says what a person may do about the review from within a session, or
// for one.
type Session struct {
	Override Typed
	Nap      Typed
	Machine  []string // what prompts begin with that no person typed
	Keep     int      // days that a session is known for of which nothing is heard
	Unasked  []string // modes of permissions in which what the review has no opinion on runs unasked
	Taint    Tainting
}

// Tainting says what comes of text from outside that gives orders.
type Tainting struct {
	From   []string // categories of the calls that bring such text in
	Guards []string // categories of the calls that are asked about from then on
}

// Typed is a command that counts when a person types it.
type Typed struct {
	Names   []string // the first is the one that is told
	Seconds int      // how long what it grants lasts at most
}

// Settings says what a host's own settings files have to do with hooks.
type Settings struct {
	Files    []string // below the home directory and a project's, with slashes
	Hooks    string   // the key that hooks stand under, by event
	Event    string   // that announces a tool call
	Off      []string // keys that are true where no hook runs
	Plugins  string   // the key under which plugins are switched on and off, as NAME@MARKETPLACE
	Plugin   string   // the name of ours
	Programs []string // that are our hook: the name, and the words after it
}
