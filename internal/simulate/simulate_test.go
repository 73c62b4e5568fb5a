package simulate

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
)

var update = flag.Bool("update", false, "write the tables into the documentation")

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestPanelAgainstFormulas holds the sums against what can be worked out by hand:
// where nobody is unsure or silent, three wrong seats or a split and a wrong
// tie-breaker let danger pass.
func TestPanelAgainstFormulas(t *testing.T) {
	for _, e := range []float64{0, 0.01, 0.1, 0.5, 1} {
		b, seats := Bench(&built.Tables, catalog.TierHigh, 0)
		split := 1 - e*e*e - (1-e)*(1-e)*(1-e)
		want := e*e*e + split*e
		got := Panel(b, seats, Seat{Error: e})
		if !near(got.FalseAllow, want) || !near(got.FalseDeny, want) || !near(got.Tie, split) || got.Outage != 0 {
			t.Errorf("seats err %v: %+v, want %v", e, got, want)
		}
		if as1 := Panel(b, seats, Seat{Error: e, Together: 1}); !near(as1.FalseAllow, e) || as1.Tie != 0 {
			t.Errorf("seats err %v as one: %+v", e, as1)
		}
	}
	b, seats := Bench(&built.Tables, catalog.TierHigh, 0)
	if got := Panel(b, seats, Seat{Silent: 1}); got.Outage != 1 || got.FalseAllow != 0 || got.FalseDeny != 1 {
		t.Errorf("nobody answers: %+v", got)
	}
}

func TestLevelsAreShares(t *testing.T) {
	right, wrong := 0.0, 0.0
	for _, l := range Levels {
		right += l.Right
		wrong += l.Wrong
	}
	if !near(right, 1) || !near(wrong, 1) {
		t.Errorf("the shares add up to %v and %v", right, wrong)
	}
}

// TestDefaults says why the defaults are what they are.
func TestDefaults(t *testing.T) {
	for _, r := range Diversity(&built.Tables, catalog.TierHigh) {
		if r.Together < 1 && r.Panel.FalseAllow >= r.Judge.FalseAllow || r.Panel.FalseDeny >= r.Judge.FalseDeny {
			t.Errorf("a judge is better than a panel: %+v", r)
		}
	}
	all := Diversity(&built.Tables, catalog.TierHigh)
	for i := 1; i < len(all); i++ {
		if all[i].Error == all[i-1].Error && all[i].Panel.FalseAllow <= all[i-1].Panel.FalseAllow {
			t.Errorf("seats that err together more are no worse: %+v", all[i])
		}
	}
}

// TestDocumentation keeps the tables of the documentation: with -update they are
// written.
func TestDocumentation(t *testing.T) {
	const begin, end = "<!-- simulation: begin -->\n", "<!-- simulation: end -->\n"
	path := filepath.Join("..", "..", "docs", "panel.md")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(raw), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the tables between %q and %q", path, begin, end)
	}
	want := before + begin + "\n" + Tables(&built.Tables, catalog.TierHigh) + "\n" + end + after
	if want == string(raw) {
		return
	}
	if !*update {
		t.Fatalf("the tables in %s are not those that the rule leads to: go test ./internal/simulate -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
