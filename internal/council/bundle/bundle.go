// Package bundle looks at evidence: a bundle counts if it names the call that it
// is the output of, shows that output raw, and says where it comes from and how
// to get it again; and if what it shows is still what stands there.
package bundle

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/quote"
)

// List is what became of the evidence.
type List struct {
	Bundles []docket.Bundle
	Empty   []Empty // investigators that found nothing
	Struck  []docket.Struck
	Given   int // how many bundles there were
}

// Empty is an investigator's word that there is nothing to be found.
type Empty struct {
	Claim        string `json:"claim_id"`
	Investigator string `json:"investigator"`
	Reason       string `json:"reason"`
}

// Check looks at each bundle. claims are the ids that evidence may be about; in
// a review of a change it may be about none. calls are the ids of the calls that
// were made, nil if that is not known.
func Check(c *charter.Charter, p *docket.Plan, claims []docket.Claim, raw []json.RawMessage, calls map[string]bool, f Files) List {
	r := reader{charter: c, plan: p, claims: claims, calls: calls, files: &sheets{files: f}}
	for _, x := range raw {
		r.reply(x)
	}
	return r.list
}

type reader struct {
	charter *charter.Charter
	plan    *docket.Plan
	claims  []docket.Claim
	calls   map[string]bool
	files   *sheets
	list    List
}

// context is what an investigator's whole answer says about its bundles.
type context struct{ claim, flavor, investigator string }

// reply reads a bundle, or an investigator's whole answer with bundles in it.
func (r *reader) reply(raw json.RawMessage) {
	x, ok := docket.ParseItem(raw)
	if !ok {
		r.list.Given++
		r.strike(raw, "", charter.BundleShape, "is no object")
		return
	}
	inside, ok := x.List("evidence_bundles")
	if !ok {
		r.one(x, context{})
		return
	}
	in := context{x.Word("claim_id"), x.Word("flavor"), x.Word("investigator")}
	for _, raw := range inside {
		if b, ok := docket.ParseItem(raw); ok {
			r.one(b, in)
		} else {
			r.list.Given++
			r.strike(raw, in.claim, charter.BundleShape, "is no object")
		}
	}
	if len(inside) == 0 {
		r.list.Empty = append(r.list.Empty, Empty{in.claim, who(in.investigator, in.flavor), x.Word("reason_if_empty")})
	}
}

func who(names ...string) string {
	for _, n := range names {
		if n != "" {
			return n
		}
	}
	return "unnamed"
}

func (r *reader) one(x docket.Item, in context) {
	r.list.Given++
	b := docket.Bundle{
		Claim: either(x.Word("claim_id"), in.claim), Flavor: either(x.Word("flavor"), in.flavor), Investigator: either(x.Word("investigator"), in.investigator),
		ID: x.Word("tool_use_id"), Place: x.Word("file_line"), Command: x.Word("reproducible_command"),
	}
	b.Investigator = who(b.Investigator, b.Flavor)
	ref := either(b.Claim, b.Place)
	var blobOK bool
	if b.Blob, blobOK = x.Text("raw_blob"); !x.Has("raw_blob") && x.Has("raw_blob_base64") {
		text, _ := x.Text("raw_blob_base64")
		bytes, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
		b.Blob, blobOK = string(bytes), err == nil
	}
	outside := strings.HasPrefix(b.ID, external)
	stub := strings.HasPrefix(strings.ToLower(b.ID), "self-verify")
	switch {
	case b.ID == "":
		r.strike(x.Raw, ref, charter.BundleID, "file_line=%s", b.Place)
		return
	case stub:
		r.strike(x.Raw, ref, charter.BundleStub, "tool_use_id %q stands for no call", b.ID)
		return
	case outside && b.ID != ExternalID(r.charter, b.ID, b.Blob):
		r.strike(x.Raw, ref, charter.BundleForged, "tool_use_id %q is not made from the content", b.ID)
		return
	case outside && !r.invited(b.ID):
		r.strike(x.Raw, ref, charter.BundleForged, "tool_use_id %q is that of a reviewer whom the plan does not name", b.ID)
		return
	case r.calls != nil && !r.calls[b.ID] && !outside:
		r.strike(x.Raw, ref, charter.BundleUnseen, "tool_use_id %q", b.ID)
		return
	case !blobOK || strings.TrimSpace(b.Blob) == "":
		r.strike(x.Raw, ref, charter.BundleBlob, "raw_blob is empty, or no text")
		return
	case b.Place == "":
		r.strike(x.Raw, ref, charter.BundleLocator, "file_line is empty")
		return
	case b.Command == "":
		r.strike(x.Raw, ref, charter.BundleCommand, "reproducible_command is empty")
		return
	case !r.known(b.Claim):
		r.strike(x.Raw, ref, charter.BundleClaim, "claim_id %q", b.Claim)
		return
	}
	v := r.files.compare(b)
	if outside && v.code != charter.BundleOutOfRange {
		v = outcome{check: docket.Unknown, note: "it is a reviewer's answer, not what stands at its place"}
	}
	b.Check, b.Note = v.check, v.note
	if v.code != "" {
		r.strike(x.Raw, ref, v.code, "%s", v.note)
		return
	}
	if phrase := quote.Tells(v.rest, r.charter.Narrative); phrase != "" {
		r.strike(x.Raw, ref, charter.BundleNarrative, "it says %q", phrase)
		return
	}
	r.list.Bundles = append(r.list.Bundles, b)
}

// invited tells whether the plan names the reviewer that an external id is of.
func (r *reader) invited(id string) bool {
	x := r.plan.External
	return x.Status == "available" && strings.HasPrefix(id, external+x.Tool+":")
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (r *reader) known(id string) bool {
	if id == "" {
		return r.plan.OutputShape == charter.Findings
	}
	return slices.ContainsFunc(r.claims, func(c docket.Claim) bool { return c.ID == id })
}

func (r *reader) strike(raw json.RawMessage, ref, code, format string, args ...any) {
	r.list.Struck = append(r.list.Struck, docket.Struck{
		Stage: charter.StageBundles, Kind: "bundle", Ref: ref, Line: docket.Line(raw), Code: code, Detail: fmt.Sprintf(format, args...),
	})
}

// ExternalID is the id that the content of an external reviewer's answer has:
// that of the same tool as a given id, "" if that is of another form.
func ExternalID(c *charter.Charter, id, blob string) string {
	tool, _, ok := strings.Cut(strings.TrimPrefix(id, external), ":")
	if !ok || !docket.IsName(tool) {
		return ""
	}
	return NewExternalID(c, tool, blob)
}

const external = "external:"

// NewExternalID is the id of an external reviewer's answer.
func NewExternalID(c *charter.Charter, tool, blob string) string {
	h := sha256.Sum256([]byte(blob[:min(len(blob), c.Limits.Hash)]))
	return external + tool + ":" + hex.EncodeToString(h[:])[:16]
}
