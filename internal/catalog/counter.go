package catalog

// CounterTrigger matches what a session does too often within a time. What is
// counted are effects, however they are spelled.
type CounterTrigger struct {
	Categories []string // a part of the call falls into one of these; none: into any that is no read
	Programs   []string // and is one of these programs
	Sub        []string // with one of these subcommands, or one below
	Same       Same     // what counts as the same
	Above      int      // more than so many
	Within     int      // seconds
}

// Same says which calls a counter takes for the same.
type Same uint8

const (
	SameCategory Same = iota // all that the trigger asks for
	SameProgram              // the same program and subcommand
	SameEffect               // and with the same options, operands, paths and content
)

// Sames lists the names of what can be the same.
var Sames = []string{"category", "program", "effect"}
