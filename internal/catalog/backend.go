package catalog

// Backend is one way to ask a model. Texts with braces in them are templates.
type Backend struct {
	ID          string
	Name        string
	Wire        Wire
	Program     string // name of the command line
	Args        []string
	ModelArgs   []string // where a model is named
	Stdin       string
	Files       []Pair
	Environment []Pair
	KeyVariable string // "" where it takes no key
	Answer      []BackendAnswer
	Failed      [][]Member
	Reason      []string
	Usage       []BackendUsage
	URL         string // of an API
	Model       string // of an API, unless the user names one
}

// Wire is how a backend is reached.
type Wire uint8

const (
	WireProgram   Wire = iota // a command line
	WireAnthropic             // an API of that form
	WireOpenAI
	WireGoogle
)

// Wires lists the names of the wires.
var Wires = []string{"program", "anthropic", "openai", "google"}

// Pair is a value by name.
type Pair struct{ Name, Value string }

// BackendAnswer is where an answer stands in what a program writes: at a path in
// a JSON value with some members.
type BackendAnswer struct {
	Where []Member
	Path  string
}

// BackendUsage is where it stands what an answer took; "" where that is not said.
type BackendUsage struct {
	Where               []Member
	Input, Output, Cost string
}

// Transport is what is the same for all backends.
type Transport struct {
	Unix    []Pair // environment of programs
	Windows []Pair
	Limit   int // bytes of an answer
	Tokens  int // of an answer over HTTP
	Faults  []Fault
	Keys    string // directory below the home directory
	System  string // of the question of a test
	User    string
}

// Fault is a class of failures, told by words.
type Fault struct {
	Class string
	Words []string
}

// Mark is the variable of the environment that tells a review that a reviewer
// asks for it, "" if there is none.
func (t *Transport) Mark() string {
	for _, p := range t.Unix {
		if p.Value == markPlace {
			return p.Name
		}
	}
	return ""
}

const markPlace = "{mark}"

// marked is a transport of which nothing is known but its mark, and where keys lie.
func (t *Transport) marked() Transport {
	m := Transport{Keys: t.Keys}
	if name := t.Mark(); name != "" {
		m.Unix = []Pair{{name, markPlace}}
	}
	return m
}
