package catalog

// Embed says where commands stand in files of a kind that other programs run
// them from.
type Embed struct {
	Name   string
	Files  []string // last elements of the path; * is any run of characters within one, a trailing ** is everything below
	Format Format
	Away   EmbedAway
	Apart  bool       // what they do there is for the most part no concern of this machine
	Runs   []EmbedRun // for formats with keys
	Secret string     // RE2: what stands in a value or hole that holds a secret
	Stand  string     // shell expansion that stands for a secret
	Vars   []string   // paths of mappings whose members are variables
	Holes  []string   // "open close" of what is put into the text before it runs

	ShellCells []string // words behind %% at the head of a notebook's cell with which it is shell
	CodeCells  []string // with which it is code as without them; with any other it is something else
}

// EmbedAway says where the commands of a file run.
type EmbedAway uint8

const (
	AwayNone      EmbedAway = iota // on this machine
	AwayMachine                    // on another one
	AwayContainer                  // in a container
)

// EmbedRun is one place of commands in a file.
type EmbedRun struct {
	At      string // path of keys, as tree.Find takes it
	Program string // that it is given to, if not a shell
	Args    string // key beside it whose elements are further words of the command
	Shell   string // key beside it that names the program instead
	Mark    string // the command stands behind this
	Each    bool   // the elements of a list are commands that run one after another, not words of one
}

// Format is how a file is written.
type Format uint8

const (
	FormatYAML     Format = iota
	FormatJSON            // with comments
	FormatTOML            //
	FormatINI             // sections of name=value lines
	FormatDocker          // a container file
	FormatPrompt          // Markdown that an agent is given
	FormatCrontab         // a table of jobs
	FormatPlist           // a property list in XML
	FormatGroovy          // a pipeline with shell steps
	FormatNotebook        // cells of code
)
