// Package route says how much review a call needs, and from whom.
package route

import (
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Result is the review that a call needs.
type Result struct {
	Tier       catalog.Tier
	Seats      []string // who sits on the panel, the mandatory ones among them
	Mandatory  []string // whose abstention denies
	Confidence float64  // below it a verdict does not count as sure
}

// Route takes the categories of a call's parts and the severities of what was
// found in it. The tier is the highest base among the categories, raised once
// by the bump that leads highest: two findings are no worse than the worse one.
// A category or tier that the tables lack counts as the highest there is.
func Route(t *catalog.Tables, categories []string, severities []catalog.Severity) Result {
	base := catalog.TierLow
	for _, id := range categories {
		base = max(base, baseOf(t, id))
	}
	tier := base
	for _, s := range severities {
		tier = max(tier, bump(t, base, s))
	}
	return seat(t, tier)
}

func baseOf(t *catalog.Tables, id string) catalog.Tier {
	for i := range t.Categories {
		if t.Categories[i].ID == id {
			return t.Categories[i].Base
		}
	}
	return catalog.TierExtreme
}

// bump is the tier that a finding of a severity leads to from base.
func bump(t *catalog.Tables, base catalog.Tier, s catalog.Severity) catalog.Tier {
	for _, b := range t.Route.Bumps {
		if b.Severity != s {
			continue
		}
		steps := min(max(b.Steps, 0), int(catalog.TierExtreme-base))
		return max(base+catalog.Tier(steps), b.To)
	}
	if s <= catalog.Medium && s != 0 {
		return base
	}
	return catalog.TierExtreme
}

// seat applies the rule of the tier, or of the next higher one that has a rule.
func seat(t *catalog.Tables, tier catalog.Tier) Result {
	r := Result{Tier: tier, Confidence: 1}
	for i := range t.Route.Tiers {
		rule := &t.Route.Tiers[i]
		if rule.Tier < tier {
			continue
		}
		r.Seats = slices.Clone(rule.Seats)
		r.Mandatory = slices.Clone(rule.Mandatory)
		r.Confidence = rule.Confidence
		for _, id := range rule.Mandatory {
			if !slices.Contains(r.Seats, id) {
				r.Seats = append(r.Seats, id)
			}
		}
		return r
	}
	// Without any rule, everyone is asked and nobody may be missing.
	for i := range t.Seats {
		r.Seats = append(r.Seats, t.Seats[i].ID)
	}
	r.Mandatory = slices.Clone(r.Seats)
	return r
}
