package spec

import "encoding/json"

// Spec is the evaluated spec as its authors wrote it: names are still words,
// not numbers. Lists that are keyed in CUE are sorted by their key.
type Spec struct {
	Concerns   []*Concern
	Secrets    []*Secret
	Programs   []*Program
	Paths      []*Path
	Categories []Category // in the authored order, the least strict first
	Fallback   Fallback
	Route      Route
	Seats      []*Seat
	Posture    Posture
	Hosts      []*Host
	Hooks      []*Hook
	Plugin     Plugin

	Hash string // hex SHA-256 of the canonical JSON

	source
}

// Concern is one #Concern.
type Concern struct {
	ID           string    `json:"id"`
	Name         string    `json:"name"`
	Severity     string    `json:"severity"`
	Category     string    `json:"category"`
	Description  string    `json:"description"`
	GatingReason string    `json:"gating_reason"`
	Resolution   string    `json:"resolution"`
	Remedy       string    `json:"remedy"`
	JudgmentOnly bool      `json:"judgment_only"`
	AlwaysScreen bool      `json:"always_screen"`
	PrePanelDeny bool      `json:"pre_panel_deny"`
	HighBlast    bool      `json:"high_blast"`
	Triggers     []Trigger `json:"triggers"`
	Samples      Samples   `json:"samples"`
}

// Samples are calls that a concern must find, and calls that it must not.
type Samples struct {
	Hit  []json.RawMessage `json:"hit"`
	Miss []json.RawMessage `json:"miss"`
}

// Trigger is one #Trigger.
type Trigger struct {
	Invocation *Invocation  `json:"invocation,omitempty"`
	Flow       *Flow        `json:"flow,omitempty"`
	Touch      *Touch       `json:"touch,omitempty"`
	Text       *TextMatch   `json:"text,omitempty"`
	Secret     *SecretMatch `json:"secret,omitempty"`
	Message    string       `json:"message,omitempty"`
	HighBlast  *bool        `json:"high_blast,omitempty"`
}

// Invocation is one #Invocation.
type Invocation struct {
	Program  []string   `json:"program"`
	Role     []string   `json:"role"`
	Sub      []string   `json:"sub"`
	Flags    Flags      `json:"flags"`
	Operands []Operand  `json:"operands"`
	Count    *Count     `json:"count"`
	Env      []string   `json:"env"`
	Via      []string   `json:"via"`
	Code     *TextMatch `json:"code"`
}

// Flags is one #Flags.
type Flags struct {
	Any  []string `json:"any"`
	All  []string `json:"all"`
	None []string `json:"none"`
}

// Count bounds a number of operands.
type Count struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Operand is one #Operand.
type Operand struct {
	At      string   `json:"at"`
	Equals  []string `json:"equals"`
	Prefix  []string `json:"prefix"`
	Pattern string   `json:"pattern"`
	Class   []string `json:"class"`
	Except  []string `json:"except"`
	Dynamic bool     `json:"dynamic"`
	Not     bool     `json:"not"`
}

// Flow is one #Flow.
type Flow struct {
	From []string `json:"from"`
	Into []string `json:"into"`
}

// Touch is one #Touch.
type Touch struct {
	Effect   []string `json:"effect"`
	Class    []string `json:"class"`
	Except   []string `json:"except"`
	Program  []string `json:"program"`
	Not      []string `json:"not"`
	Flags    Flags    `json:"flags"`
	Deep     bool     `json:"deep"`
	Redirect bool     `json:"redirect"`
}

// TextMatch is one #TextMatch.
type TextMatch struct {
	In       string   `json:"in"`
	Lang     []string `json:"lang"`
	Literals []string `json:"literals"`
	Pattern  string   `json:"pattern"`
}

// SecretMatch is one #SecretMatch.
type SecretMatch struct {
	In string `json:"in"`
}

// Secret is one #Secret.
type Secret struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Literals []string `json:"literals"`
	Pattern  string   `json:"pattern"`
	Except   string   `json:"except"`
	Make     string   `json:"make"`
}

// Program is one #Program, or a subcommand of one.
type Program struct {
	Name     string              `json:"name"`
	Aliases  []string            `json:"aliases"`
	Category string              `json:"category"`
	Roles    []string            `json:"roles"`
	Style    string              `json:"style"`
	Strict   bool                `json:"strict"`
	Reads    bool                `json:"reads"`
	Flags    []string            `json:"flags"`
	Acts     []string            `json:"acts"`
	Sub      map[string]*Program `json:"sub"`
	Class    []Reclass           `json:"class"`
	Effects  []PathEffect        `json:"effects"`
	Runs     *Runs               `json:"runs"`
	Chdir    string              `json:"chdir"`
	Code     []Code              `json:"code"`
	Output   string              `json:"output"`
	Decodes  string              `json:"decodes"`
	Shell    string              `json:"shell"`
}

// Reclass is one #Reclass.
type Reclass struct {
	Flags    Flags     `json:"flags"`
	Operands []Operand `json:"operands"`
	Count    *Count    `json:"count"`
	Category string    `json:"category"`
}

// PathEffect is one #PathEffect.
type PathEffect struct {
	Effect string   `json:"effect"`
	At     string   `json:"at"`
	Skip   int      `json:"skip"`
	Flag   string   `json:"flag"`
	If     Flags    `json:"if"`
	Deep   *Deep    `json:"deep"`
	Narrow []string `json:"narrow"`
	Here   bool     `json:"here"`
	Base   bool     `json:"base"`
	Dir    bool     `json:"dir"`
}

// Deep is a test of flags, or always true.
type Deep struct {
	Always bool
	Flags  Flags
}

// UnmarshalJSON reads true or the object of a Flags.
func (d *Deep) UnmarshalJSON(b []byte) error {
	if string(b) == "true" {
		d.Always = true
		return nil
	}
	return json.Unmarshal(b, &d.Flags)
}

// Runs is one #Runs.
type Runs struct {
	Skip   int      `json:"skip"`
	Assign bool     `json:"assign"`
	Flags  []string `json:"flags"`
	Until  []string `json:"until"`
	Feeds  bool     `json:"feeds"`
	Holder string   `json:"holder"`
	Chdir  string   `json:"chdir"`
	Clears []string `json:"clears"`
	If     Flags    `json:"if"`
	Lookup Flags    `json:"lookup"`
	Split  string   `json:"split"`
}

// Code is one #Code.
type Code struct {
	Lang   string `json:"lang"`
	Flag   string `json:"flag"`
	At     string `json:"at"`
	File   bool   `json:"file"`
	Join   bool   `json:"join"`
	First  bool   `json:"first"`
	Stdin  bool   `json:"stdin"`
	Unless Flags  `json:"unless"`
}

// Path is one #Path.
type Path struct {
	Class    string   `json:"class"`
	Home     []string `json:"home"`
	Absolute []string `json:"absolute"`
	Project  []string `json:"project"`
	Base     []string `json:"base"`
	Segment  []string `json:"segment"`
	Except   []string `json:"except"`
}

// Category is one #Category.
type Category struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Group       string   `json:"group"`
	Base        string   `json:"base"`
	Read        bool     `json:"read"`
	Recommended string   `json:"recommended"`
	Emissions   []string `json:"emissions"`
}

// Fallback is the #Fallback.
type Fallback struct {
	Program  string   `json:"program"`
	Project  string   `json:"project"`
	Write    string   `json:"write"`
	Outside  string   `json:"outside"`
	QuietEnv []string `json:"quiet_env"`
	BinDirs  []string `json:"bin_dirs"`
	Sink     string   `json:"sink"`
}

// Route is the #Route.
type Route struct {
	GateFloor string              `json:"gate_floor"`
	Tiers     map[string]TierRule `json:"tiers"`
	Bumps     map[string]Bump     `json:"bumps"`
	Limits    struct {
		CommandBytes int `json:"command_bytes"`
		Depth        int `json:"depth"`
		Words        int `json:"words"`
		Decoded      int `json:"decoded"`
		Recursion    int `json:"recursion"`
		Invocations  int `json:"invocations"`
		Touches      int `json:"touches"`
	} `json:"limits"`
	Timers struct {
		Hook  int `json:"hook"`
		Panel int `json:"panel"`
		Seat  int `json:"seat"`
	} `json:"timers"`
}

// TierRule says who sits on a panel of one tier.
type TierRule struct {
	Seats      []string `json:"seats"`
	Mandatory  []string `json:"mandatory"`
	Confidence float64  `json:"confidence"`
}

// Bump says how a severity raises the tier.
type Bump struct {
	Steps int    `json:"steps"`
	To    string `json:"to"`
}

// Seat is one #Seat.
type Seat struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Role       string `json:"role"`
	Agent      string `json:"agent"`
	TieBreaker bool   `json:"tie_breaker"`
	Prompt     string `json:"prompt"`
}

// Posture is the #Posture.
type Posture struct {
	Dir    string            `json:"dir"`
	File   string            `json:"file"`
	Local  string            `json:"local"`
	Levels map[string]string `json:"levels"`
	On     []string          `json:"on"`
	Off    []string          `json:"off"`
}

// Host is one #Host.
type Host struct {
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Tools map[string]Tool `json:"tools"`
}

// Tool is one #Tool.
type Tool struct {
	Shape   string `json:"shape"`
	Field   string `json:"field"`
	Inside  string `json:"inside"`
	Outside string `json:"outside"`
}

// Hook is one #Hook.
type Hook struct {
	ID            string   `json:"id"`
	Host          string   `json:"host"`
	Event         string   `json:"event"`
	Matcher       string   `json:"matcher"`
	Command       string   `json:"command"`
	Args          []string `json:"args"`
	Timeout       int      `json:"timeout"`
	OnFailure     string   `json:"on_failure"`
	StatusMessage string   `json:"status_message"`
}

// Plugin is the #Plugin.
type Plugin struct {
	Name        string   `json:"name"`
	Version     string   `json:"version"`
	Description string   `json:"description"`
	Author      string   `json:"author"`
	Keywords    []string `json:"keywords"`
}
