package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
)

// Outcome is what became of a call after it was decided on, or of a session
// (generated/schema/outcome.schema.json).
type Outcome struct {
	SchemaVersion int    `json:"schema_version"`
	ID            string `json:"id"`
	Seq           uint64 `json:"seq,omitempty"` // place in the chain of outcomes, from 1; none for that of a clean read
	Time          string `json:"time"`
	Session       string `json:"session"`
	Kind          Kind   `json:"kind"`

	Entry      string `json:"entry,omitempty"` // id of the decision, of a call that was decided on
	Call       string `json:"call,omitempty"`
	Tool       string `json:"tool,omitempty"`
	Status     *int   `json:"status,omitempty"`      // that a command ended with
	DurationMS *int64 `json:"duration_ms,omitempty"` // as the host tells it
	Error      string `json:"error,omitempty"`       // without secrets
	Input      Match  `json:"input,omitempty"`       // whether what ran is what was reviewed
	Taint      string `json:"taint,omitempty"`       // the order that a result holds

	Decisions map[string]int `json:"decisions,omitempty"` // of a session, how many of each kind
	Prev      string         `json:"prev,omitempty"`
}

// Kind is what an outcome tells.
type Kind string

const (
	Ran     Kind = "ran"     // the call ran to its end
	Failed  Kind = "failed"  // it ran, and failed
	Refused Kind = "refused" // the host did not let it run
	Ended   Kind = "ended"   // the session is over
)

// Match says whether the input that ran is the one that was reviewed.
type Match string

const (
	Same       Match = "same"
	Rewritten  Match = "rewritten"  // into the form that the review offered
	Changed    Match = "changed"    // by something that came after the review
	Denied     Match = "denied"     // it ran although it was denied
	Unreviewed Match = "unreviewed" // no decision on it is recorded
)

// Bad reports whether a call ran that should not have run as it did.
func (m Match) Bad() bool { return m == Changed || m == Denied || m == Unreviewed }

const (
	outcomeDir  = "outcomes" // below the log
	keepOutcome = 32         // so many have a file of their own
	maxError    = 400        // bytes of an error that are kept
)

// outcomes is the log of outcomes, beside that of decisions and kept the same way.
func (d *Dir) outcomes() *Dir {
	o := *d
	o.Path, o.Keep = d.Path+"/"+outcomeDir, keepOutcome
	return &o
}

// Close implements Log. What is told of a clean read lies outside the chain like
// the read itself, unless something is wrong with it.
func (d *Dir) Close(o *Outcome) error {
	in := d.outcomes()
	o.SchemaVersion = SchemaVersion
	now := d.World.Now()
	o.Time = stamp(now)
	if o.Entry != "" && o.Entry[0] == 'r' && !o.Input.Bad() && o.Taint == "" {
		o.ID = readID(now)
		line, err := json.Marshal(o)
		if err != nil {
			return failed(err)
		}
		return in.appendLine(now, line)
	}
	return in.chain(func(seq uint64, prev string) ([]byte, error) {
		o.Seq, o.Prev, o.ID = seq, prev, entryID(seq)
		return json.Marshal(o)
	})
}

// Outcomes implements History.
func (d *Dir) Outcomes() iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		for s, err := range d.outcomes().Entries() {
			var o Outcome
			if err == nil {
				err = json.Unmarshal(s.Line, &o)
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

// Short is a text for an outcome's Error: without secrets, and cut.
func Short(t *catalog.Tables, s string) string {
	if len(s) > 16*maxError {
		s = s[:16*maxError]
	}
	s = redact(t, s)
	if len(s) > maxError {
		s = s[:maxError]
	}
	return string(bytes.ToValidUTF8([]byte(s), nil))
}

// Holds reports whether an entry's input is that of a call, as far as one can
// tell without the user's key: secrets do not count.
func (e *Entry) Holds(t *catalog.Tables, c call.Call) bool {
	own, err := json.Marshal(json.RawMessage(e.Input))
	other, err2 := json.Marshal(input(t, c.Input))
	return err == nil && err2 == nil && bytes.Equal(own, other)
}

// Offers reports whether a command is the safer form that the decision offered;
// secrets do not count.
func (e *Entry) Offers(t *catalog.Tables, command string) bool {
	return e.Record.Rewrite != nil && e.Record.Rewrite.Command == redact(t, command)
}

// verifyOutcomes lists what is wrong with the chain of outcomes.
func (d *Dir) verifyOutcomes() ([]Problem, error) {
	list, err := d.outcomes().verify()
	for i := range list {
		list[i].What = "outcomes: " + list[i].What
	}
	return list, err
}

// Joined is a stored entry's line together with what became of the call. The
// digest in the next entry's prev is that of the line without it.
func Joined(line []byte, o *Outcome) ([]byte, error) {
	if o == nil {
		return line, nil
	}
	raw, err := json.Marshal(o)
	body, ok := bytes.CutSuffix(line, []byte("}"))
	if err != nil || !ok {
		return line, errors.Join(err, notObject(ok, line))
	}
	return slices.Concat(body, []byte(`,"outcome":`), raw, []byte("}")), nil
}

func notObject(ok bool, line []byte) error {
	if ok {
		return nil
	}
	return fmt.Errorf("line of %d bytes is no entry: %w", len(line), fs.ErrInvalid)
}
