package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/mark"
)

func (w writer) items() string {
	var b strings.Builder
	for _, v := range w.r.Verdicts {
		fmt.Fprintf(&b, "### Claim %s: %s\n\n**%s** (confidence: %d/100), from %s\n\n%s\n\n",
			mark.Inline(v.Claim), mark.Inline(v.Text), mark.Inline(v.Verdict), v.Confidence, mark.Code(strings.Join(v.IDs, ", ")), mark.Block(v.Blob))
	}
	for _, f := range w.r.Findings {
		fmt.Fprintf(&b, "### [%s] %s:%d (%s)\n\n%s\n\n", strings.ToUpper(mark.Inline(f.Severity)), mark.Inline(f.File), f.Line, mark.Inline(f.Category), mark.Inline(f.Description))
		if f.Suggestion != "" {
			fmt.Fprintf(&b, "**Suggestion**: %s\n\n", mark.Inline(f.Suggestion))
		}
		fmt.Fprintf(&b, "Confidence: %d/100 | tool_use_id: %s | line: %s\n\n", f.Confidence, mark.Code(f.ID), mark.Inline(f.Check))
		blob := f.Blob
		for _, x := range w.r.Bundles {
			if blob == "" && x.ID == f.ID {
				blob = x.Blob
			}
		}
		fmt.Fprintf(&b, "%s\n\n", mark.Block(blob))
	}
	if b.Len() == 0 {
		if w.r.Shape == charter.Verdicts {
			return "_No verdicts._"
		}
		return "_No findings._"
	}
	return b.String()
}

func (w writer) undecided() string {
	if len(w.r.Undecided) == 0 {
		return "_None: each claim has a verdict._"
	}
	var b strings.Builder
	for _, id := range w.r.Undecided {
		why := "no verdict on it counts"
		if !slices.ContainsFunc(w.r.Bundles, func(x docket.Bundle) bool { return x.Claim == id }) {
			why = "no evidence found"
		}
		fmt.Fprintf(&b, "- %s: %s\n", mark.Code(id), why)
	}
	return b.String()
}

func (w writer) gate() string {
	if w.r.Blocked {
		return "**BLOCKED**: a finding has to be mended before the change is committed."
	}
	return "**PASSED**: no finding blocks the change."
}

func (w writer) diff() string {
	d := w.r.Diff
	if d == nil || len(d.Files) == 0 {
		return "_No change was given._"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Source: %s\n\n", mark.Inline(d.Source))
	for _, f := range d.Files {
		fmt.Fprintf(&b, "- %s (%s)\n", mark.Code(f.Path), mark.Inline(f.Status))
	}
	if d.Omitted > 0 {
		fmt.Fprintf(&b, "- and %d more, which were not reviewed\n", d.Omitted)
	}
	return b.String()
}

func (w writer) specs() string {
	if len(w.r.Specs) == 0 {
		return "_None matched._"
	}
	var b strings.Builder
	for _, s := range w.r.Specs {
		fmt.Fprintf(&b, "- %s for %s (%s): %s\n", mark.Code(fmt.Sprintf("%s:%d", s.Spec, s.Line)), mark.Code(s.Matched), mark.Inline(s.Rule), mark.Inline(s.Text))
	}
	if w.r.SpecsOmitted > 0 {
		fmt.Fprintf(&b, "- and %d more\n", w.r.SpecsOmitted)
	}
	return b.String()
}

// action is one item of what is to be done.
type action struct {
	rank  int
	label string
	f     docket.Finding
}

// actions are sorted by label: those that block first.
func actions(c *charter.Charter, findings []docket.Finding) []action {
	var list []action
	for _, f := range findings {
		rank := slices.IndexFunc(c.Severities, func(s charter.Severity) bool { return s.ID == f.Severity })
		a := action{2 * rank, c.Severities[rank].Label, f}
		for _, l := range c.Labels {
			after := slices.IndexFunc(c.Severities, func(s charter.Severity) bool { return s.ID == l.After })
			if f.Category == l.Category && rank > after {
				a.rank, a.label = 2*after+1, l.Label
			}
		}
		list = append(list, a)
	}
	slices.SortStableFunc(list, func(a, b action) int { return a.rank - b.rank })
	return list
}

func (w writer) actions() string {
	list := actions(w.c, w.r.Findings)
	if len(list) == 0 {
		return "_No action items._"
	}
	var b strings.Builder
	for _, a := range list {
		text := a.f.Suggestion
		if text == "" {
			text = a.f.Description
		}
		fmt.Fprintf(&b, "- [ ] %s %s: %s\n", a.label, mark.Code(fmt.Sprintf("%s:%d", a.f.File, a.f.Line)), mark.Inline(text))
	}
	return b.String()
}

// maxStruck is how much of a struck line the page shows; the twin has all of it.
const maxStruck = 400

func (w writer) struck() string {
	if len(w.r.Struck) == 0 {
		return "_No lines struck._"
	}
	var b strings.Builder
	for _, s := range w.r.Struck {
		fmt.Fprintf(&b, "- **%s** (%s, %s", mark.Inline(s.Code), mark.Inline(s.Stage), mark.Inline(s.Kind))
		if s.Ref != "" {
			fmt.Fprintf(&b, ", %s", mark.Code(s.Ref))
		}
		b.WriteString("): ")
		for _, k := range w.c.Strikes {
			if k.Code == s.Code {
				b.WriteString(mark.Inline(k.Text))
			}
		}
		if s.Detail != "" {
			fmt.Fprintf(&b, " (%s)", mark.Inline(s.Detail))
		}
		fmt.Fprintf(&b, "\n  %s\n", mark.Code(mark.Short(s.Line, maxStruck)))
	}
	return b.String()
}

func (w writer) metadata() string {
	r := w.r
	filter := "none"
	if r.Threshold != nil {
		filter = fmt.Sprintf("%d and above", *r.Threshold)
	}
	calls := "their ids are taken on trust: no transcript was given"
	if r.CallsChecked {
		calls = "their ids stand in the transcripts that were given"
	}
	rows := [][2]string{
		{"Run", mark.Cell(r.RunID)},
		{"Report shape", mark.Cell(r.Shape)},
		{"Confidence filter", filter},
		{"Engine", "`thing council finalize`, charter " + mark.Cell(r.Engine.Charter)},
		{"Tool calls", calls},
		{"Shuffle seed", mark.Cell(r.CrossReview.Seed)},
		{"Commit", mark.Cell(r.Tree.Head)},
		{"Working tree", mark.Cell(r.Tree.Print)},
		{"Secrets taken out", fmt.Sprint(r.Secrets)},
	}
	for _, x := range r.Repairs {
		rows = append(rows, [2]string{"Mended", mark.Cell(fmt.Sprintf("%s: %s (SHA-256 as it came: %s)", x.File, x.What, x.SHA256))})
	}
	return table("What", "Value", rows)
}
