// Package fact holds what a call was understood to do: the neutral form
// between the analysis of a tool's input and the triggers.
package fact

import (
	"sort"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
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
	Category    string // of the call as such; "": that of its parts alone
	Invocations []Invocation
	Touches     []Touch
	Flows       []Flow
	URLs        []URL
	Texts       []Text
	Documents   []Document
	Was         *Facts  // what the documents did before the edit, which is no news
	Server      *Server // that the call goes to, nil for none
	Parts       []Part  // of the input, other than Source, that facts lie in
	Opaque      []Opaque
}

// At says which text a span is of, and where in a file something lies that the
// call runs or writes; the zero value is the call's own text.
type At struct {
	Field string // of the input, if not Facts.Field
	File  string // relative to the project where it lies there
	Line  int    // from 1
	Apart bool   // what is written there runs elsewhere, or by hand
}

// ToolName is the field that the name of the tool itself stands in.
const ToolName = "tool_name"

// Part is a text of the input, by the name that At.Field gives it.
type Part struct{ Field, Text string }

// Part is the text that spans of a field are ranges of, "" if it is not known.
func (f *Facts) Part(field string) string {
	if field == "" || field == f.Field {
		return f.Source
	}
	for i := range f.Parts {
		if f.Parts[i].Field == field {
			return f.Parts[i].Text
		}
	}
	return ""
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
	Maybe    bool   // one of several possible programs
	Function string // of the line, that it stands in; "" for none
	Given    int    // 1 + the index of the run that it stands behind with &&, 0 for none
}

// Word is one argument after quoting and expansion.
type Word struct {
	Text   string // parts that are not known stand as they are written
	Known  int    // bytes at the start of Text that are known; len(Text) if all are
	Maybe  bool   // one of several values that the word can have
	Env    bool   // only the directory that it starts with is not known, and the environment gives that
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
	InEndless // in a loop that does not end, and does not wait for what it starts
)

// Touch is an effect on one path.
type Touch struct {
	Effect     catalog.Effect
	Word       Word
	Path       string // absolute and clean; "" if not known
	Class      catalog.Class
	Deep       bool // everything below the path is meant too
	Redirect   bool
	Quiet      bool // looked through, and nothing of it shown
	Seen       bool // the call tells what the file will hold
	Category   string
	Invocation int // index, -1 for a tool that is no program
	Span       Span
	At
}

// URL is a network address that a program is given.
type URL struct {
	address.Address      // of a host that is not known, only the class
	Word            Word // that holds it
	Invocation      int  // index, -1 for a redirection, and for a tool that is no program
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

	Prompt   bool   // for another agent, or for this one later
	Document bool   // the content of a file after an edit
	Before   string // of a document: what it was before, which is no news
	At
}

// Document is the content of a file after an edit.
type Document struct {
	Touch  int // index of the effect that writes it
	Before string
	After  string
	New    bool // nothing lay there before
	Known  bool // Before is all that lay there, else After is only what the edit brings in
	Diff   document.Diff
	Pieces []document.Piece // of After that stand in the input, in order
	At
}

// Stands is where in the input a part of the new document stands, or the
// nearest part that does.
func (d *Document) Stands(start, end int) (field string, span Span) {
	i := sort.Search(len(d.Pieces), func(i int) bool { return d.Pieces[i].End > start })
	if i == len(d.Pieces) {
		i--
	}
	if i < 0 {
		return d.Field, Span{}
	}
	p := d.Pieces[i]
	start, end = max(start, p.Start), min(end, p.End)
	if start > end { // it was there already: what the edit puts beside it stands for it
		start, end = p.Start, p.End
	}
	return p.Field, Span{p.At + start - p.Start, p.At + end - p.Start}
}

// Server is the MCP server that a call goes to.
type Server struct {
	Name    string   // as the host calls it
	Folded  string   // in lower case, without signs between its words
	Source  string   // where the host has it from: project, user, plugin …; "" if it does not say
	Verb    string   // the tool's name without the server's
	Words   []string // of the verb, in lower case
	Writes  bool     // it is not known only to read
	Bare    bool     // the call has no argument that narrows it
	Shared  bool     // other people see what is written there
	Origin  catalog.Origin
	Shadow  string // why its name may be taken for another server's; "" if not
	Missing bool   // no file declares it, though the host says that the project's does
}

// Opaque is a part whose meaning is not known before the call runs.
type Opaque struct {
	Reason string
	Span   Span
	Note   bool // within a file that the call runs: worth a note, not a question
	At
}
