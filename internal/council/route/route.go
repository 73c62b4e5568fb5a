// Package route decides whether a domain specialist joins a run.
package route

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// Choice is the specialist that joins, if one does.
type Choice struct {
	Agent  string `json:"agent"` // "" for none
	Claim  string `json:"claim_id"`
	Lens   string `json:"lens"`
	Reason string `json:"reason"`
}

// Specialist looks through the classifier's answers. The surest one decides, of
// equal ones the first; an answer whose topic and agent do not belong together
// is none.
func Specialist(c *charter.Charter, p *docket.Plan, answers []json.RawMessage, claims []docket.Claim) Choice {
	r := &c.Specialist
	if p.OutputShape == charter.Findings {
		return Choice{Reason: r.Skipped}
	}
	var best *docket.Topic
	var chosen charter.Topic
	usable := 0
	for _, raw := range answers {
		var t docket.Topic
		if json.Unmarshal(raw, &t) != nil || t.Confidence < 0 || t.Confidence > 1 || !about(claims, &t) {
			continue
		}
		topic, ok := known(r, t)
		if !ok {
			continue
		}
		usable++
		if t.Agent != nil && t.Confidence >= r.Threshold && (best == nil || t.Confidence > best.Confidence) {
			best, chosen = &t, topic
		}
	}
	switch {
	case best != nil:
		return Choice{chosen.Agent, best.Claim, chosen.Lens, fmt.Sprintf("%s (topic=%s conf=%s)", chosen.Agent, best.Topic, strconv.FormatFloat(best.Confidence, 'f', 2, 64))}
	case usable == 0:
		return Choice{Reason: r.Unusable}
	}
	return Choice{Reason: r.NoMatch}
}

// about fills in the claim where there is only one.
func about(claims []docket.Claim, t *docket.Topic) bool {
	if t.Claim == "" && len(claims) == 1 {
		t.Claim = claims[0].ID
	}
	for _, c := range claims {
		if c.ID == t.Claim {
			return true
		}
	}
	return false
}

func known(r *charter.Routing, t docket.Topic) (charter.Topic, bool) {
	if t.Topic == r.None {
		return charter.Topic{}, t.Agent == nil
	}
	for _, x := range r.Topics {
		if x.Topic == t.Topic {
			return x, t.Agent != nil && *t.Agent == x.Agent
		}
	}
	return charter.Topic{}, false
}
