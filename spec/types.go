package spec

import "github.com/ravenclaude/thing/internal/council/charter"

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
	Backends    []*Backend
	Transport   Transport
	Posture     Posture
	Settings    []*Setting
	Audit       Audit
	Session     Session
	Decide      Decide
	Briefs      []*Brief
	Presets     []Preset // from the least to the most
	Hosts       []*Host
	Argument    Argument
	Servers     Servers
	Transcripts []*Transcript
	Embeds      []*Embed
	Environment []Environment
	Resolver    Resolver
	Hooks       []*Hook
	Plugin      Plugin
	Council     *charter.Charter // nil if the spec has none

	Hash string // hex SHA-256 of the canonical JSON

	source
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

// Audit is the #Audit.
type Audit struct {
	Dir   string `json:"dir"`
	Keep  int    `json:"keep"`
	State struct {
		Linux   string `json:"linux"`
		Darwin  string `json:"darwin"`
		Windows string `json:"windows"`
	} `json:"state"`
}

// Posture is the #Posture.
type Posture struct {
	Dir    string            `json:"dir"`
	File   string            `json:"file"`
	Local  string            `json:"local"`
	More   []string          `json:"more"`
	Levels map[string]string `json:"levels"`
	On     []string          `json:"on"`
	Off    []string          `json:"off"`

	Branches []string `json:"branches"`
	Hosts    []string `json:"hosts"`
	Floor    []string `json:"floor"`
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
