package route

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
)

var tables = &catalog.Tables{
	Categories: []catalog.Category{
		{ID: "look", Base: catalog.TierLow}, {ID: "local", Base: catalog.TierMedium},
		{ID: "remote", Base: catalog.TierHigh}, {ID: "code", Base: catalog.TierExtreme},
	},
	Route: catalog.Route{
		Tiers: []catalog.TierRule{
			{Tier: catalog.TierLow, Confidence: 0.5},
			{Tier: catalog.TierMedium, Seats: []string{"two", "three"}, Mandatory: []string{"three"}, Confidence: 0.5},
			{Tier: catalog.TierHigh, Seats: []string{"one", "two"}, Mandatory: []string{"three"}, Confidence: 0.6},
			{Tier: catalog.TierExtreme, Seats: []string{"two"}, Mandatory: []string{"one", "two", "three"}, Confidence: 0.7},
		},
		Bumps: []catalog.Bump{
			{Severity: catalog.Low}, {Severity: catalog.Medium}, {Severity: catalog.High, Steps: 1},
			{Severity: catalog.Critical, To: catalog.TierExtreme},
		},
	},
	Seats: []catalog.Seat{{ID: "one"}, {ID: "two"}, {ID: "three"}},
}

// subsets lists all 16 ways to choose from four.
func subsets[T any](all [4]T) [][]T {
	var out [][]T
	for bits := range 16 {
		var one []T
		for i, v := range all {
			if bits&(1<<i) != 0 {
				one = append(one, v)
			}
		}
		out = append(out, one)
	}
	return out
}

// TestRoute goes through every set of categories and severities. What is wanted
// is written out, not computed from the tables.
func TestRoute(t *testing.T) {
	want := map[string]Result{
		"low":     {catalog.TierLow, nil, nil, 0.5},
		"medium":  {catalog.TierMedium, []string{"two", "three"}, []string{"three"}, 0.5},
		"high":    {catalog.TierHigh, []string{"one", "two", "three"}, []string{"three"}, 0.6},
		"extreme": {catalog.TierExtreme, []string{"two", "one", "three"}, []string{"one", "two", "three"}, 0.7},
	}
	raised := map[string]string{"low": "medium", "medium": "high", "high": "extreme", "extreme": "extreme"}
	for _, categories := range subsets([4]string{"look", "local", "remote", "code"}) {
		for _, severities := range subsets([4]catalog.Severity{catalog.Low, catalog.Medium, catalog.High, catalog.Critical}) {
			tier := "low"
			for _, step := range [][2]string{{"local", "medium"}, {"remote", "high"}, {"code", "extreme"}} {
				if slices.Contains(categories, step[0]) {
					tier = step[1]
				}
			}
			switch {
			case slices.Contains(severities, catalog.Critical):
				tier = "extreme"
			case slices.Contains(severities, catalog.High):
				tier = raised[tier]
			}
			for range 2 { // the order must not matter
				got := Route(tables, categories, severities)
				if fmt.Sprint(got) != fmt.Sprint(want[tier]) {
					t.Errorf("Route(%q, %v) = %v, want %v", categories, severities, got, want[tier])
				}
				slices.Reverse(categories)
				slices.Reverse(severities)
			}
		}
	}
}

func TestRouteRepeated(t *testing.T) {
	high := slices.Repeat([]catalog.Severity{catalog.High}, 3)
	if got := Route(tables, []string{"look"}, high); got.Tier != catalog.TierMedium {
		t.Errorf("three high findings lead to %v, want one step up", got.Tier)
	}
}

func TestRouteFailsClosed(t *testing.T) {
	if got := Route(tables, []string{"look", "unheard-of"}, nil); got.Tier != catalog.TierExtreme {
		t.Errorf("an unknown category leads to %v", got.Tier)
	}
	bare := &catalog.Tables{Categories: tables.Categories, Seats: tables.Seats}
	for _, c := range []struct {
		severity catalog.Severity
		want     catalog.Tier
	}{{catalog.Low, catalog.TierLow}, {catalog.Medium, catalog.TierLow}, {catalog.High, catalog.TierExtreme}, {catalog.Critical, catalog.TierExtreme}, {0, catalog.TierExtreme}, {9, catalog.TierExtreme}} {
		got := Route(bare, []string{"look"}, []catalog.Severity{c.severity})
		if got.Tier != c.want {
			t.Errorf("severity %v without bumps leads to %v, want %v", c.severity, got.Tier, c.want)
		}
		if all := []string{"one", "two", "three"}; !slices.Equal(got.Seats, all) || !slices.Equal(got.Mandatory, all) || got.Confidence != 1 {
			t.Errorf("without rules %+v is convened, want everyone", got)
		}
	}
	gap := &catalog.Tables{Categories: tables.Categories, Route: catalog.Route{Tiers: tables.Route.Tiers[3:]}}
	if got := Route(gap, []string{"local"}, nil); got.Tier != catalog.TierMedium || len(got.Mandatory) != 3 {
		t.Errorf("a tier without rule convenes %+v, want the next higher rule", got)
	}
}

// The tables are shared, so a caller that appends to a result must not change them.
func TestRouteIsPure(t *testing.T) {
	got := Route(tables, []string{"local"}, nil)
	got.Seats[0], got.Mandatory[0] = "x", "x"
	if again := Route(tables, []string{"local"}, nil); again.Seats[0] != "two" || again.Mandatory[0] != "three" {
		t.Errorf("a changed result changed the tables: %+v", again)
	}
}
