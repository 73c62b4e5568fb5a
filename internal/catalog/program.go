package catalog

import (
	"slices"
	"strings"
)

// Program is what is known of one program or subcommand: its options, what it
// does to paths, what it runs, and which category its use falls into.
type Program struct {
	Name     string
	Roles    Roles
	Flags    Flags
	*Detail           // never nil
	Category Numbered // of a plain use; 0: the table's default for unknown programs
	Style    Style
	Strict   bool // options end at the first operand
	Reads    bool // harmless as long as only listed flags are used
}

// Numbered is the number of a category in Tables.Categories, from 1.
type Numbered uint8

// Numbered finds the category of a number; it is "" for 0.
func (t *Tables) Numbered(n Numbered) string {
	if n == 0 {
		return ""
	}
	return t.Categories[n-1].ID
}

// Detail is the part of a program's entry that most have none of. Entries
// that agree in it share one, which keeps the tables small.
type Detail struct {
	Sub     []Program // by subcommand, sorted by name
	Aliases []Name    // further names of subcommands, by Name; indexes into Sub
	Class   []Reclass // first match wins
	Effects []PathEffect
	Runs    *Runs
	*Extra         // never nil
	Output  Output // what its standard output is made of
	Shell   ShellEffect
	Head    bool // checks another branch out
}

// Extra is the part of a detail that most have none of. Details that agree in it
// share one.
type Extra struct {
	Chdir    string // flag whose value is the directory that it works in
	Code     []Code
	Away     *Away
	Decodes  string    // for a decoder: the flag without which it encodes; "" if it only decodes
	TaskFile *TaskFile // its subcommands have the same
	Tasks    *Tasks
	URLs     []URLWords
	Sends    *Sends // sends what it reads and is given over the network
}

// Command finds a subcommand by the word as typed, nil without one.
func (p *Program) Command(word string) *Program {
	i, found := slices.BinarySearchFunc(p.Sub, word, func(s Program, word string) int { return strings.Compare(s.Name, word) })
	if !found {
		a, found := slices.BinarySearchFunc(p.Aliases, word, func(n Name, word string) int { return strings.Compare(n.Name, word) })
		if !found {
			return nil
		}
		i = p.Aliases[a].Program
	}
	return &p.Sub[i]
}

// Style is how a program reads its options.
type Style uint8

const (
	GNU       Style = iota // -abc clusters, --long[=value], -- ends
	Single                 // -long options with one dash (find, terraform, java)
	NoOpts                 // every word is an operand, but for leading clusters of listed flags (echo, test)
	Bundle                 // GNU, and a first word without dash is a cluster too (tar, ps)
	Pairs                  // key=value words (dd); the key counts as a flag "key="
	Parameter              // -Name, shortened and in any case (PowerShell); the name "-*" stands for any
)

// Reclass gives a use with certain flags or operands another category.
type Reclass struct {
	Flags    FlagTest
	Operands []OperandTest
	Count    *Count
	Category Numbered
}

// PathEffect says what happens to the paths among the operands or flag values.
type PathEffect struct {
	Effect Effect
	At     At     // which operands, when Flag is empty
	Skip   int    // operands to pass over first
	Flag   string // or: the value of this flag
	If     FlagTest
	Deep   FlagTest    // with these flags everything below is meant too
	Base   bool        // the path is the last segment of the operand, a URL, in the working directory
	Dir    bool        // the path is a directory that receives files
	Here   bool        // without such an operand or flag, the working directory is meant
	Part   *EffectPart // which part of the words is meant; nil if all of them
}

// EffectPart says what of a word names a path, and what below it is meant.
type EffectPart struct {
	Narrow []string // flags that narrow what is meant below the path to fitting names
	Lead   string   // the word begins with this, and the path follows; other words name none
	After  []string // or the path follows the first of these
	Until  string   // and ends before any of these bytes
}

// Narrow are the flags that narrow what an effect means below its path.
func (e *PathEffect) Narrow() []string {
	if e.Part == nil {
		return nil
	}
	return e.Part.Narrow
}

// Sends says with what flags and operands a program sends data over the network.
type Sends struct {
	Aside    FlagTest // flags whose values say who sends it
	Flags    FlagTest
	Operands []OperandTest
}

// URLWords says where a program takes network addresses from.
type URLWords struct {
	At   At     // which operands, when Flag is empty
	Skip int    // operands to pass over first
	Flag string // or: the value of this flag
	If   FlagTest
	Bare bool // an address without a scheme is one too
}

// Runs says how a program runs another one given in its arguments.
type Runs struct {
	Skip      int      // operands of its own before the command
	Assign    bool     // NAME=value words may stand before the command
	Flags     []string // the command stands behind one of these flags (find -exec) ...
	Until     []string // ... up to one of these words
	Feeds     bool     // appends words that it reads from stdin (xargs)
	Holder    string   // a word, or part of one, that is replaced by such input ({}); or the flags whose value is that word
	Chdir     string   // flag whose value is the command's working directory
	Clears    []string // flags that start from an empty environment
	If        FlagTest // only with these flags
	Lookup    FlagTest // with these flags nothing is run (command -v)
	Split     string   // flag whose value is split into words first (env -S)
	Name      string   // flag whose value is the program, the other words are its arguments (python -m)
	Known     bool     // with Name: only of a program that the tables know
	Text      bool     // the words, joined by blanks, are shell text (parallel)
	File      string   // with Feeds: flag whose value names the file that is read instead of stdin
	Inputs    []string // with Feeds: what stands behind one of these words is read instead (:::)
	Beside    []string // with Flags: those of them that run it in the directory of what was found
	Null      string   // with Feeds: flag with which NULs separate items
	Delimiter string   // with Feeds: flag whose value separates items
	Batch     []string // with Feeds: flags whose value is how many items one run gets
	Lines     []string // with Feeds: flags whose value is how many lines one run gets
	Piped     string   // with Feeds: flag with which what it runs gets stdin (parallel --pipe)
}

// Away says that what a program runs does not see this machine's files.
type Away struct {
	Machine bool     // it runs on another machine; otherwise in a container
	Mounts  []string // flags whose values give it directories of this machine
	Root    string   // flag whose value is the directory that it sees as its root; without it, it sees this machine
	First   bool     // the first operand is that directory
	Host    FlagTest // with these flags it sees this machine after all
}

// Code says where a program takes code from.
type Code struct {
	Lang   string // shell, python, javascript, ...
	Flag   string // the value of this flag is code; with File, it names the script; with First, see there
	At     At     // with File: which operand names the script
	File   bool   // an operand names a file that is run
	Join   bool   // all operands joined by spaces are code (eval)
	First  bool   // the first operand is code (trap, awk); with Flag, if that flag is given (sh -c)
	Each   bool   // every operand that At selects is code of its own (hyperfine)
	Skip   int    // with Join: operands to pass over first (ssh)
	Stdin  bool   // standard input is code, when there is no other code and no script operand
	Unless FlagTest

	Keys    []string // the text is key=value, or the operand follows its key: only values of these keys, lower case, are code; * is any run of characters
	Mark    []string // code follows one of these prefixes, lower case; a text without them is none
	Stop    string   // code ends before any of these characters
	Before  string   // the code is this and the text (a git alias)
	Encoded bool     // the text is base64 of UTF-16
	Option  bool     // few uses need it: a setting or option of a program that runs no other as a rule
}

// Language is what is known of a language other than the shell's: how its
// strings and comments are written, and which of its calls reach outside.
type Language struct {
	Name     string
	Comments []string // begin a comment that ends with the line
	Blocks   []Quote  // comments with an end
	Quotes   []Quote  // the longest Open first
	Prefix   string   // letters that may stand before a quote; an f makes Hole count
	Lisp     bool     // (name args) instead of name(args)
	Exact    bool     // strings and comments can be told from code for certain
	Modules  []string // calls whose argument names a module (require)
	Chdir    string   // named argument that gives a command its directory
	Deep     string   // named argument with which an effect means everything below the path
	Calls    []Call   // by Name
	Aliases  []Short  // for a language of commands: what short names stand for, by Name
	Verbs    []string // that names of commands begin with, sorted
	Reads    []string // those of Verbs that only look, sorted
	Reader   string   // the program that any of those stands for that no table knows
	Types    []string // whose static members only compute, sorted
	Methods  []string // that do more than compute, sorted
}

// Short is a short name of a command.
type Short struct{ Name, Command string }

// Command is what a name stands for: itself, if it is short for nothing.
func (l *Language) Command(name string) string {
	i, ok := slices.BinarySearchFunc(l.Aliases, name, func(a Short, s string) int { return strings.Compare(a.Name, s) })
	if !ok {
		return name
	}
	return l.Aliases[i].Command
}

// Plain reports whether the static members of a type, in its brackets, only
// compute.
func (l *Language) Plain(name string) bool {
	name = strings.TrimPrefix(strings.Trim(strings.ToLower(name), "[] "), "system.")
	_, ok := slices.BinarySearch(l.Types, name)
	return ok
}

// Acts reports whether a method, in lower case, does more than compute.
func (l *Language) Acts(method string) bool {
	_, ok := slices.BinarySearch(l.Methods, method)
	return ok
}

// Verb reports whether names of commands begin with a word, and whether what
// they name only looks.
func (l *Language) Verb(word string) (known, reads bool) {
	_, known = slices.BinarySearch(l.Verbs, word)
	_, reads = slices.BinarySearch(l.Reads, word)
	return known, reads
}

// Quote is how a string, or a comment, begins and ends.
type Quote struct {
	Open, Close string
	Raw         bool   // a backslash is itself
	Lines       bool   // may span lines
	Hole        string // begins a part that is not known
	Shell       bool   // what it holds is run by the shell
}

// Call is a function that reaches outside. Its name is qualified as in the
// code ("os.remove"), or begins with a dot for a method of any value.
type Call struct {
	Name   string
	Does   Does
	Effect Effect // for DoesEffect
	Deep   bool   // everything below the path is meant too
	Skip   int    // arguments to pass over first
	Self   bool   // the path is the value that the method is called on
	Bare   bool   // brackets may be left out
	All    bool   // every argument is a path, not only the first
	Line   bool   // the rest of the line is its argument, unquoted
}

// Does says what a call does with its arguments.
type Does uint8

const (
	DoesEffect Does = iota // has an effect on the paths
	DoesRun                // one text is shell code, several are the words of a command
	DoesOpen               // opens a path in a mode
	DoesCopy               // reads the first path, writes the second
	DoesMove               // moves the first path to the second
	DoesChdir              // changes the working directory
	DoesHome               // is the home directory
	DoesJoin               // is its arguments as one path
	DoesPath               // is its argument as a path
	DoesFind               // gives what lies at the path, one after the other
)

// Output says what a program's standard output is made of, as far as that can
// be known without running it.
type Output uint8

const (
	OutUnknown  Output = iota
	OutArgs            // its operands joined by spaces (echo)
	OutFormat          // its operands through a printf format
	OutInput           // its input, or the named files (cat)
	OutBase64          // its input decoded from base64, with the flag of Decodes
	OutDir             // the working directory (pwd)
	OutFresh           // the path of a file or directory that it has just made (mktemp)
	OutDirname         // the directory part of its operand
	OutBasename        // the last element of its operand
	OutReal            // its operand as an absolute path
	OutBase32          // its input decoded from base32
	OutHex             // its input decoded from hexadecimal digits
	OutReverse         // its input, each line backwards
	OutSwap            // its input with the characters of one set in place of those of another (tr)
	OutInflate         // its input decompressed
)

// ShellEffect is what a shell builtin does to the shell itself.
type ShellEffect uint8

const (
	ShellNone   ShellEffect = iota
	ShellDir                // cd
	ShellPush               // pushd
	ShellPop                // popd
	ShellAlias              // alias
	ShellRead               // read, mapfile: names become unknown
	ShellUnset              // unset
	ShellSet                // set -- replaces the positional parameters
	ShellShift              // shift
	ShellHash               // hash, enable: a name is bound to another file
	ShellExit               // exit, return: nothing after it runs
	ShellTrap               // trap
	ShellSource             // source, .: a file runs in this shell
	ShellPrint              // printf: -v names what it sets
	ShellReturn             // return: nothing after it runs in the function or file
	ShellLines              // mapfile: an array becomes unknown
	ShellTest               // test, [: -v names what it asks about
	ShellExec               // exec: without a command its redirections stay
	ShellTrue               // true, :: it always works
	ShellFalse              // false: it never works
	ShellWait               // wait: what was started in the background ends first
	ShellBreak              // break: the loop ends
)

// Name maps a name of a subcommand, as typed, to its entry.
type Name struct {
	Name    string
	Program int // index into Program.Sub
}

// Names maps the names of programs, as typed, to their entries.
type Names struct {
	Words    Words
	Programs []uint16 // by number of the word: index into Tables.Programs
}

// Program returns the entry of a program, nil for a name that no table has.
func (t *Tables) Program(name string) *Program {
	n, ok := t.Names.Words.Find(name)
	if !ok {
		return nil
	}
	return &t.Programs[t.Names.Programs[n]]
}
