package simulate

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// What the table goes through.
var (
	errors   = []float64{0.02, 0.05, 0.10, 0.20}
	together = []float64{0, 0.25, 0.5, 1}
	bars     = []float64{0, 0.5, 0.6, 0.7, 0.9}
)

// Silent is how often a seat of the table gives no answer.
const Silent = 0.02

// Row is one line of the table.
type Row struct {
	Error    float64 `json:"error"`
	Together float64 `json:"together"`
	Bar      float64 `json:"confidence"`
	Judge    Rates   `json:"judge"`
	Panel    Rates   `json:"panel"`
}

// Diversity compares one judge with a panel at the bar of a tier, over how often
// seats err and how much they err together.
func Diversity(t *catalog.Tables, tier catalog.Tier) []Row {
	var list []Row
	for _, e := range errors {
		for _, c := range together {
			list = append(list, row(t, tier, e, c, bar(t, tier)))
		}
	}
	return list
}

// Confidence compares bars for the seats' confidence, for seats that err one
// time in ten and a quarter of the time together.
func Confidence(t *catalog.Tables, tier catalog.Tier) []Row {
	var list []Row
	for _, b := range bars {
		list = append(list, row(t, tier, 0.10, 0.25, b))
	}
	return list
}

// Tables is both comparisons, as the documentation shows them.
func Tables(t *catalog.Tables, tier catalog.Tier) string {
	return "How much seats err together, at the bar of tier " + tier.String() + ":\n\n" + Markdown(Diversity(t, tier)) +
		"\nHow sure a seat has to be:\n\n" + Markdown(Confidence(t, tier))
}

// One is a single line of the table.
func One(t *catalog.Tables, tier catalog.Tier, s Seat) Row {
	b, seats := Bench(t, tier, bar(t, tier))
	return Row{Error: s.Error, Together: s.Together, Bar: b.Confidence, Judge: Judge(b.Confidence, s), Panel: Panel(b, seats, s)}
}

func row(t *catalog.Tables, tier catalog.Tier, e, c, bar float64) Row {
	s := Seat{Error: e, Silent: Silent, Together: c}
	b, seats := Bench(t, tier, bar)
	return Row{Error: e, Together: c, Bar: bar, Judge: Judge(bar, s), Panel: Panel(b, seats, s)}
}

func bar(t *catalog.Tables, tier catalog.Tier) float64 {
	for _, r := range t.Route.Tiers {
		if r.Tier == tier {
			return r.Confidence
		}
	}
	return 1
}

// Markdown is rows as a table.
func Markdown(rows []Row) string {
	var b strings.Builder
	b.WriteString("| seats err | together | bar | judge: passes danger | judge: denies harmless | panel: passes danger | panel: denies harmless | of these for lack of answers | tie-breaker asked |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %.0f %% | %.0f %% | %.1f | %s | %s | %s | %s | %s | %s |\n", 100*r.Error, 100*r.Together, r.Bar,
			share(r.Judge.FalseAllow), share(r.Judge.FalseDeny), share(r.Panel.FalseAllow), share(r.Panel.FalseDeny), share(r.Panel.Outage), share(r.Panel.Tie))
	}
	return b.String()
}

func share(x float64) string { return fmt.Sprintf("%.2f %%", 100*x) }
