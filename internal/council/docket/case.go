package docket

import "encoding/json"

// Claim is one statement that is audited. In a review of a change it is a
// candidate finding: then it has a file and a line of its own.
type Claim struct {
	ID      string `json:"claim_id"`
	Text    string `json:"claim"`
	Locator string `json:"source_locator"`
	Type    string `json:"claim_type"`
	Weight  int    `json:"load_weight"`
	Author  string `json:"author,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

// Bundle is the output of one tool call.
type Bundle struct {
	Claim        string `json:"claim_id"` // "" in a review of a change: it is about the whole
	Flavor       string `json:"flavor"`
	Investigator string `json:"investigator"`
	ID           string `json:"tool_use_id"`
	Blob         string `json:"raw_blob"`
	Place        string `json:"file_line"`
	Command      string `json:"reproducible_command"`
	Check        string `json:"check"` // what became of the comparison with its place
	Note         string `json:"check_note,omitempty"`
	Weak         bool   `json:"weak_evidence"`
	Score        string `json:"score,omitempty"` // of the cross-review
}

// Outcomes of comparing a bundle with what stands at its place.
const (
	Matched = "matched"
	Unknown = "unknown"
)

// Brief is one entry of a brief. Loose is a line of one that came as a text.
type Brief struct {
	Claim     string   `json:"claim_id"`
	Text      string   `json:"text"`
	Requested string   `json:"requested_verdict"`
	IDs       []string `json:"supporting_tool_use_ids"`
}

// Verdict is the judge's word on one claim.
type Verdict struct {
	Claim      string   `json:"claim_id"`
	Text       string   `json:"claim"`
	Verdict    string   `json:"verdict"`
	Confidence int      `json:"confidence"`
	Blob       string   `json:"evidence_blob"`
	IDs        []string `json:"tool_use_ids"`
}

// Finding is a fault that the judge found proved.
type Finding struct {
	File        string `json:"file"`
	Line        int    `json:"line"`
	Severity    string `json:"severity"`
	Category    string `json:"category"`
	Description string `json:"description"`
	Suggestion  string `json:"suggestion"`
	Confidence  int    `json:"confidence"`
	ID          string `json:"tool_use_id"`
	Blob        string `json:"evidence_blob,omitempty"`
	Check       string `json:"check"` // whether the line exists
}

// Struck is a line that does not count, and why.
type Struck struct {
	Stage  string `json:"stage"`
	Kind   string `json:"kind"` // claim, bundle, brief, verdict, finding, line
	Ref    string `json:"ref"`  // a claim's id, or a place
	Line   string `json:"line"`
	Code   string `json:"reason_code"`
	Detail string `json:"detail"`
}

// Evidence is the evidence file as it came: its items are looked at one by one.
type Evidence struct {
	Claims     []json.RawMessage
	Unaudited  []json.RawMessage
	Bundles    []json.RawMessage
	Topics     []json.RawMessage
	Prosecutor json.RawMessage
	Advocate   json.RawMessage
	Struck     []json.RawMessage
	Calls      map[string]bool // ids of the calls that the transcripts hold; nil: there are none to look at
}

// Judgment is the judge's file as it came.
type Judged struct {
	Items  []json.RawMessage // of the shape that was asked for
	Struck []json.RawMessage
}

// Topic is what the classifier says of a claim.
type Topic struct {
	Claim      string  `json:"claim_id"`
	Topic      string  `json:"topic"`
	Confidence float64 `json:"confidence"`
	Agent      *string `json:"agent"`
}

// Ballot is the answer of one reviewer about one claim.
type Ballot struct {
	Claim    string `json:"claim_id"`
	Reviewer string `json:"reviewer"` // the investigator that reviews the others
	Reply    string `json:"reply"`
	Tools    bool   `json:"used_tools"` // it ran tools, which it must not
}

// Ballots is the cross-review file.
type Ballots struct {
	Failed  bool     `json:"failed"` // the reviewers could not be started
	Ballots []Ballot `json:"ballots"`
}

// Tokens is the tokens file as far as it is known.
type Tokens struct {
	Phases  []Phase `json:"phases"` // in the file's order
	Total   int     `json:"total"`
	Partial bool    `json:"partial"`
}

// Phase is what one phase has used.
type Phase struct {
	Key    string `json:"phase"`
	Tokens int    `json:"tokens"`
}

// Repair says what had to be mended before a file could be read.
type Repair struct {
	File   string `json:"file"`
	What   string `json:"what"`
	SHA256 string `json:"sha256"` // of the bytes as they came
}
