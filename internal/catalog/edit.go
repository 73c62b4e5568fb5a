package catalog

// Edit is one authored way to a safer form of a command that a concern was
// found in. It changes one program run and nothing else of the line; the
// steps that are set are done together.
type Edit struct {
	On      *InvocationTrigger // the program run that it applies to
	Message string             // what the safer form does, in words
	Needs   string             // program that has to be installed
	Adds    []string           // programs that the safer form runs and the original does not

	Before  string   // command that has to succeed first; {} stands for the program with its own options
	Wrap    string   // words to put before the program
	Command string   // words in place of the program and its subcommand
	Insert  string   // words to put behind the program and its subcommand; {digest} in them stands for a number made from the command
	Append  string   // words to put behind the operands
	Bare    bool     // takes every flag out
	Drop    []string // flags to take out, by canonical name
	Swap    []Swap   // flags to write otherwise
	Operand *Swap    // operand to write otherwise: "first" or "last"
	Pin     *Pin     // gives every operand the version that a lock file records
}

// Swap writes words in the place of something.
type Swap struct{ What, With string }

// Pin says where the version of a package is recorded.
type Pin struct {
	Join  string     // between the name and the version
	Files []LockFile // the first that is found counts
}

// LockFile is one file that records versions.
type LockFile struct {
	Name   string
	Format LockFormat
}

// LockFormat says how a lock file is read.
type LockFormat uint8

const (
	LockNPM  LockFormat = iota // JSON, packages by their directory
	LockYarn                   // blocks headed by ranges, of either generation
	LockTOML                   // [[package]] tables with name and version
	LockList                   // one name==version in a line
)
