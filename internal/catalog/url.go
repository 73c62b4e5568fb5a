package catalog

// HostClass is a set of the kinds of hosts that an address can name.
type HostClass uint16

const (
	Loopback    HostClass = 1 << iota // this machine
	PrivateHost                       // a network that is not reached from outside
	LinkLocal                         // the network segment that the machine is on
	LocalName                         // a name that means something in a local network only
	NumericHost                       // a bare number, in whatever notation
	ForeignName                       // a name in letters that are not ASCII
	PublicHost                        // anything else that is known
	UnknownHost                       // not known before the call runs
)

// HostClasses lists the names of the host classes, lowest bit first.
var HostClasses = []string{"loopback", "private", "link_local", "local", "number", "foreign", "public", "unknown"}

// URLTrigger matches a network address that a program is given. Every part
// that is set must hold. Names, schemes and paths are in lower case, and a *
// in them stands for any run of bytes.
type URLTrigger struct {
	Class      HostClass // any of
	Except     HostClass // none of
	Hosts      []string  // the host is any of
	NotHosts   []string  // and none of these
	Unlisted   bool      // nor any that the user lists
	Schemes    []string  // any of
	Paths      []string  // the path is any of
	Ports      []string  // any of
	NotPorts   []string  // none of these
	Programs   []string  // only when one of these is given it
	Categories []string  // only when the program's use falls into one of these
	Flags      FlagTest  // of the program
	From       Roles     // the address holds output of a program with any of these roles
	Reads      Class     // or of one that reads a path in any of these classes
	User       bool      // a user name or password stands in it
	Secret     bool      // the address holds a secret
	Shown      bool      // what the program prints is not taken by the line itself
	Tool       bool      // only by a tool that is no program
	Guise      bool      // what looks like the host is a user name
	Carries    bool      // text stands in it in an encoding that hides it
}

// SendTrigger matches data that a program sends over the network: what it
// reads itself, what it is piped, and what its words are made of.
type SendTrigger struct {
	From   Roles // it is the output of a program with any of these roles
	Class  Class // or was read from a path in any of these classes
	Except Class // and in none of these
}

// Resolvers are domains of which every name leads to an address that it holds,
// as in 10.0.0.1.nip.io, or to this machine.
type Resolvers struct {
	Embed    []string
	Loopback []string
}
