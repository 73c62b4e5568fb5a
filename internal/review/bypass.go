package review

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
)

// bypassed is a rule by which the user passes a line over, nil for none. Each
// command of the line has to match one as it stands: nothing in it that is not
// known before, no variable set for it, nothing written beside it. Nothing that
// is critical or always looked for is passed over.
func (d *decider) bypassed() *config.Rule {
	if len(d.p.Settings.Bypass) == 0 || d.c.Entry == nil || d.c.Entry.Shape != catalog.ShapeShell || len(d.in.Facts.Invocations) == 0 {
		return nil
	}
	if slices.ContainsFunc(d.in.Facts.Opaque, func(o fact.Opaque) bool { return !o.Note }) {
		return nil
	}
	for _, f := range d.in.Findings {
		if f.Severity == catalog.Critical || f.Concern.AlwaysScreen || f.Concern.PrePanelDeny {
			return nil
		}
	}
	for _, t := range d.in.Facts.Touches {
		if t.File == "" && t.Redirect && t.Effect&catalog.Mutating != 0 && t.Class&d.t.Fallback.Sink == 0 {
			return nil
		}
	}
	for _, u := range d.in.Facts.URLs {
		if u.File == "" && u.Invocation < 0 {
			return nil
		}
	}
	var first *config.Rule
	for i := range d.in.Facts.Invocations {
		inv := &d.in.Facts.Invocations[i]
		if inv.File != "" {
			continue // what a command runs is passed over with it
		}
		rule := d.covers(inv)
		if rule == nil {
			return nil
		}
		if first == nil {
			first = rule
		}
	}
	return first
}

// covers is a rule that one command matches.
func (d *decider) covers(inv *fact.Invocation) *config.Rule {
	if inv.Program == "" || inv.Maybe || len(inv.Assigns) > 0 {
		return nil
	}
	words := []string{inv.Path}
	for _, w := range inv.Words {
		if !w.Static() || w.Maybe {
			return nil
		}
		words = append(words, w.Text)
	}
	command := strings.Join(words, " ")
	for i := range d.p.Settings.Bypass {
		r := &d.p.Settings.Bypass[i]
		if tool := d.tool(r.Tool); tool != nil && tool.Shape == catalog.ShapeShell && r.Commands[0].Match(command) {
			return r
		}
	}
	return nil
}
