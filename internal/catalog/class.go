package catalog

// Class is a set of path classes. The low bits are structural, decided by
// code from where a path lies; the bits from FirstNamed upwards are the
// pattern classes that spec/path.cue names, numbered by the generator.
type Class uint64

const (
	Root        Class = 1 << iota // "/" itself, or a drive root
	Home                          // the home directory itself
	UnderHome                     // below home, wherever else it lies
	ProjectRoot                   // the project's root directory itself
	Project                       // below the project root
	Ancestor                      // a directory that holds the project root or the working directory
	Outside                       // neither in the project, nor temporary, nor fresh, nor a sink
	Temporary                     // below the system's or the user's directory for temporary files
	Fresh                         // made by the same call, so nothing of value can lie there yet
	Unknown                       // not known before the call runs
	Ignored                       // git ignores it and does not track it
	Tracked                       // git tracks it and its content equals the index
	Dirty                         // git tracks it and it differs from the index
	Remote                        // on another machine
	Container                     // in a container, which does not see this machine's files
	Absent                        // nothing lies there before the call runs
	FirstNamed                    // the first bit of the classes that spec/path.cue names
)

// Structural lists the names of the structural classes, lowest bit first.
var Structural = []string{
	"root", "home", "under_home", "project_root", "project", "ancestor", "outside",
	"temporary", "fresh", "unknown", "ignored", "tracked", "dirty", "remote", "container", "absent",
}

// FromGit are the classes that need a look into git's files.
const FromGit = Ignored | Tracked | Dirty

// Roles is a set of the program roles that spec/program.cue names, numbered
// by the generator.
type Roles uint64

// Effect says what a call does to a path. It is a set, so that a trigger can
// ask for several.
type Effect uint16

const (
	Read   Effect = 1 << iota
	Write         // replaces or creates the content
	Append        // adds to the content
	Delete        // removes the path, or what lies below it
	Move          // takes the path away to another place
	Mode          // changes mode, owner or attributes
	Link          // makes a link that points at the path
	Run           // runs the file as code
	List          // reads names only
)

// Effects lists the names of the effects, lowest bit first.
var Effects = []string{"read", "write", "append", "delete", "move", "mode", "link", "run", "list"}

// Mutating are the effects that change something.
const Mutating = Write | Append | Delete | Move | Mode | Link
