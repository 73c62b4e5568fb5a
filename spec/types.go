package spec

import "encoding/json"

// Spec is the evaluated spec as its authors wrote it: names are still words,
// not numbers. Lists that are keyed in CUE are sorted by their key.
type Spec struct {
	Concerns    []*Concern
	Secrets     []*Secret
	Instruction Instruction
	Registries  []*Registry
	Programs    []*Program
	Languages   []*Language
	Paths       []*Path
	Categories  []Category // in the authored order, the least strict first
	Fallback    Fallback
	Route       Route
	Seats       []*Seat
	Posture     Posture
	Hosts       []*Host
	Transcripts []*Transcript
	Environment []Environment
	Hooks       []*Hook
	Plugin      Plugin

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
	Edits        []Edit    `json:"edits"`
}

// Edit is one #Edit.
type Edit struct {
	On      Invocation        `json:"on"`
	Message string            `json:"message"`
	Needs   string            `json:"needs"`
	Adds    []string          `json:"adds"`
	Before  string            `json:"before"`
	Wrap    string            `json:"wrap"`
	Command string            `json:"command"`
	Insert  string            `json:"insert"`
	Append  string            `json:"append"`
	Bare    bool              `json:"bare"`
	Drop    []string          `json:"drop"`
	Swap    map[string]string `json:"swap"`
	Operand *OperandEdit      `json:"operand"`
	Pin     *Pin              `json:"pin"`
	Samples []EditSample      `json:"samples"`
}

// OperandEdit writes one operand otherwise.
type OperandEdit struct {
	At   string `json:"at"`
	With string `json:"with"`
}

// Pin says where the version of a package is recorded.
type Pin struct {
	Join  string     `json:"join"`
	Files []LockFile `json:"files"`
}

// LockFile is one file that records versions.
type LockFile struct {
	Name   string `json:"name"`
	Format string `json:"format"`
}

// EditSample is a command and what becomes of it.
type EditSample struct {
	From  string          `json:"from"`
	To    string          `json:"to"`
	Given json.RawMessage `json:"given"`
}

// Samples are calls that a concern must find, and calls that it must not.
type Samples struct {
	Hit  []json.RawMessage `json:"hit"`
	Miss []json.RawMessage `json:"miss"`
}

// Trigger is one #Trigger.
type Trigger struct {
	Invocation  *Invocation       `json:"invocation,omitempty"`
	Flow        *Flow             `json:"flow,omitempty"`
	Touch       *Touch            `json:"touch,omitempty"`
	Text        *TextMatch        `json:"text,omitempty"`
	Secret      *SecretMatch      `json:"secret,omitempty"`
	URL         *URLMatch         `json:"url,omitempty"`
	Send        *Send             `json:"send,omitempty"`
	Instruction *InstructionMatch `json:"instruction,omitempty"`
	Message     string            `json:"message,omitempty"`
	HighBlast   *bool             `json:"high_blast,omitempty"`
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
	Foreign  bool       `json:"foreign"`
	Option   bool       `json:"option"`
	Code     *TextMatch `json:"code"`
	Branch   []string   `json:"branch"`
	Changed  bool       `json:"changed"`
	After    []string   `json:"after"`
	Shown    bool       `json:"shown"`
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
	Similar string   `json:"similar"`
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
	Also     []string `json:"also"`
	Climbs   bool     `json:"climbs"`
}

// URLMatch is one #URLMatch.
type URLMatch struct {
	HostClass []string `json:"class"`
	NotClass  []string `json:"except"`
	Host      []string `json:"host"`
	NotHost   []string `json:"not_host"`
	Scheme    []string `json:"scheme"`
	Path      []string `json:"path"`
	Port      []string `json:"port"`
	Program   []string `json:"program"`
	Category  []string `json:"category"`
	Flags     Flags    `json:"flags"`
	From      []string `json:"from"`
	Reads     []string `json:"reads"`
	User      bool     `json:"user"`
	Secret    bool     `json:"secret"`
	Shown     bool     `json:"shown"`
}

// Send is one #Send.
type Send struct {
	From   []string `json:"from"`
	Class  []string `json:"class"`
	Except []string `json:"except"`
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

// InstructionMatch is one #InstructionMatch.
type InstructionMatch struct {
	In string `json:"in"`
}

// Instruction is the #Instruction.
type Instruction struct {
	Words    map[string]map[string][]string `json:"words"` // by language and part
	Everyday []string                       `json:"everyday"`
	Holds    []string                       `json:"holds"`
	Leads    []string                       `json:"leads"`
	Cites    []string                       `json:"cites"`
	Turned   []string                       `json:"turned"`
	Demands  []Demand                       `json:"demands"`
	Twins    map[string]string              `json:"twins"`
}

// Demand is one #Demand.
type Demand struct {
	Reason string   `json:"reason"`
	Tongue string   `json:"tongue"`
	Any    []string `json:"any"`
}

// Secret is one #Secret.
type Secret struct {
	Kind      string   `json:"kind"`
	Name      string   `json:"name"`
	Literals  []string `json:"literals"`
	Within    string   `json:"within"`
	Pattern   string   `json:"pattern"`
	Called    string   `json:"called"`
	NotCalled string   `json:"not_called"`
	Near      []string `json:"near"`
	Least     int      `json:"least"`
	Except    []string `json:"except"`
	Entropy   float64  `json:"entropy"`
	Classes   int      `json:"classes"`
	Generic   bool     `json:"generic"`
	Make      string   `json:"make"`
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
	Away     *Away               `json:"away"`
	URLs     []URLWords          `json:"urls"`
	Head     bool                `json:"head"`
	Sends    *Sends              `json:"sends"`
	Shell    string              `json:"shell"`
	TaskFile *TaskFile           `json:"taskfile"`
	Tasks    *Tasks              `json:"tasks"`
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
	Lead   string   `json:"lead"`
	After  []string `json:"after"`
	Until  string   `json:"until"`
}

// Sends says when a #Program sends.
type Sends struct {
	Flags    Flags     `json:"flags"`
	Operands []Operand `json:"operands"`
}

// URLWords is one #URLWords.
type URLWords struct {
	At   string `json:"at"`
	Skip int    `json:"skip"`
	Flag string `json:"flag"`
	If   Flags  `json:"if"`
	Bare bool   `json:"bare"`
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
	Skip      int      `json:"skip"`
	Assign    bool     `json:"assign"`
	Flags     []string `json:"flags"`
	Until     []string `json:"until"`
	Feeds     bool     `json:"feeds"`
	Holder    string   `json:"holder"`
	Chdir     string   `json:"chdir"`
	Clears    []string `json:"clears"`
	If        Flags    `json:"if"`
	Lookup    Flags    `json:"lookup"`
	Split     string   `json:"split"`
	Name      string   `json:"name"`
	Known     bool     `json:"known"`
	Text      bool     `json:"text"`
	File      string   `json:"file"`
	Inputs    []string `json:"inputs"`
	Piped     string   `json:"piped"`
	Beside    []string `json:"beside"`
	Null      string   `json:"null"`
	Delimiter string   `json:"delimiter"`
	Batch     []string `json:"batch"`
	Lines     []string `json:"lines"`
}

// Away is one #Away.
type Away struct {
	In     string   `json:"in"`
	Mounts []string `json:"mounts"`
	Host   Flags    `json:"host"`
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

	Each    bool     `json:"each"`
	Skip    int      `json:"skip"`
	Keys    []string `json:"keys"`
	Mark    []string `json:"mark"`
	Stop    string   `json:"stop"`
	Before  string   `json:"before"`
	Encoded bool     `json:"encoded"`
	Option  bool     `json:"option"`
}

// Language is one #Language.
type Language struct {
	Name     string   `json:"name"`
	Comments []string `json:"comments"`
	Blocks   []Quote  `json:"blocks"`
	Quotes   []Quote  `json:"quotes"`
	Prefix   string   `json:"prefix"`
	Lisp     bool     `json:"lisp"`
	Exact    bool     `json:"exact"`
	Modules  []string `json:"modules"`
	Chdir    string   `json:"chdir"`
	Deep     string   `json:"deep"`
	Calls    []Call   `json:"calls"`
}

// Quote is one #Quote.
type Quote struct {
	Open  string `json:"open"`
	Close string `json:"close"`
	Raw   bool   `json:"raw"`
	Lines bool   `json:"lines"`
	Hole  string `json:"hole"`
	Shell bool   `json:"shell"`
}

// Call is one #Call.
type Call struct {
	Names []string `json:"names"`
	Does  string   `json:"does"`
	Deep  bool     `json:"deep"`
	Skip  int      `json:"skip"`
	Self  bool     `json:"self"`
	Bare  bool     `json:"bare"`
	All   bool     `json:"all"`
	Line  bool     `json:"line"`
}

// TaskFile is one #TaskFile.
type TaskFile struct {
	Lang      string            `json:"lang"`
	Files     []string          `json:"files"`
	Up        bool              `json:"up"`
	Flag      string            `json:"flag"`
	Variables map[string]string `json:"variables"`
	Key       string            `json:"key"`
	Before    string            `json:"before"`
	After     string            `json:"after"`
}

// Tasks is one #Tasks.
type Tasks struct {
	Named  string   `json:"named"`
	Names  []string `json:"names"`
	Flag   string   `json:"flag"`
	Unless Flags    `json:"unless"`
}

// Registry is one #Registry.
type Registry struct {
	Name    string   `json:"name"`
	Popular []string `json:"popular"`
	Known   []string `json:"known"`
	Fake    []string `json:"fake"`
	Version string   `json:"version"`
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
	Script   string   `json:"script"`
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
		FileBytes    int `json:"file_bytes"`
		FilesBytes   int `json:"files_bytes"`
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

// Transcript is one #Transcript.
type Transcript struct {
	Host    string           `json:"host"`
	Root    string           `json:"root"`
	Files   []string         `json:"files"`
	Lists   []string         `json:"lists"`
	Dir     []TranscriptDir  `json:"dir"`
	DirFile string           `json:"dir_file"`
	Calls   []TranscriptCall `json:"calls"`
}

// TranscriptDir is one entry of Transcript.Dir.
type TranscriptDir struct {
	Entry map[string]string `json:"entry"`
	Path  string            `json:"path"`
}

// TranscriptCall is one #TranscriptCall.
type TranscriptCall struct {
	Entry   map[string]string `json:"entry"`
	Each    string            `json:"each"`
	Member  map[string]string `json:"member"`
	ID      string            `json:"id"`
	Name    []string          `json:"name"`
	Tool    string            `json:"tool"`
	Input   string            `json:"input"`
	Form    string            `json:"form"`
	Dir     []string          `json:"dir"`
	Aliases map[string]string `json:"aliases"`
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

// Environment is one #Environment.
type Environment struct {
	Names   []string `json:"names"`
	Effect  string   `json:"effect"`
	More    bool     `json:"more"`
	Slash   bool     `json:"slash"`
	Program string   `json:"program"`
	Sub     string   `json:"sub"`
}
