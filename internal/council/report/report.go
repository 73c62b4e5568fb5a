// Package report says what a run came to: as a page for people, as a twin of it
// for programs, in the form that code scanners use, and in a few lines.
package report

import (
	"github.com/ravenclaude/thing/internal/council/ballot"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// Report is the twin: the page is made from nothing else.
type Report struct {
	SchemaVersion int                  `json:"schema_version"`
	RunID         string               `json:"run_id"`
	Scope         string               `json:"scope"`
	ScopeArg      string               `json:"scope_arg"`
	Preset        string               `json:"preset"`
	Shape         string               `json:"output_shape"`
	CreatedAt     string               `json:"created_at"`
	Mode          string               `json:"verification_mode"`
	TaskID        string               `json:"task_id,omitempty"`
	Path          string               `json:"report_path"` // below the root
	Flavors       []string             `json:"flavors"`
	External      docket.External      `json:"external"`
	Budget        int                  `json:"claim_budget"`
	Threshold     *int                 `json:"confidence_filter_threshold"`
	Specialist    string               `json:"specialist"`
	PresetSource  string               `json:"preset_source"` // "" unless asked why
	Tree          docket.Tree          `json:"tree"`
	Diff          *docket.Diff         `json:"diff,omitempty"`
	Specs         []docket.Requirement `json:"applicable_specs"`
	SpecsOmitted  int                  `json:"applicable_specs_omitted"`
	Claims        []docket.Claim       `json:"claims"`
	Unaudited     []docket.Claim       `json:"un_audited"`
	Bundles       []docket.Bundle      `json:"bundles"`
	CrossReview   CrossReview          `json:"cross_review"`
	Prosecutor    Brief                `json:"prosecutor_brief"`
	Advocate      Brief                `json:"advocate_brief"`
	Verdicts      []docket.Verdict     `json:"verdicts"`
	Findings      []docket.Finding     `json:"findings"`
	Undecided     []string             `json:"undecided"`
	Counts        map[string]int       `json:"counts"`
	Blocked       bool                 `json:"blocked"`
	Coverage      []Coverage           `json:"coverage"`
	Struck        []docket.Struck      `json:"struck"`
	Tokens        *docket.Tokens       `json:"tokens,omitempty"`
	Repairs       []docket.Repair      `json:"repairs"`
	CallsChecked  bool                 `json:"calls_checked"` // ids of calls were held against transcripts
	Secrets       int                  `json:"secrets"`       // that were taken out
	Engine        Engine               `json:"engine"`
}

// CrossReview is the blind ranking of the evidence, claim by claim.
type CrossReview struct {
	Seed    string          `json:"seed"`
	Reviews []ballot.Review `json:"reviews"`
}

// Brief is what is left of one.
type Brief struct {
	Given   bool           `json:"given"`
	Entries []docket.Brief `json:"entries"`
}

// Coverage says who looked at a claim. A flavor that brought nothing and said
// nothing is missing: that is no clean result.
type Coverage struct {
	Claim    string   `json:"claim_id"` // "" for the whole
	Evidence []string `json:"evidence"` // flavors that brought some that counts
	Empty    []string `json:"empty"`    // that found nothing, and said so
	Missing  []string `json:"missing"`
	Thin     bool     `json:"thin"` // fewer flavors looked than a claim needs
}

// Engine says what made the report.
type Engine struct {
	Charter string `json:"charter_hash"` // of the rules that it went by
}

// Count fills in the counts, and whether something blocks a commit.
func (r *Report) Count(c *charter.Charter) {
	r.Counts, r.Blocked = map[string]int{}, false
	if r.Shape == charter.Verdicts {
		for _, v := range c.Verdicts {
			r.Counts[v.ID] = 0
		}
		for _, v := range r.Verdicts {
			r.Counts[v.Verdict]++
			r.Blocked = r.Blocked || c.Verdict(v.Verdict).Closes
		}
		return
	}
	for _, s := range c.Severities {
		r.Counts[s.ID] = 0
	}
	for _, f := range r.Findings {
		r.Counts[f.Severity]++
		r.Blocked = r.Blocked || Blocks(c, f)
	}
}

// Blocks tells whether a finding keeps a change from being committed.
func Blocks(c *charter.Charter, f docket.Finding) bool {
	for _, category := range c.Blocking {
		if f.Category == category {
			return true
		}
	}
	return c.Severity(f.Severity).Blocks
}

// Thin counts the claims that too few have looked at.
func (r *Report) Thin() int {
	n := 0
	for _, c := range r.Coverage {
		if c.Thin {
			n++
		}
	}
	return n
}
