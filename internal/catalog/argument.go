package catalog

// Argument says how the inputs of tools are read that no table describes, such
// as those of MCP servers. Names are in lower case, without blanks, - and _; a
// * at the start of one stands for any other start.
type Argument struct {
	Keys       []ArgumentKey // by Name
	Languages  []ArgumentLanguage
	Statements []Statement // by Word
	Words      []VerbWord  // by Word
	Joins      []string    // words behind which a second verb stands in a name
}

// ArgumentKey is the name of an argument whose meaning is known.
type ArgumentKey struct {
	Name string
	Kind ArgumentKind
}

// ArgumentKind says what an argument of a certain name is.
type ArgumentKind uint8

const (
	ArgumentUnknown      ArgumentKind = iota // its value says what it is
	ArgumentCommand                          // shell text, or the words of a command
	ArgumentProgram                          // the first word of a command whose others stand beside it
	ArgumentEnvironment                      // variables that the command is given
	ArgumentWords                            // the words behind the command
	ArgumentDirectory                        // where the command runs
	ArgumentPath                             // a path
	ArgumentFrom                             // a path that something is taken from
	ArgumentTo                               // a path that something is put at
	ArgumentURL                              // a network address
	ArgumentSQL                              // SQL
	ArgumentQuery                            // SQL, if it looks so
	ArgumentCode                             // code in the language that is named beside it
	ArgumentLanguageName                     // names that language
	ArgumentContent                          // what is written
	ArgumentOld                              // what that takes the place of
	ArgumentDeep                             // true: everything below the path is meant
	ArgumentProse                            // words for people
)

// ArgumentLanguage is a language that code is given in.
type ArgumentLanguage struct {
	Names   []string
	Command string // that runs it from standard input; "" for shell text
	SQL     bool
}

// Statement is how an SQL statement that begins with a word goes on.
type Statement struct {
	Word    string
	Pattern string // RE2, of the whole statement from the word on
}

// VerbWord is a word in the name of a tool.
type VerbWord struct {
	Word   string
	Access Access
	Noun   bool   // it may be a thing too, and counts only where a verb stands
	Effect Effect // on the paths that the tool is given
	Part   bool   // what it writes is not the whole of a file
}

// Access says whether a tool changes something.
type Access uint8

const (
	AccessAny Access = iota
	AccessRead
	AccessWrite
)
