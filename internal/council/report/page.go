package report

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/council/ballot"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fill"
	"github.com/ravenclaude/thing/internal/council/mark"
)

// Page is the report for people. The same report gives the same bytes.
func Page(c *charter.Charter, r *Report) ([]byte, error) {
	t := c.Report(r.Shape)
	if t == nil {
		return nil, fmt.Errorf("output shape %q has no template", r.Shape)
	}
	w := writer{c, r}
	parts := map[string]func() string{
		"SCOPE":             func() string { return mark.YAML(r.Scope) },
		"PRESET":            func() string { return mark.YAML(r.Preset) },
		"TIMESTAMP":         func() string { return mark.YAML(r.CreatedAt) },
		"VERIFICATION_MODE": func() string { return mark.YAML(r.Mode) },
		"TOKENS_FRONT":      w.tokens,
		"TASK_FRONT":        w.task,
		"BANNER":            w.banner,
		"COUNTS":            w.counts,
		"CONFIGURATION":     w.configuration,
		"DIFF":              w.diff,
		"SPECS":             w.specs,
		"CLAIMS":            w.claims,
		"BUNDLES":           w.bundles,
		"CROSS_REVIEW":      w.crossReview,
		"PROSECUTION":       func() string { return w.brief(r.Prosecutor) },
		"DEFENSE":           func() string { return w.brief(r.Advocate) },
		"ITEMS":             w.items,
		"UNDECIDED":         w.undecided,
		"COMMIT_GATE":       w.gate,
		"ACTIONS":           w.actions,
		"STRUCK":            w.struck,
		"METADATA":          w.metadata,
	}
	values := map[string]string{}
	for _, name := range t.Variables {
		part := parts[name]
		if part == nil {
			return nil, fmt.Errorf("variable %q of the report is not known", name)
		}
		values[name] = strings.TrimRight(part(), "\n")
	}
	text, err := fill.In(t.Text, values)
	return []byte(strings.TrimSpace(text) + "\n"), err
}

type writer struct {
	c *charter.Charter
	r *Report
}

// table has two columns.
func table(left, right string, rows [][2]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |\n|---|---|\n", left, right)
	for _, row := range rows {
		fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
	}
	return b.String()
}

func (w writer) tokens() string {
	if w.r.Tokens == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tokens_total: %d\n", w.r.Tokens.Total)
	if len(w.r.Tokens.Phases) > 0 {
		b.WriteString("tokens_by_phase:\n")
		for _, p := range w.r.Tokens.Phases {
			fmt.Fprintf(&b, "  %s: %d\n", mark.YAML(p.Key), p.Tokens)
		}
	}
	return b.String()
}

func (w writer) task() string {
	if w.r.TaskID == "" {
		return ""
	}
	return "task_id: " + mark.YAML(w.r.TaskID)
}

func (w writer) banner() string {
	var lines []string
	if m := w.c.Mode(w.r.Mode); m != nil && m.Banner != "" {
		lines = append(lines, fmt.Sprintf("> **%s**\n>\n> %s", m.Banner, m.Note))
	}
	if n := w.r.Thin(); n > 0 {
		lines = append(lines, fmt.Sprintf("> **%d not looked at by enough investigators**: see the coverage below.", n))
	}
	return strings.Join(lines, "\n\n")
}

func (w writer) counts() string {
	var rows [][2]string
	if w.r.Shape == charter.Verdicts {
		for _, v := range w.c.Verdicts {
			rows = append(rows, [2]string{v.ID, fmt.Sprint(w.r.Counts[v.ID])})
		}
		return table("Taxonomy", "Count", rows)
	}
	for _, s := range w.c.Severities {
		rows = append(rows, [2]string{s.ID, fmt.Sprint(w.r.Counts[s.ID])})
	}
	return table("Severity", "Count", rows)
}

func (w writer) configuration() string {
	r := w.r
	rows := [][2]string{
		{"Scope", mark.Cell(r.Scope)},
		{"Preset", mark.Cell(r.Preset)},
		{"Investigator flavors", mark.Cell(strings.Join(r.Flavors, ", "))},
		{"Claim budget", fmt.Sprint(r.Budget)},
		{"Claims audited", fmt.Sprint(len(r.Claims))},
		{"Domain specialist", mark.Cell(r.Specialist)},
		{"External reviewer", mark.Cell(external(r.External))},
		{"Timestamp", mark.Cell(r.CreatedAt)},
	}
	if r.ScopeArg != "" && r.Scope != "claim" {
		rows = append(rows, [2]string{"Subject", mark.Cell(mark.Short(r.ScopeArg, 300))})
	}
	return table("What", "Value", rows) + "\n" + w.coverage()
}

func external(x docket.External) string {
	switch {
	case !x.Requested:
		return "not requested"
	case x.Status == "available":
		return x.Tool
	}
	return "skipped: " + x.Reason
}

func (w writer) coverage() string {
	var b strings.Builder
	b.WriteString("| Looked at | With evidence | Found nothing | Missing |\n|---|---|---|---|\n")
	for _, c := range w.r.Coverage {
		name := c.Claim
		if name == "" {
			name = "the whole"
		}
		if c.Thin {
			name += " (too few)"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", mark.Cell(name), list(c.Evidence), list(c.Empty), list(c.Missing))
	}
	return b.String()
}

func list(names []string) string {
	if len(names) == 0 {
		return "–"
	}
	return mark.Cell(strings.Join(names, ", "))
}

func (w writer) claims() string {
	var b strings.Builder
	if len(w.r.Claims) == 0 {
		b.WriteString("_None extracted._\n")
	}
	for i, c := range w.r.Claims {
		fmt.Fprintf(&b, "%d. %s **%s**: %s (at %s)\n", i+1, mark.Code(c.ID), mark.Inline(c.Type), mark.Inline(c.Text), mark.Code(c.Locator))
	}
	if len(w.r.Unaudited) > 0 {
		fmt.Fprintf(&b, "\nNot audited, since a run audits %d at most:\n\n", w.r.Budget)
		for _, c := range w.r.Unaudited {
			fmt.Fprintf(&b, "- **%s**: %s (at %s)\n", mark.Inline(c.Type), mark.Inline(c.Text), mark.Code(c.Locator))
		}
	}
	return b.String()
}

func (w writer) bundles() string {
	if len(w.r.Bundles) == 0 {
		return "_No evidence that counts._"
	}
	var b strings.Builder
	for _, x := range w.r.Bundles {
		fmt.Fprintf(&b, "### %s: %s\n\n", mark.Code(x.ID), mark.Code(x.Place))
		about := x.Claim
		if about == "" {
			about = "the whole"
		}
		fmt.Fprintf(&b, "About %s, from %s; compared with its place: %s", mark.Code(about), mark.Code(x.Investigator), mark.Inline(x.Check))
		if x.Note != "" {
			fmt.Fprintf(&b, " (%s)", mark.Inline(x.Note))
		}
		if x.Weak {
			fmt.Fprintf(&b, "; **WEAK_EVIDENCE**, score %s", x.Score)
		}
		fmt.Fprintf(&b, "\n\n%s\n\nReproducible: %s\n\n", mark.Block(x.Blob), mark.Code(x.Command))
	}
	return b.String()
}

func (w writer) crossReview() string {
	if len(w.r.CrossReview.Reviews) == 0 {
		return "_Phase 2.5 not run: there is no claim to rank evidence for._"
	}
	var b strings.Builder
	for _, v := range w.r.CrossReview.Reviews {
		if v.Claim == "" {
			v.Claim = "the whole"
		}
		if v.Status != ballot.Ran {
			fmt.Fprintf(&b, "- %s: bypassed: %s\n", mark.Code(v.Claim), mark.Inline(v.Reason))
			for _, c := range v.Ballots {
				fmt.Fprintf(&b, "  - %s: rejected: %s\n", mark.Code(c.Reviewer), mark.Inline(c.Rejected))
			}
			continue
		}
		fmt.Fprintf(&b, "- %s: ran\n", mark.Code(v.Claim))
		for _, c := range v.Ballots {
			if c.Rejected != "" {
				fmt.Fprintf(&b, "  - %s: rejected: %s\n", mark.Code(c.Reviewer), mark.Inline(c.Rejected))
				continue
			}
			fmt.Fprintf(&b, "  - %s ranked %s (shown in the order %s)\n", mark.Code(c.Reviewer), mark.Code(strings.Join(c.Ranking, " > ")), mark.Code(strings.Join(c.Shown, ", ")))
		}
		for _, s := range v.Scores {
			weak := ""
			if s.Weak {
				weak = ", **WEAK_EVIDENCE**"
			}
			fmt.Fprintf(&b, "  - score %s: %s (%d points on %d ballots)%s\n", mark.Code(s.Investigator), s.Mean, s.Points, s.Ballots, weak)
		}
	}
	return b.String()
}

func (w writer) brief(x Brief) string {
	if !x.Given {
		return "_Brief not provided._"
	}
	if len(x.Entries) == 0 {
		return "_Nothing of the brief counts: see the audit trail._"
	}
	var b strings.Builder
	for _, e := range x.Entries {
		if e.Claim != "" {
			fmt.Fprintf(&b, "> %s, asks for %s: ", mark.Code(e.Claim), mark.Inline(e.Requested))
		} else {
			b.WriteString("> ")
		}
		fmt.Fprintf(&b, "%s (%s)\n>\n", mark.Inline(e.Text), mark.Code(strings.Join(e.IDs, ", ")))
	}
	return strings.TrimSuffix(b.String(), ">\n")
}
