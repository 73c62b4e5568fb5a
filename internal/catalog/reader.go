package catalog

// Search says how a tool reads that looks through files.
type Search struct {
	Pattern  string   // a field with a pattern of names, or of paths
	Patterns []string // fields with lists of such patterns, of a tool without a path
	Quiet    bool     // it shows nothing of what it reads
	Shows    []Member // unless fields of the input have these values
}

// Fetch says what a tool asks the network for.
type Fetch struct {
	Field     string // that holds the address, by keys with a dot between them; "": the tool's own
	Addresses Addresses
	Prompt    string // a field with an order to whoever reads the answer
}

// Addresses says how many addresses a field holds.
type Addresses uint8

const (
	OneAddress    Addresses = iota
	SomeAddresses           // among other words
	NoAddress               // words to search the network for
)

// Prompt says what the text for an agent is.
type Prompt struct {
	Lang  string // of code that only sets other tools going; "" for plain words
	Opens string // a field that names a file with such text
	Skill string // a field that names a skill, whose text may hold commands
}

// Skills says where a host keeps texts for its agent that hold commands, which
// it runs when it reads them. A % stands for the text's name.
type Skills struct {
	Files     []string // below a directory of the project, and below the home directory
	Plugin    []string // below the directory of a plugin
	Installed string   // below the home directory: which plugins there are, and where
}
