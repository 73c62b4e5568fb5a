package spec

import "encoding/json"

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
	Final        bool      `json:"final"`
	Anywhere     bool      `json:"anywhere"`
	Triggers     []Trigger `json:"triggers"`
	Samples      Samples   `json:"samples"`
	Edits        []Edit    `json:"edits"`
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
	Server      *ServerMatch      `json:"server,omitempty"`
	Document    *DocumentMatch    `json:"document,omitempty"`
	Counter     *CounterMatch     `json:"counter,omitempty"`
	Message     string            `json:"message,omitempty"`
	Severity    string            `json:"severity,omitempty"`
	Here        bool              `json:"here,omitempty"`
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
	Shared   bool       `json:"shared"`
	Onto     []string   `json:"onto"`
	Changed  bool       `json:"changed"`
	After    []After    `json:"after"`
	Shown    bool       `json:"shown"`
	NotIn    *DirTest   `json:"not_in"`
	Spawned  bool       `json:"spawned"`
	Stored   bool       `json:"stored"`
	Kept     bool       `json:"kept"`
	Unfed    bool       `json:"unfed"`
	Within   []string   `json:"within"`
}

// DirTest is the not_in of an #Invocation.
type DirTest struct {
	Class []string `json:"class"`
	Flags []string `json:"flags"`
	Env   []string `json:"env"`
}

// After is one #After.
type After struct {
	Sub      []string `json:"sub"`
	Flags    []string `json:"flags"`
	Operands bool     `json:"operands"`
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
	Given   []string `json:"given"`
	Shared  bool     `json:"shared"`
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
	Tool     bool     `json:"tool"`
	Shown    bool     `json:"shown"`
	Unseen   bool     `json:"unseen"`
	Shadows  bool     `json:"shadows"`
}

// URLMatch is one #URLMatch.
type URLMatch struct {
	HostClass []string `json:"class"`
	NotClass  []string `json:"except"`
	Host      []string `json:"host"`
	NotHost   []string `json:"not_host"`
	Unlisted  bool     `json:"unlisted"`
	Scheme    []string `json:"scheme"`
	Path      []string `json:"path"`
	Port      []string `json:"port"`
	NotPort   []string `json:"not_port"`
	Program   []string `json:"program"`
	Category  []string `json:"category"`
	Flags     Flags    `json:"flags"`
	From      []string `json:"from"`
	Reads     []string `json:"reads"`
	User      bool     `json:"user"`
	Secret    bool     `json:"secret"`
	Shown     bool     `json:"shown"`
	Tool      bool     `json:"tool"`
	Guise     bool     `json:"guise"`
	Carries   bool     `json:"carries"`
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
	NotVia   []string `json:"not_via"`
}

// SecretMatch is one #SecretMatch.
type SecretMatch struct {
	In string `json:"in"`
}

// InstructionMatch is one #InstructionMatch.
type InstructionMatch struct {
	In string `json:"in"`
}
