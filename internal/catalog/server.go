package catalog

// Servers is what is known about MCP servers.
type Servers struct {
	Unlisted  string        // id of the concern of a server that the user's list lacks
	Affixes   []string      // words around a server's name that say nothing
	Launchers []Launcher    // by Program
	Vendors   []KnownServer // whose packages are what they say, whatever the server is called
	Known     []KnownServer // by Name
}

// KnownServer is a server that many people know by its name. Patterns hold a *
// for any run of characters.
type KnownServer struct {
	Name     string   // folded
	Aliases  []string // folded
	Shared   bool     // other people see what is written there
	Packages []string // of any launcher
	Programs []string // base names
	Hosts    []string
}

// Launcher is a program that fetches and starts a package.
type Launcher struct {
	Program string
	Skip    []string // words before the package
	Flags   []string // that do not change what starts
	Values  []string // the same, with a value behind
	Bridges []string // packages that pass everything on to the address behind them
}

// ServerFile is a file of a host that declares MCP servers.
type ServerFile struct {
	Path    string
	Home    bool     // below the home directory, else in the project
	Keys    []string // of the objects around the declarations; "<dir>" is any directory that holds the working directory
	TOML    bool
	Project bool // it arrives with the project, else the user wrote it
}

// ServerTrigger matches the MCP server that a call goes to. Every part that is
// set must hold.
type ServerTrigger struct {
	Any      []string // words of the verb, any of
	All      []string // each of
	None     []string // none of
	Access   Access
	Names    []string     // folded, any of
	Origins  Origin       // any of
	Shared   bool         // other people see what is written there
	Shadow   bool         // its name may be taken for another server's
	Missing  bool         // no file declares it, though the host says so
	Bare     bool         // the call has no argument that narrows it
	Unlisted bool         // not where the user has listed the server
	Code     *TextTrigger // on an argument that is code
}

// Origin says who connected a server.
type Origin uint16

const (
	OriginUser    Origin = 1 << iota // the user, in settings, with a plugin or at start-up
	OriginProject                    // a file of the project
	OriginUnknown
)

// Origins lists the names of the origins, lowest bit first.
var Origins = []string{"user", "project", "unknown"}
