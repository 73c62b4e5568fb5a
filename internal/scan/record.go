package scan

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ravenclaude/thing/internal/review"
)

// record is a result's JSON form (generated/schema/decision-record.schema.json).
type record struct {
	Index  int     `json:"index"`
	Origin *Origin `json:"origin,omitempty"`
	*review.Record
}

// JSON renders a result as its decision record, on one line.
func JSON(b *bytes.Buffer, r *Result) error {
	return encode(b, record{r.Index, r.Origin, &r.Record})
}

// SchemaVersion is that of a difference's JSON form.
const SchemaVersion = 1

// difference is a call that two configurations decide differently
// (generated/schema/scan-difference.schema.json).
type difference struct {
	SchemaVersion int     `json:"schema_version"`
	Index         int     `json:"index"`
	Origin        *Origin `json:"origin,omitempty"`
	Category      *string `json:"category"`
	A             opinion `json:"a"`
	B             opinion `json:"b"`
}

type opinion struct {
	Config   string          `json:"config"`
	Decision review.Decision `json:"decision"`
	Reason   string          `json:"reason"`
}

// Differs reports whether the two configurations decide differently.
func (r *Result) Differs() bool { return r.Other != nil && r.Other.Decision != r.Record.Decision }

// Differences renders what differs as JSON, one result a line; a and b name
// the configurations.
func Differences(a, b string) func(*bytes.Buffer, *Result) error {
	return func(buf *bytes.Buffer, r *Result) error {
		if !r.Differs() {
			return nil
		}
		return encode(buf, difference{
			SchemaVersion: SchemaVersion, Index: r.Index, Origin: r.Origin, Category: r.Record.Category,
			A: opinion{a, r.Record.Decision, r.Record.Reason}, B: opinion{b, r.Other.Decision, r.Other.Reason},
		})
	}
}

func encode(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("result cannot be encoded: %w: report this", err)
	}
	return nil
}
