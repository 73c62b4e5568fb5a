package catalog

// Program is what is known of one program or subcommand: its options, what it
// does to paths, what it runs, and which category its use falls into.
type Program struct {
	Name     string
	Category string // of a plain use; "": the table's default for unknown programs
	Roles    Roles
	Style    Style
	Strict   bool // options end at the first operand
	Reads    bool // harmless as long as only listed flags are used
	Flags    []Flag
	Sub      []Program // by subcommand, sorted by name
	Words    []Name    // subcommands as typed, aliases included, by Name; indexes into Sub
	Class    []Reclass // first match wins
	Effects  []PathEffect
	Runs     *Runs
	Chdir    string // flag whose value is the directory that it works in
	Code     []Code
	Output   Output // what its standard output is made of
	Decodes  string // for OutBase64: the flag without which it encodes
	Shell    ShellEffect
}

// Style is how a program reads its options.
type Style uint8

const (
	GNU    Style = iota // -abc clusters, --long[=value], -- ends
	Single              // -long options with one dash (find, terraform, java)
	NoOpts              // every word is an operand, but for leading clusters of listed flags (echo, test)
	Bundle              // GNU, and a first word without dash is a cluster too (tar, ps)
	Pairs               // key=value words (dd); the key counts as a flag "key="
)

// Flag is one option with all its spellings.
type Flag struct {
	Names []string // with dashes; the first is canonical
	Value FlagValue
	Acts  bool // makes a reader more than a reader
}

// FlagValue says whether a flag takes a value.
type FlagValue uint8

const (
	NoValue FlagValue = iota
	Required
	Optional // attached only: --color=auto, -i.bak
	Two      // two words follow, the second counts (jq --slurpfile name file)
)

// Reclass gives a use with certain flags or operands another category.
type Reclass struct {
	Flags    FlagTest
	Operands []OperandTest
	Count    *Count
	Category string
}

// PathEffect says what happens to the paths among the operands or flag values.
type PathEffect struct {
	Effect Effect
	At     At     // which operands, when Flag is empty
	Skip   int    // operands to pass over first
	Flag   string // or: the value of this flag
	If     FlagTest
	Deep   FlagTest // with these flags everything below is meant too
	Narrow []string // flags that narrow what is meant below the path to fitting names
	Base   bool     // the path is the last segment of the operand, a URL, in the working directory
	Dir    bool     // the path is a directory that receives files
	Here   bool     // without such an operand or flag, the working directory is meant
}

// Runs says how a program runs another one given in its arguments.
type Runs struct {
	Skip   int      // operands of its own before the command
	Assign bool     // NAME=value words may stand before the command
	Flags  []string // the command stands behind one of these flags (find -exec) ...
	Until  []string // ... up to one of these words
	Feeds  bool     // appends words that it reads from stdin (xargs)
	Holder string   // a word, or part of one, that is replaced by such input ({}); or the flags whose value is that word
	Chdir  string   // flag whose value is the command's working directory
	Clears []string // flags that start from an empty environment
	If     FlagTest // only with these flags
	Lookup FlagTest // with these flags nothing is run (command -v)
	Split  string   // flag whose value is split into words first (env -S)
}

// Code says where a program takes code from.
type Code struct {
	Lang   string // shell, python, javascript, ...
	Flag   string // the value of this flag is code; with File, it names the script; with First, see there
	At     At     // with File: which operand names the script
	File   bool   // an operand names a file that is run
	Join   bool   // all operands joined by spaces are code (eval)
	First  bool   // the first operand is code (trap, awk); with Flag, if that flag is given (sh -c)
	Stdin  bool   // standard input is code, when there is no other code and no script operand
	Unless FlagTest
}

// Output says what a program's standard output is made of, as far as that can
// be known without running it.
type Output uint8

const (
	OutUnknown Output = iota
	OutArgs           // its operands joined by spaces (echo)
	OutFormat         // its operands through a printf format
	OutInput          // its input, or the named files (cat)
	OutBase64         // its input decoded from base64, with the flag of Decodes
	OutDir            // the working directory (pwd)
	OutFresh          // the path of a file or directory that it has just made (mktemp)
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
)

// Name maps the name of a program or subcommand, as typed, to its entry.
type Name struct {
	Name    string
	Program int // index into Tables.Programs, or Program.Sub
}
