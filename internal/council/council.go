// Package council audits claims and changes: what was extracted, gathered,
// argued and judged is held against the rules of the charter, and what no
// evidence backs is struck, with the reason kept.
//
// The phases are pure functions over a Case. Who starts the investigators and
// the judge is not its business: it takes their answers as files.
package council

import (
	"encoding/json"
	"slices"

	"github.com/ravenclaude/thing/internal/council/ballot"
	"github.com/ravenclaude/thing/internal/council/brief"
	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/claim"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/intake"
	"github.com/ravenclaude/thing/internal/council/judgment"
	"github.com/ravenclaude/thing/internal/council/report"
	"github.com/ravenclaude/thing/internal/council/route"
)

// Case is a run up to the judge.
type Case struct {
	Charter    *charter.Charter
	Plan       *docket.Plan
	Preset     *charter.Preset
	Claims     claim.List
	Evidence   bundle.List
	Bundles    []docket.Bundle // that count, by claim and the best first
	Specialist route.Choice
	Reviews    []ballot.Review
	Prosecutor brief.List
	Advocate   brief.List
	Reported   []docket.Struck // by whoever gathered the evidence
	called     bool            // the ids of calls were held against transcripts
	files      bundle.Files
}

// Check holds a plan against the charter: a preset is what the charter says, not
// what a file says.
func Check(c *charter.Charter, p *docket.Plan) (*charter.Preset, error) {
	preset := c.Preset(p.Preset)
	switch {
	case preset == nil:
		return nil, fault.Errorf(fault.Preset, "plan names the preset %q, which is not known: run preflight again", p.Preset)
	case c.Scope(p.Scope) == nil:
		return nil, fault.Errorf(fault.Usage, "plan names the scope %q, which is not known: run preflight again", p.Scope)
	case p.OutputShape != preset.Shape || !slices.Equal(p.Flavors, preset.Flavors) || p.Budget != c.Budget || p.Feedback != preset.Feedback || threshold(p) != preset.Threshold:
		return nil, fault.Errorf(fault.Usage, "plan differs from its preset %s: run preflight again, and leave the plan as it is", p.Preset)
	case c.Scope(p.Scope).Isolate != (len(p.Claims) == 1) || len(p.Claims) > 1:
		return nil, fault.Errorf(fault.Usage, "plan has %d claims of its own, which scope %s does not have: run preflight again", len(p.Claims), p.Scope)
	}
	return preset, nil
}

func threshold(p *docket.Plan) int {
	if p.Threshold == nil {
		return 0
	}
	return *p.Threshold
}

// Gather makes the case of what was extracted, gathered and argued. All of it
// may be missing yet.
func Gather(c *charter.Charter, p *docket.Plan, e docket.Evidence, ballots docket.Ballots, files bundle.Files) (*Case, error) {
	preset, err := Check(c, p)
	if err != nil {
		return nil, err
	}
	k := &Case{Charter: c, Plan: p, Preset: preset, called: e.Calls != nil, files: files}
	for _, s := range e.Struck {
		k.Reported = append(k.Reported, brief.Reported(s, charter.StageBundles, charter.ReportedEvidence))
	}
	k.Claims = claim.Check(c, p, e.Claims, e.Unaudited)
	k.Evidence = bundle.Check(c, p, k.Claims.Claims, e.Bundles, e.Calls, files)
	k.Specialist = route.Specialist(c, p, e.Topics, k.Claims.Claims)
	k.Reviews, k.Bundles = ballot.Count(p.Seed, k.subjects(), slices.Clone(k.Evidence.Bundles), ballots)
	if preset.Shape == charter.Verdicts {
		k.Prosecutor = brief.Check(c, "prosecutor", intake.Prosecutor.Field, e.Prosecutor, k.Bundles)
		k.Advocate = brief.Check(c, "advocate", intake.Advocate.Field, e.Advocate, k.Bundles)
	}
	return k, nil
}

// subjects are what evidence is ranked about: the claims, and the whole of a
// change.
func (k *Case) subjects() []string {
	var ids []string
	if k.Preset.Shape == charter.Findings {
		ids = append(ids, "")
	}
	for _, c := range k.Claims.Claims {
		if k.Preset.Shape == charter.Verdicts || slices.ContainsFunc(k.Evidence.Bundles, func(b docket.Bundle) bool { return b.Claim == c.ID }) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// About is how evidence names its subject: by the claim's id, and by none if it
// is about the change as a whole.
func (k *Case) About(subject docket.Claim) string {
	for _, c := range k.Claims.Claims {
		if c.ID == subject.ID {
			return c.ID
		}
	}
	return ""
}

// Decide makes the report of a case and its judgment. It says nothing yet of
// secrets, of the path and of what the run has used.
func (k *Case) Decide(j docket.Judged) *report.Report {
	l := judgment.Check(judgment.Case{Charter: k.Charter, Preset: k.Preset, Claims: k.Claims.Claims, Bundles: k.Bundles, Files: k.files, Threshold: k.Preset.Threshold}, j)
	p := k.Plan
	r := &report.Report{
		SchemaVersion: docket.Version, RunID: p.RunID, Scope: p.Scope, ScopeArg: p.ScopeArg, Preset: p.Preset, Shape: p.OutputShape, CreatedAt: p.CreatedAt,
		Flavors: p.Flavors, External: p.External, Budget: p.Budget, Threshold: p.Threshold, Specialist: k.Specialist.Reason, Tree: p.Tree, Diff: p.Diff,
		Specs: some(p.Specs), SpecsOmitted: p.SpecsOmitted, Claims: some(k.Claims.Claims), Unaudited: some(k.Claims.Unaudited), Bundles: some(k.Bundles),
		CrossReview: report.CrossReview{Seed: p.Seed, Reviews: some(k.Reviews)},
		Prosecutor:  report.Brief{Given: k.Prosecutor.Given, Entries: some(k.Prosecutor.Entries)},
		Advocate:    report.Brief{Given: k.Advocate.Given, Entries: some(k.Advocate.Entries)},
		Verdicts:    some(l.Verdicts), Findings: some(l.Findings), Undecided: some(l.Undecided), Coverage: some(k.coverage()), Repairs: []docket.Repair{}, CallsChecked: k.called,
		Struck: some(slices.Concat(k.Reported, k.Claims.Struck, k.Evidence.Struck, k.Prosecutor.Struck, k.Advocate.Struck, l.Struck)),
	}
	if p.WhyDetail != nil {
		r.PresetSource = p.WhyDetail.PresetSource
	}
	r.Count(k.Charter)
	return r
}

// some is a list that is written as one, though it be empty.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// coverage says of each subject which flavors looked at it.
func (k *Case) coverage() []report.Coverage {
	subjects := []string{""}
	if k.Preset.Shape == charter.Verdicts {
		subjects = k.subjects()
	}
	var list []report.Coverage
	for _, id := range subjects {
		c := report.Coverage{Claim: id, Evidence: []string{}, Empty: []string{}, Missing: []string{}}
		add := func(to *[]string, name string) {
			if !slices.Contains(c.Evidence, name) && !slices.Contains(c.Empty, name) {
				*to = append(*to, name)
			}
		}
		for _, b := range k.Evidence.Bundles {
			if id == "" || b.Claim == id {
				add(&c.Evidence, flavor(b.Flavor, b.Investigator))
			}
		}
		for _, e := range k.Evidence.Empty {
			if (id == "" || e.Claim == id) && e.Reason != "" {
				add(&c.Empty, e.Investigator)
			}
		}
		for _, f := range k.Plan.Flavors {
			if !slices.Contains(c.Evidence, f) && !slices.Contains(c.Empty, f) {
				c.Missing = append(c.Missing, f)
			}
		}
		c.Thin = len(c.Evidence)+len(c.Empty) < k.Charter.MinFlavors
		list = append(list, c)
	}
	return list
}

func flavor(flavor, investigator string) string {
	if flavor != "" {
		return flavor
	}
	return investigator
}

// Extraction is what an extractor's answer comes to, in the form of the evidence
// file.
type Extraction struct {
	Claims    []docket.Claim  `json:"claims"`
	Unaudited []docket.Claim  `json:"un_audited"`
	Struck    []docket.Struck `json:"struck_lines"`
}

// Extract looks at an extractor's answer.
func Extract(c *charter.Charter, p *docket.Plan, claims, unaudited []json.RawMessage) Extraction {
	l := claim.Check(c, p, claims, unaudited)
	return Extraction{some(l.Claims), some(l.Unaudited), some(l.Struck)}
}
