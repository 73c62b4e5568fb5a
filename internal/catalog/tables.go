// Package catalog holds the types of everything that spec/ states. Values of
// them are made by the generator and handed in by the commands; nothing here
// computes at start-up.
package catalog

// Tables is the whole compiled spec. Slices are sorted as their comments say,
// so that look-ups are binary searches over static data.
type Tables struct {
	SpecHash    string     // hex, identifies the spec that the tables were made from
	Concerns    []Concern  // by ID
	Categories  []Category // least strict first
	Programs    []Program
	Names       Names      // of programs
	Languages   []Language // by Name
	Fallback    Fallback
	Paths       []PathRule
	Classes     []string // names of the named path classes; bit i is FirstNamed<<i
	RoleNames   []string // names of the roles; bit i is 1<<i
	Secrets     []Secret // by Kind
	Instruction Instruction
	Registries  []Registry // by Name
	Resolvers   Resolvers
	Embeds      []Embed       // by Name
	Environment []Environment // by Name
	Route       Route
	Seats       []Seat
	Backends    []Backend // by ID
	Transport   Transport
	Hosts       []Host
	Argument    Argument
	Servers     Servers
	Transcripts []Transcript
	Posture     Posture
	Settings    []Setting
	Audit       Audit
	Session     Session
	Decide      Decide
	Presets     []Preset // from the least to the most
	Index       Index
}

// Category is one class of calls (facts/original-thing.md §1.2).
type Category struct {
	ID          string
	Title       string
	Group       string
	Base        Tier
	Read        bool     // never asked about
	Recommended string   // the level of the recommended preset
	Emissions   []string // the host permission rules that the posture translator writes
}

// Fallback says which category a program falls into that no table knows.
type Fallback struct {
	Program string // category of an unknown program found on PATH
	Project string // category of a program called by a path inside the project
	Write   string // category of a redirection that writes inside the project
	Outside string // category of one that writes outside it

	QuietEnv []string // environment variables that keep a reader a reader, sorted
	Results  []string // options whose value is a file that is written, of programs whose table does not say, sorted
	BinDirs  []string // directories that programs are installed in
	Sink     Class    // what is written there is gone
	Script   Class    // what lies there is shell code, unless it says otherwise itself
	Delicate Class    // what a pattern may aim at, and what another name of a file may stand for
	Unasked  Class    // what lies there runs without anybody starting it
}

// Route says how findings and categories become a tier and convened seats.
type Route struct {
	GateFloor Tier
	Tiers     []TierRule // by Tier
	Bumps     []Bump     // by Severity
	Limits    Limits
	Timers    Timers
	Builtin   Certainty
}

// TierRule says who sits on a panel of that tier.
type TierRule struct {
	Tier       Tier
	Seats      []string
	Mandatory  []string
	Confidence float64
}

// Bump raises the tier when a concern of that severity was found.
type Bump struct {
	Severity Severity
	Steps    int  // tiers to go up
	To       Tier // or: at least this one
}

// Limits bound what is analysed. Beyond them a call is opaque.
type Limits struct {
	CommandBytes int // of one shell text
	Depth        int // nesting of shell text
	Words        int // words that one word may expand to
	Decoded      int // bytes of decoded or substituted text in all
	Recursion    int // code within code
	Invocations  int
	Touches      int // effects on paths
	FileBytes    int // of one file that the call runs
	FilesBytes   int // of all of them, each time that it runs
	Leaves       int // values in the input of a tool
	Nesting      int // of them
}

// Timers are in seconds.
type Timers struct {
	Seat, Panel, Hook int
}

// Seat is one reviewer.
type Seat struct {
	ID         string
	Name       string
	Role       string
	Agent      string
	TieBreaker bool
	Lens       Lens // what it looks at where no model fills it
}

// Lens is what a seat looks at.
type Lens uint8

const (
	LensSeverity  Lens = iota + 1 // how severe what was found is, and its safer form
	LensScope                     // what is not known before a call runs
	LensIntegrity                 // who speaks to the reviewers
	LensAll
)

// Lenses lists the names of the lenses.
var Lenses = []string{"", "severity", "scope", "integrity", "all"}

// Certainty is how sure a seat is that no model fills.
type Certainty struct{ Found, Nothing, Unknown float64 }

// Host is one agent client and its hook contract.
type Host struct {
	ID     string
	Name   string
	Tools  []Tool  // by Name, lower case
	Skills *Skills // nil if it has none

	Settings *Settings // nil if nothing is known of them

	Servers []ServerFile // where its MCP servers are declared

	Client *Client // nil if nothing is known of it
}

// Tool is one tool of a host.
type Tool struct {
	Name    string // lower case; a trailing * matches any rest
	Shape   Shape
	Field   string  // of tool_input: the command, path or URL
	Inside  string  // category; for files: inside the project
	Outside string  // for files: category outside the project
	Deep    bool    // for reads: of everything below the path
	Names   bool    // for reads: of names only
	Search  *Search // for reads: nil for a tool that reads what it names, and shows it
	Fetch   *Fetch
	Prompt  *Prompt
	Lang    string   // for shells: the language, if not that of the Unix shells
	General bool     // permission rules for it hold for every tool of its shape
	Remarks []string // fields that only tell people what the call is for

	Content   *Content   // for edits
	Questions *Questions // for a tool that asks the user
}

// Shape says how a tool's input is understood.
type Shape uint8

const (
	ShapeNone   Shape = iota // not reviewed
	ShapeShell               // Field is a shell command
	ShapeRead                // Field is a path that is read
	ShapeEdit                // Field is a path that is written
	ShapeFetch               // Field is a URL or a query
	ShapeMCP                 // a tool of an MCP server
	ShapePrompt              // Field is a text for another agent, or for this one later
	ShapeOpaque              // of what the input says, only Inside is known
)

// Transcript says where an agent keeps what it did, and how the calls of tools
// stand in it. Paths are keys with a dot between them, from the outermost
// object inwards.
type Transcript struct {
	Host    string   // whose tools the calls name
	Root    string   // directory below the home directory
	Files   []string // base names; * matches any run of characters
	Lists   []string // lists in an entry whose members are entries too
	Dir     []TranscriptDir
	DirFile string // a file above the transcript that holds it
	Calls   []TranscriptCall
}

// TranscriptDir is where an entry names the working directory, which holds for
// the entries behind it too.
type TranscriptDir struct {
	Entry []Member // what such an entry holds
	Path  string
}

// TranscriptCall is one form that calls have in a transcript.
type TranscriptCall struct {
	Entry   []Member // what an entry with such a call holds
	Each    string   // a list of calls in the entry; "": the entry is the call
	Member  []Member // what a member of the list holds if it is a call
	ID      string   // tells calls apart, since an entry may be repeated
	Name    []string // the tool's name in parts, of which all but the last may be missing
	Tool    string   // or always the same one
	Input   string
	Form    InputForm
	Dir     []string // keys of the input that name its working directory
	Aliases []Alias  // keys of the input by other names
}

// Member is a string in a JSON object.
type Member struct{ Path, Value string }

// Alias is an older name of a key.
type Alias struct{ Old, New string }

// InputForm says how a tool's input stands in a transcript.
type InputForm uint8

const (
	FormObject InputForm = iota // an object
	FormJSON                    // the JSON of one, in a string
	FormText                    // a text that is all there is to the input
)

// Posture names the configuration keys that are read.
type Posture struct {
	Dir, File, Local string   // .ravenclaude, comfort-posture.yaml, comfort-posture.local.yaml
	More             []string // other files there, that only matter once something is reviewed
	Levels           []string // canonical level of each name: "always-ask=ask"
	On, Off          []string // spellings of a toggle
	Branches         []string // that everybody builds on; * stands for any run of characters
	Hosts            []string // that data may be sent to, likewise
	Floor            []string // rules that no bypass may shadow
}

// Index finds the triggers that a fact can meet, so that cost does not grow
// with the catalog.
type Index struct {
	Programs  ProgramIndex
	Roles     []RoleRefs
	Flows     []Ref
	Touches   []TouchRef
	Secrets   []Ref
	Orders    []Ref // instruction triggers
	URLs      []Ref
	Documents []Ref
	Counters  []Ref
	Servers   []Ref
	Sends     []Ref
	Any       []Ref // invocation triggers with neither program nor role
	Literals  Literals
	Paths     PathKeys
}

// RoleRefs lists the invocation triggers that ask for a role.
type RoleRefs struct {
	Roles Roles
	Refs  []Ref
}

// Literals finds every literal of the text triggers and secrets in one pass:
// a bit per hash of three bytes, then a search in the sorted list.
type Literals struct {
	Bits    [512]uint64 // 32768 bits, numbered by Hash3
	Words   Words
	Opens   []Opens // by number of the word, and one more
	Refs    []Ref
	Secrets []uint16
}

// Opens says where in Literals.Refs and Literals.Secrets that begins which a
// literal opens. It ends where that of the next one begins.
type Opens struct{ Refs, Secrets uint16 }

// Literal is one keyword, lower case, three bytes at least.
type Literal struct {
	Text    string
	Refs    []Ref // text triggers that it opens
	Secrets []uint16
}
