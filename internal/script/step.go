// Package script reads small languages in which a program is given its orders:
// scripts of sed and ex, and tables of jobs.
package script

// Does says what a step does with its text.
type Does uint8

const (
	Runs    Does = iota // a command for the shell
	Reads               // a path
	Writes              // a path
	Sources             // a path of another script
	Unknown             // runs what only the script itself will know; the text says what
)

// Step is one order of a script that reaches outside of it.
type Step struct {
	Does Does
	Text string
}
