package review

import (
	"slices"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/tool"
)

// Decision is what is answered for a call.
type Decision string

const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
	Pass  Decision = "pass" // no opinion: the host's own flow decides
)

// SchemaVersion is that of Record's JSON form.
const SchemaVersion = 1

// Record is the decision on one call, in the form that `--json` prints
// (generated/schema/decision-record.schema.json).
type Record struct {
	SchemaVersion int           `json:"schema_version"`
	Decision      Decision      `json:"decision"`
	Category      *string       `json:"category"`
	Categories    []string      `json:"categories"`
	Tier          *catalog.Tier `json:"tier"`
	Findings      []Finding     `json:"findings"`
	Opaque        []Opaque      `json:"opaque"`
	Rewrite       *Rewrite      `json:"rewrite"`              // offered beside a question, suggested beside a denial
	Suggestion    *Rewrite      `json:"suggestion,omitempty"` // a safer form of what goes through as it is
	Banner        *string       `json:"banner"`
	Seats         []SeatVerdict `json:"seats"`
	ShuffleSeed   *uint64       `json:"shuffle_seed,omitempty"` // of the order in which they were heard
	Reason        string        `json:"reason"`
	Durations     Durations     `json:"durations"`

	Cached   bool `json:"-"` // a panel has decided on the same call before
	Granted  bool `json:"-"` // an allow that the host is told, though no seat gave it
	Reviewed bool `json:"-"` // something that is switched on was looked for; otherwise the call is none of ours

	Final  bool   `json:"-"` // a denial that no word of the user's lifts
	WayOut string `json:"-"` // what the user can do about a denial, in words
	Hint   string `json:"-"` // to the model, beside a denial

	// Parts are the texts of fields, other than the call's own, that findings and opaque parts lie in.
	Parts []fact.Part `json:"-"`
}

// Finding is a concern that matched.
type Finding struct {
	Concern  string           `json:"concern"`
	Severity catalog.Severity `json:"severity"`
	Category string           `json:"category"`
	Field    string           `json:"field"`
	Span     fact.Span        `json:"span"`
	Outer    bool             `json:"outer,omitempty"`  // Span is that of the text it was decoded from
	Secret   bool             `json:"secret,omitempty"` // Span holds a secret: never print it
	File     string           `json:"file,omitempty"`   // that the call runs and the finding lies in
	Line     int              `json:"line,omitempty"`
	Message  string           `json:"message"`
	Remedy   string           `json:"remedy"`
}

// Opaque is a part of the call that cannot be known before it runs.
type Opaque struct {
	Reason string    `json:"reason"`
	Field  string    `json:"field,omitempty"` // of the input, if not the call's own
	Span   fact.Span `json:"span"`
	Note   bool      `json:"note,omitempty"` // within a file that the call runs: no reason to ask
	File   string    `json:"file,omitempty"`
	Line   int       `json:"line,omitempty"`
}

// Rewrite is a safer form of the command.
type Rewrite struct {
	Command  string   `json:"command"`
	Resolves []string `json:"resolves"`
}

// SeatVerdict is what one seat said.
type SeatVerdict struct {
	Seat       string   `json:"seat"`
	Backend    string   `json:"backend"`
	Model      string   `json:"model,omitempty"`
	Verdict    string   `json:"verdict"`
	Confidence float64  `json:"confidence"`
	Concerns   []string `json:"concerns_cited"`
	Reasoning  string   `json:"reasoning"`
	Injection  bool     `json:"injection_detected,omitempty"`
	Failure    string   `json:"failure,omitempty"` // why it abstains, a word of a short list
	Took       int64    `json:"took_ms"`
	Usage      *Usage   `json:"usage,omitempty"`
}

// Usage is what an answer cost, as far as the backend tells.
type Usage struct {
	Input  int     `json:"input_tokens"`
	Output int     `json:"output_tokens"`
	Cost   float64 `json:"cost_usd,omitempty"`
}

// Durations are in microseconds.
type Durations struct {
	Analyze int64 `json:"analyze_us"`
	Match   int64 `json:"match_us"`
	Total   int64 `json:"total_us"`
}

// parts are the texts of all fields that something lies in, other than the
// call's own.
func parts(c call.Call, in Inspection, r *Record) []fact.Part {
	list := slices.Clip(in.Facts.Parts)
	add := func(field string) {
		if field == "" || field == in.Facts.Field || slices.ContainsFunc(list, func(p fact.Part) bool { return p.Field == field }) {
			return
		}
		if text, ok := tool.Field(c.Input, field); ok {
			list = append(list, fact.Part{Field: field, Text: text})
		}
	}
	for _, f := range r.Findings {
		add(f.Field)
	}
	for _, o := range r.Opaque {
		add(o.Field)
	}
	return list
}

// Safer is the safer form that was found, whatever the decision; nil for none.
func (r *Record) Safer() *Rewrite {
	if r.Rewrite != nil {
		return r.Rewrite
	}
	return r.Suggestion
}
