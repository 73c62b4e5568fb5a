// Package fact holds what a call was understood to do: the neutral form
// between the analysis of a tool's input and the triggers.
package fact

import (
	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
)

// Span is a byte range of the input field, half open.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Facts is everything that one call was understood to do.
type Facts struct {
	Field       string // name of the input field that spans refer to
	Source      string // that field's text
	Invocations []Invocation
	Touches     []Touch
	Flows       []Flow
	URLs        []URL
	Texts       []Text
	Opaque      []Opaque
}

// At is a place in a file that the call runs; the zero value is the call's own
// text.
type At struct {
	File string // relative to the project where it lies there
	Line int    // from 1
}

// Invocation is one program that runs, with what it is given.
type Invocation struct {
	Program  string             // canonical name, "" when it is not known before the call runs
	Path     string             // as called: "rm", "/bin/rm", "./x"
	Chain    []*catalog.Program // its entry and those of its subcommands; empty if no table knows it
	Roles    catalog.Roles      // of the whole chain
	Category string
	Sub      string // subcommand words joined by a space
	Words    []Word // everything after the program, subcommand included
	Flags    []Flag
	Operands []Word // without flags, their values and subcommand words
	Assigns  []Assign
	Code     []Code
	Feeds    Origins  // whose output it is given: on standard input, in its words, in files that it reads
	Via      []string // wrappers, outermost first: "sudo", "env", "xargs"
	Dir      Dir
	Place    Place
	Reads    bool // nothing about it is more than a read
	Wraps    bool // it runs another program, which has its own entry in Facts
	Span     Span // the simple command, redirections included
	Outer    bool // Span is that of the text it was decoded or substituted from, or of what runs the file
	At
	Maybe bool // one of several possible programs
}

// Word is one argument after quoting and expansion.
type Word struct {
	Text   string // parts that are not known stand as they are written
	Known  int    // bytes at the start of Text that are known; len(Text) if all are
	Maybe  bool   // one of several values that the word can have
	Many   bool   // what is not known in it may make it several words, or none
	Glob   int    // offset of the first unquoted pattern character, -1 for none
	Fresh  bool   // a path that the call itself makes, or below it
	Span   Span
	Origin Origins // whose output is part of it
}

// Static reports whether the whole text is known before the call runs.
func (w Word) Static() bool { return w.Known == len(w.Text) }

// Origins lists invocations, by index, whose output a text comes from.
type Origins []int

// Flag is one option as given, under its canonical name.
type Flag struct {
	Name  string // canonical, with dashes; as written if the table lacks it
	Value *Word  // of a flag that takes one
	Known bool   // the table lists it
	Acts  bool   // the table says that it makes a reader more than a reader
	Maybe bool
	Span  Span
}

// Assign is NAME=value before a command, or exported earlier in the line.
type Assign struct {
	Name  string
	Value Word
}

// Code is text in some language that a program runs.
type Code struct {
	Lang   string
	Text   Word
	Origin Origins
	Kept   bool // of a file that git keeps, or leaves out on purpose
}

// Dir is the directory that an invocation runs in.
type Dir struct {
	Path  string // absolute and clean; "" if not known
	Fresh bool
	Away  *Away // where it is, if not on this machine
}

// Away is another machine, or a container.
type Away struct {
	Machine bool
	Mounts  []Mount // directories of this machine that it sees
}

// Mount is a directory of this machine under the name that a container knows.
type Mount struct{ Inside, Here string }

// Place says where in the line an invocation stands.
type Place uint16

const (
	InSubshell Place = 1 << iota
	InSubstitution
	InFunction
	InLoop
	InCondition
	InBackground
	InTrap
	InDecoded // in text that the call decodes or builds
	InOption  // in a setting or option of a program that runs no other as a rule
	InDraft   // in a script that the call writes
	InPipe    // another program reads what it prints
)

// Touch is an effect on one path.
type Touch struct {
	Effect     catalog.Effect
	Word       Word
	Path       string // absolute and clean; "" if not known
	Class      catalog.Class
	Deep       bool // everything below the path is meant too
	Redirect   bool
	Category   string
	Invocation int // index, -1 for a tool that is no program
	Span       Span
	At
}

// URL is a network address that a program is given.
type URL struct {
	address.Address      // of a host that is not known, only the class
	Word            Word // that holds it
	Invocation      int  // index, -1 for a redirection
	At
}

// Flow is data of one invocation that another runs as code.
type Flow struct {
	From Origins
	Into int
	Span Span
	At
}

// Text is a text that text triggers look at.
type Text struct {
	Value string
	Lang  string // of code
	Data  bool   // words, documents, comments
	Span  Span   // in the source; of the outer text if Moved
	Moved bool   // the text is not Source[Span], it was resolved or decoded from it
	Kept  bool   // code of a file that git keeps, or leaves out on purpose
	At
}

// Opaque is a part whose meaning is not known before the call runs.
type Opaque struct {
	Reason string
	Span   Span
	Note   bool // within a file that the call runs: worth a note, not a question
	At
}
