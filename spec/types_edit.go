package spec

import "encoding/json"

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
