// Package audit records every decision (DESIGN.md §3.6). Entries form a chain:
// each holds the digest of the one before it, and the head of the chain lies in
// the user's state too, so that no entry can be changed or taken away unseen.
// Clean reads, by far the most frequent calls, are kept outside the chain.
package audit

import (
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/review"
)

// SchemaVersion is that of Entry's JSON form.
const SchemaVersion = 1

// Entry is one decision (generated/schema/audit-entry.schema.json).
type Entry struct {
	SchemaVersion int             `json:"schema_version"`
	ID            string          `json:"id"`
	Seq           uint64          `json:"seq,omitempty"` // place in the chain, from 1; none for a clean read
	Time          string          `json:"time"`          // UTC, RFC 3339 with milliseconds
	Session       string          `json:"session"`
	Host          string          `json:"host"`
	Call          string          `json:"call,omitempty"` // the host's own name of the call
	Tool          string          `json:"tool"`
	Dir           string          `json:"cwd"`
	Input         json.RawMessage `json:"input"` // secrets and long texts taken out
	Answer        Answer          `json:"answer"`
	ConfigHash    string          `json:"config_hash"`
	SpecHash      string          `json:"spec_hash"`
	Record        review.Record   `json:"record"`
	Digest        string          `json:"input_digest,omitempty"` // tells the exact input from others, for whoever has the user's key
	Override      *Override       `json:"override,omitempty"`     // why a call that was to be denied went through
	Decision      *decide.Ruling  `json:"decision,omitempty"`     // on a question that the agent put to its user
	Cached        bool            `json:"cached,omitempty"`       // what the seats say was said of the same call before
	Prev          string          `json:"prev,omitempty"`         // digest of the entry before, in hex; none for the first
}

// Override is a user's word that let a denied call pass once.
type Override struct {
	Denial string `json:"denial"` // id of the entry that it overrides
	Reason string `json:"reason,omitempty"`
}

// Answer is what the host was told.
type Answer string

// Silence leaves the call to the host's own flow. Every other answer is the
// decision that the host was told.
const Silence Answer = "silence"

// Log is where entries go. It is for concurrent use by many processes.
type Log interface {
	// Append gives an entry its place at the end of the chain: ID, Seq, Time and
	// Prev are set.
	Append(e *Entry) error
	// AppendRead records a clean read: ID and Time are set.
	AppendRead(e *Entry) error
	// Close records what became of a call, or of a session: ID, Time and, where it
	// belongs to the chain of outcomes, Seq and Prev are set.
	Close(o *Outcome) error
	// Find returns the entry of a call that the host names, nil if there is none
	// since a time. The last ones are looked at first, and they alone for the zero
	// time.
	Find(session, call string, since time.Time) (*Entry, error)
	// Since yields the entries that were written since a time, in no order.
	Since(t time.Time) iter.Seq2[Stored, error]
}

// History is what a log holds. The hook has no use for it.
type History interface {
	// Entries yields all entries as they are stored, the oldest first. It goes on
	// behind an entry that cannot be read, which is yielded with an error.
	Entries() iter.Seq2[Stored, error]
	// Outcomes yields what Close has recorded, the oldest first.
	Outcomes() iter.Seq2[Outcome, error]
	// Verify lists what is wrong with the chains.
	Verify() ([]Problem, error)
}

// Stored is an entry as it lies in the log: one line of JSON without its end.
type Stored struct {
	Entry
	Line    []byte
	Outcome *Outcome // of the call, where it was looked for and is known
}

// Problem is an entry that is missing or is not as it was written.
type Problem struct {
	Seq  uint64
	What string
}

// New makes an entry of a decision, with everything secret taken out.
func New(t *catalog.Tables, c call.Call, r review.Record, answer Answer, configHash string) *Entry {
	return &Entry{
		SchemaVersion: SchemaVersion, Session: c.Session, Host: c.Host, Call: c.ID, Tool: c.Tool, Dir: c.Dir, Input: input(t, c.Input),
		Answer: answer, ConfigHash: configHash, SpecHash: t.SpecHash, Record: record(t, r),
	}
}

// timeForm is RFC 3339 in UTC with milliseconds.
const timeForm = "2006-01-02T15:04:05.000Z"

func stamp(now time.Time) string { return now.UTC().Format(timeForm) }

// suffix tells entries of several logs apart.
func suffix() string {
	return fmt.Sprintf("%06x", rand.Uint32()>>8)
}
