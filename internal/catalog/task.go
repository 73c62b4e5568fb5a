package catalog

// TaskFile says where a project keeps named commands that a program runs.
type TaskFile struct {
	Lang      string   // how it is written: package, make, just
	Files     []string // base names; the first that is there counts
	Up        bool     // the nearest directory above that has one counts too
	Flag      string   // flag whose value names the file instead
	Variables []string // for make: NAME=value that it sets by itself
	Key       string   // for package: key of the object that holds the commands
	Before    string   // prefix of the name of a command that runs before another
	After     string   // and of one that runs after it
}

// Tasks says which of those commands a use runs: those that it names, else
// Names as far as the file has them, else the file's first.
type Tasks struct {
	Names  []string
	Named  Named
	Flag   string   // flag whose value names one
	Unless FlagTest // with these flags none runs
}

// Named says which operands name commands of a task file.
type Named uint8

const (
	NamedNone  Named = iota
	NamedFirst       // the first; those behind it are its arguments
	NamedAll
)
