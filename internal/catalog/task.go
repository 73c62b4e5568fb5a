package catalog

// TaskFile says where a project keeps named commands that a program runs.
type TaskFile struct {
	Lang      string   // how it is written: package, make, just, task
	Files     []string // base names; the first that is there counts
	Up        bool     // the nearest directory above that has one counts too
	Flag      string   // flag whose value names the file instead
	Variables []string // for make: NAME=value that it sets by itself
	Key       string   // for package: key of the object that holds the commands
	Before    string   // prefix of the name of a command that runs before another
	After     string   // and of one that runs after it

	Modules    []string // where another such file lies for a name, in place of %; below this one's directory
	Workspaces []string // base names of files that list further directories with a file of their own
	In         []string // flags whose value names one of those directories, in which commands run instead
	Everywhere []string // flags with which they run in all of them
}

// Tasks says which of those commands a use runs: those that it names, else
// Names as far as the file has them, else the file's first.
type Tasks struct {
	Names  []string
	Named  Named
	Flag   string   // flag whose value names one
	Unless FlagTest // with these flags none runs
	Inside Inside
}

// Inside says in which of the further directories the program runs with the
// operands as its arguments.
type Inside uint8

const (
	InsideNone Inside = iota
	InsideOne         // in the one that the first operand names
	InsideAll
)

// Named says which operands name commands of a task file.
type Named uint8

const (
	NamedNone  Named = iota
	NamedFirst       // the first; those behind it are its arguments
	NamedAll
)
