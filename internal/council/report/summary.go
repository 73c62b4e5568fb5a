package report

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
)

// maxLine bounds what a line of the summary shows of a claim or finding.
const maxLine = 160

// Summary is what is printed after the report was written.
func Summary(c *charter.Charter, r *Report, why bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Council report: %s\nScope: %s\nPreset: %s (%s)\nverification_mode=%s\n", r.Path, r.Scope, r.Preset, r.Shape, r.Mode)
	var counts, attention []string
	if r.Shape == charter.Verdicts {
		for _, v := range c.Verdicts {
			counts = append(counts, fmt.Sprintf("%s: %d", v.ID, r.Counts[v.ID]))
		}
		for _, v := range r.Verdicts {
			if c.Verdict(v.Verdict).Attention {
				attention = append(attention, fmt.Sprintf("[%d] %s — %s (%s)", v.Confidence, v.Verdict, line(v.Text), line(firstLine(v.Blob))))
			}
		}
		for _, id := range r.Undecided {
			attention = append(attention, fmt.Sprintf("[-] undecided — claim %s", line(id)))
		}
	} else {
		for _, s := range c.Severities {
			counts = append(counts, fmt.Sprintf("%s: %d", s.ID, r.Counts[s.ID]))
		}
		for _, f := range r.Findings {
			if c.Severity(f.Severity).Attention {
				attention = append(attention, fmt.Sprintf("[%d] %s — %s:%d: %s", f.Confidence, strings.ToUpper(f.Severity), line(f.File), f.Line, line(f.Description)))
			}
		}
	}
	fmt.Fprintln(&b, strings.Join(counts, "  "))
	if len(attention) > 0 {
		fmt.Fprintf(&b, "\n⚠ Needs attention (%d):\n", len(attention))
		for _, a := range attention {
			fmt.Fprintf(&b, "  %s\n", a)
		}
	}
	fmt.Fprintf(&b, "\nStruck lines: %d\n", len(r.Struck))
	if r.Tokens != nil {
		partial := ""
		if r.Tokens.Partial {
			partial = " (partial)"
		}
		fmt.Fprintf(&b, "\nTokens%s:\n", partial)
		for _, p := range r.Tokens.Phases {
			fmt.Fprintf(&b, "  %s: %d\n", line(p.Key), p.Tokens)
		}
		fmt.Fprintf(&b, "  Total: %d\n", r.Tokens.Total)
	}
	if why {
		fmt.Fprintf(&b, "\nWhy:\n  preset: %s [%s]\n  flavors: %s\n  phase3_specialist: %s\n  claim_budget: %d\n",
			r.Preset, r.PresetSource, strings.Join(r.Flavors, ", "), line(r.Specialist), r.Budget)
	}
	return b.String()
}

func firstLine(s string) string {
	for l := range strings.Lines(s) {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}
