// Package brief looks at what the prosecutor and the advocate have written:
// only what names evidence, and quotes it as it is, reaches the judge.
package brief

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/quote"
)

// List is what became of one brief.
type List struct {
	Entries []docket.Brief
	Struck  []docket.Struck
	Given   bool // there was one
}

// Check looks at one brief. role is how the audit trail calls it; field holds
// the argument of an entry. A brief is an object with entries, a text with such
// an object in it, or a text of which each line names the calls that it rests on.
func Check(c *charter.Charter, role, field string, raw json.RawMessage, bundles []docket.Bundle) List {
	r := reader{charter: c, role: role, field: field, blobs: map[string][]string{}, claims: map[string]bool{}}
	for _, b := range bundles {
		r.blobs[b.ID] = append(r.blobs[b.ID], b.Blob)
		r.claims[b.Claim] = true
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if strings.TrimSpace(text) == "" {
			return r.list
		}
		if raw = json.RawMessage(text); !json.Valid(raw) {
			r.text(text)
			return r.list
		}
	}
	x, ok := docket.ParseItem(raw)
	if !ok {
		return r.list
	}
	r.list.Given = true
	entries, ok := x.List("briefs")
	if !ok {
		r.strike(docket.Line(raw), "", charter.BriefShape, "it has no list of briefs")
	}
	for _, e := range entries {
		r.entry(e)
	}
	said, _ := x.List("struck_lines")
	for _, s := range said {
		r.list.Struck = append(r.list.Struck, Reported(s, charter.StageBriefs, charter.ReportedBrief))
	}
	return r.list
}

// Reported is a line that was struck before: by whoever wrote it, or by the
// engine in a step before, which has named a reason of its own.
func Reported(raw json.RawMessage, stage, code string) docket.Struck {
	s := docket.Struck{Stage: stage, Kind: "line", Code: code}
	x, ok := docket.ParseItem(raw)
	if !ok {
		s.Line = docket.Line(raw)
		return s
	}
	s.Ref, s.Line, s.Detail = x.Word("claim_id", "ref"), x.Word("line"), x.Word("reason", "detail")
	if own := x.Word("reason_code"); slices.Contains(charter.Codes, own) && x.Word("stage") != "" {
		s.Code, s.Stage, s.Kind = own, x.Word("stage"), x.Word("kind")
	}
	if s.Line == "" {
		s.Line = docket.Line(raw)
	}
	return s
}

type reader struct {
	charter *charter.Charter
	role    string
	field   string
	blobs   map[string][]string
	claims  map[string]bool
	list    List
}

func (r *reader) entry(raw json.RawMessage) {
	line := docket.Line(raw)
	x, ok := docket.ParseItem(raw)
	if !ok {
		r.strike(line, "", charter.BriefShape, "is no object")
		return
	}
	b := docket.Brief{Claim: x.Word("claim_id"), Text: x.Word(r.field, "text"), Requested: x.Word("requested_verdict")}
	b.IDs, ok = x.Texts("supporting_tool_use_ids")
	switch {
	case !ok || b.Text == "":
		r.strike(line, b.Claim, charter.BriefShape, "%s and supporting_tool_use_ids are a text and a list of texts", r.field)
	case r.charter.Verdict(b.Requested) == nil:
		r.strike(line, b.Claim, charter.BriefTaxonomy, "requested_verdict %q", b.Requested)
	case !r.claims[b.Claim] || b.Claim == "":
		r.strike(line, b.Claim, charter.BriefClaim, "claim_id %q", b.Claim)
	default:
		r.backed(b, line)
	}
}

// text reads a brief that came as lines.
func (r *reader) text(text string) {
	r.list.Given = true
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		b := docket.Brief{Text: line}
		for id := range r.blobs {
			if strings.Contains(line, id) {
				b.IDs = append(b.IDs, id)
			}
		}
		slices.Sort(b.IDs)
		r.backed(b, line)
	}
}

// backed keeps an entry whose evidence is there.
func (r *reader) backed(b docket.Brief, line string) {
	if len(b.IDs) == 0 {
		r.strike(line, b.Claim, charter.BriefID, "nothing backs it")
		return
	}
	var blobs []string
	for _, id := range b.IDs {
		if r.blobs[id] == nil {
			r.strike(line, b.Claim, charter.BriefUnknown, "tool_use_id %q", id)
			return
		}
		blobs = append(blobs, r.blobs[id]...)
	}
	for _, q := range quote.Quotations(b.Text, r.charter.Limits.Quote) {
		if !quote.In(q, blobs...) && !slices.Contains(b.IDs, q) {
			r.strike(line, b.Claim, charter.BriefQuote, "it quotes %q", q)
			return
		}
	}
	if phrase := quote.Tells(b.Text, r.charter.Narrative); phrase != "" {
		r.strike(line, b.Claim, charter.BriefNarrative, "it says %q", phrase)
		return
	}
	r.list.Entries = append(r.list.Entries, b)
}

func (r *reader) strike(line, ref, code, format string, args ...any) {
	r.list.Struck = append(r.list.Struck, docket.Struck{
		Stage: charter.StageBriefs, Kind: r.role, Ref: ref, Line: line, Code: code, Detail: fmt.Sprintf(format, args...),
	})
}
