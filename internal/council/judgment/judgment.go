// Package judgment looks at what the judge has returned: a verdict or finding
// counts only if it uses the words of its taxonomy and rests on evidence that is
// there. The first reason against it is the one that is named.
package judgment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/brief"
	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/quote"
)

// List is what became of a judgment.
type List struct {
	Verdicts  []docket.Verdict
	Findings  []docket.Finding
	Undecided []string // ids of claims that no verdict is left for
	Struck    []docket.Struck
}

// Case is what a judgment is held against.
type Case struct {
	Charter   *charter.Charter
	Preset    *charter.Preset
	Claims    []docket.Claim
	Bundles   []docket.Bundle
	Files     bundle.Files
	Threshold int // confidence from which an item counts
}

// Check looks at each item.
func Check(k Case, in docket.Judged) List {
	r := reader{Case: k, blobs: map[string][]docket.Bundle{}, seen: map[string]decided{}}
	for _, b := range k.Bundles {
		r.blobs[b.ID] = append(r.blobs[b.ID], b)
	}
	for _, s := range in.Struck {
		r.list.Struck = append(r.list.Struck, brief.Reported(s, charter.StageJudgment, charter.ReportedJudge))
	}
	for _, raw := range in.Items {
		if k.Preset.Shape == charter.Verdicts {
			r.verdict(raw)
		} else {
			r.finding(raw)
		}
	}
	if k.Preset.Shape == charter.Verdicts {
		for _, c := range k.Claims {
			if !slices.ContainsFunc(r.list.Verdicts, func(v docket.Verdict) bool { return v.Claim == c.ID }) {
				r.list.Undecided = append(r.list.Undecided, c.ID)
			}
		}
	}
	return r.list
}

type reader struct {
	Case
	blobs map[string][]docket.Bundle
	seen  map[string]decided // claims, or places
	list  List
}

// decided is what was decided first: where it stands in its list, and how strict
// its word is.
type decided struct {
	it     item
	at     int
	strict int
}

// item is what the rules for verdicts and findings share.
type item struct {
	raw   json.RawMessage
	kind  string
	ref   string
	claim string
	ids   []string
}

func (r *reader) verdict(raw json.RawMessage) {
	it := item{raw: raw, kind: "verdict"}
	x, ok := docket.ParseItem(raw)
	if !ok {
		r.strike(it, charter.ItemShape, "is no object")
		return
	}
	v := docket.Verdict{Claim: x.Word("claim_id"), Text: x.Word("claim"), Verdict: x.Word("verdict")}
	it.ref, it.claim = v.Claim, v.Claim
	blob, blobOK := x.Text("evidence_blob")
	ids, idsOK := x.Texts("tool_use_ids")
	it.ids, v.IDs, v.Blob = ids, ids, blob
	confidence, whole := x.Whole("confidence")
	v.Confidence = confidence
	at := slices.IndexFunc(r.Claims, func(c docket.Claim) bool { return c.ID == v.Claim })
	switch {
	case !idsOK || x.Has("evidence_blob") && !blobOK:
		r.strike(it, charter.ItemShape, "evidence_blob and tool_use_ids are a text and a list of texts")
	case r.Charter.Verdict(v.Verdict) == nil:
		r.strike(it, charter.ItemTaxonomy, "verdict %q", v.Verdict)
	case !whole || confidence < 0 || confidence > 100:
		r.strike(it, charter.ItemConfidence, "confidence is to be a whole number")
	case v.Claim == "" || len(ids) == 0 || slices.Contains(ids, ""):
		r.strike(it, charter.ItemID, "claim_id and tool_use_ids are to be there")
	case !r.idsKnown(it):
	case at < 0:
		r.strike(it, charter.ItemClaim, "claim_id %q", v.Claim)
	case strings.TrimSpace(blob) == "":
		r.strike(it, charter.ItemBlob, "evidence_blob is empty")
	case !r.verbatim(it, blob):
	case r.below(it, confidence):
	default:
		v.Text = r.Claims[at].Text // as it was made, not as the judge retells it
		strict := slices.IndexFunc(r.Charter.Verdicts, func(x charter.Verdict) bool { return x.ID == v.Verdict })
		keep(r, it, v.Claim, strict, &r.list.Verdicts, v)
	}
}

func (r *reader) finding(raw json.RawMessage) {
	it := item{raw: raw, kind: "finding"}
	x, ok := docket.ParseItem(raw)
	if !ok {
		r.strike(it, charter.ItemShape, "is no object")
		return
	}
	f := docket.Finding{
		File: x.Word("file"), Severity: x.Word("severity"), Category: strings.ToLower(x.Word("category")),
		Description: x.Word("description"), Suggestion: x.Word("suggestion"), ID: x.Word("tool_use_id"),
	}
	line, lineOK := x.Whole("line")
	f.Line = line
	it.ref = fmt.Sprintf("%s:%d", f.File, line)
	blob, blobOK := x.Text("evidence_blob")
	f.Blob = blob
	confidence, whole := x.Whole("confidence")
	f.Confidence = confidence
	if f.ID != "" {
		it.ids = []string{f.ID}
	}
	switch {
	case f.File == "" || f.Description == "" || f.Category == "" || !lineOK || x.Has("evidence_blob") && !blobOK:
		r.strike(it, charter.ItemShape, "file, line, category and description are to be there")
	case r.Charter.Severity(f.Severity) == nil:
		r.strike(it, charter.ItemTaxonomy, "severity %q", f.Severity)
	case !whole || confidence < 0 || confidence > 100:
		r.strike(it, charter.ItemConfidence, "confidence is to be a whole number")
	case f.ID == "":
		r.strike(it, charter.ItemID, "tool_use_id is to be there")
	case !r.idsKnown(it):
	case x.Has("evidence_blob") && strings.TrimSpace(blob) == "":
		r.strike(it, charter.ItemBlob, "evidence_blob is empty")
	case blob != "" && !r.verbatim(it, blob):
	case !r.quotes(it, f.Description):
	case !r.located(it, &f):
	case r.below(it, confidence):
	default:
		grave := slices.IndexFunc(r.Charter.Severities, func(x charter.Severity) bool { return x.ID == f.Severity })
		keep(r, it, it.ref+" "+f.Category, -grave, &r.list.Findings, f)
	}
}

// idsKnown wants each id to be that of evidence for the claim, if there is one.
func (r *reader) idsKnown(it item) bool {
	for _, id := range it.ids {
		if len(r.texts(it, id)) == 0 {
			return r.strike(it, charter.ItemUnknown, "tool_use_id %q", id)
		}
	}
	return true
}

// texts are the blobs of a call that are about the item's claim.
func (r *reader) texts(it item, id string) []string {
	var list []string
	for _, b := range r.blobs[id] {
		if it.claim == "" || b.Claim == it.claim {
			list = append(list, b.Blob)
		}
	}
	return list
}

func (r *reader) cited(it item) []string {
	var list []string
	for _, id := range it.ids {
		list = append(list, r.texts(it, id)...)
	}
	return list
}

func (r *reader) verbatim(it item, blob string) bool {
	return quote.In(blob, r.cited(it)...) || r.strike(it, charter.ItemVerbatim, "evidence_blob is in none of %s", strings.Join(it.ids, ", "))
}

func (r *reader) quotes(it item, text string) bool {
	for _, q := range quote.Quotations(text, r.Charter.Limits.Quote) {
		if !quote.In(q, r.cited(it)...) {
			return r.strike(it, charter.ItemVerbatim, "it quotes %q", q)
		}
	}
	return true
}

func (r *reader) located(it item, f *docket.Finding) bool {
	check, ok := bundle.Line(r.Files, f.File, f.Line)
	f.Check = check
	return ok || r.strike(it, charter.ItemLocation, "%s has no line %d", f.File, f.Line)
}

func (r *reader) below(it item, confidence int) bool {
	if confidence >= r.Threshold {
		return false
	}
	return !r.strike(it, charter.ItemBelow, "confidence %d, %d asked for", confidence, r.Threshold)
}

// keep adds what counts to a list. Of two about the same the first one counts,
// unless the other is stricter: a judge that contradicts itself opens nothing.
func keep[T any](r *reader, it item, key string, strict int, list *[]T, x T) {
	first, again := r.seen[key]
	switch {
	case !again:
		r.seen[key] = decided{it, len(*list), strict}
		*list = append(*list, x)
	case strict > first.strict:
		r.strike(first.it, charter.ItemDuplicate, "a stricter one counts")
		r.seen[key] = decided{it, first.at, strict}
		(*list)[first.at] = x
	default:
		r.strike(it, charter.ItemDuplicate, "the first one counts")
	}
}

// strike is false, for whoever asked.
func (r *reader) strike(it item, code, format string, args ...any) bool {
	r.list.Struck = append(r.list.Struck, docket.Struck{
		Stage: charter.StageJudgment, Kind: it.kind, Ref: it.ref, Line: docket.Line(it.raw), Code: code, Detail: fmt.Sprintf(format, args...),
	})
	return false
}
