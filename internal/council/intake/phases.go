package intake

import (
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// Roles of phase 4: the names that the prompt is given, and the fields that
// their arguments stand in.
var (
	Prosecutor = docket.Role{Prompt: "phase4-brief", Role: "Prosecutor", Field: "evidence_against"}
	Advocate   = docket.Role{Prompt: "phase4-brief", Role: "Devil's Advocate", Field: "evidence_for"}
)

// crossReview is how many investigators make one worth while.
const crossReview = 3

// phases tells the driver what to do.
func (b *beginner) phases() {
	c, p := b.charter, b.plan
	s := docket.Specialist{Threshold: c.Specialist.Threshold, Most: c.Specialist.Most, Classifier: "topic-classifier", Prompt: "investigator"}
	for _, t := range c.Specialist.Topics {
		s.Agents = append(s.Agents, t.Agent)
	}
	pending := c.Specialist.Pending
	briefs := docket.Briefs{}
	if p.OutputShape == charter.Findings {
		s.Skipped, s.Reason, s.Agents = true, c.Skip.Specialist, nil
		pending = c.Specialist.Skipped
		briefs.Skipped, briefs.Reason = true, c.Skip.Briefs
	} else {
		prosecutor, advocate := Prosecutor, Advocate
		prosecutor.Flavor, advocate.Flavor = b.chosen.Prosecutor, b.chosen.Advocate
		briefs.Prosecutor, briefs.Advocate = &prosecutor, &advocate
	}
	p.Phases = docket.Phases{
		Extraction:    docket.Extraction{Skip: b.kind.Isolate, Prompt: b.kind.Prompt},
		Investigation: docket.Investigation{MinFlavors: c.MinFlavors, ToolCalls: c.ToolCalls, Prompt: "investigator"},
		Specialist:    s,
		CrossReview:   docket.CrossReview{MinInvestigators: crossReview, Prompt: "cross-reviewer"},
		Briefs:        briefs,
		Judgment:      docket.Judgment{Agent: "council-judge", Prompt: "judge"},
		Finalize:      docket.Finalize{Invoke: "thing council finalize --plan-file PLAN --evidence-file EVIDENCE --judge-output JUDGE"},
	}
	if p.Why {
		source := "inferred"
		if b.request.Preset != "" {
			source = "explicit"
		}
		p.WhyDetail = &docket.Why{Preset: p.Preset, PresetSource: source, Flavors: p.Flavors, Specialist: pending, Budget: p.Budget, External: p.External}
	}
}
