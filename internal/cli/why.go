package cli

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/review"
)

type whyCmd struct {
	ID string `arg:"" optional:"" help:"The entry's id, or its beginning; without it, the last decision."`
}

// Run explains a recorded decision.
func (c *whyCmd) Run(e *Env) error {
	s, err := findEntry(e, c.ID)
	if err != nil {
		return err
	}
	return write(e, because(e, s))
}

// because is a decision in words: what was called, what was found, and what
// can be done instead.
func because(e *Env, s audit.Stored) string {
	x := s.Entry
	var b strings.Builder
	b.WriteString(headline(e, x.Record))
	fmt.Fprintf(&b, "%s at %s in %s, entry %s\n", shown(x.Tool), x.Time, shown(x.Dir), x.ID)
	for line := range strings.SplitSeq(strings.TrimSuffix(acts(e, x), "\n"), "\n") {
		fmt.Fprintf(&b, "  %s\n", shown(line))
	}
	seen := map[string]bool{}
	for _, f := range x.Record.Findings {
		if seen[f.Concern+f.Message] {
			continue
		}
		seen[f.Concern+f.Message] = true
		fmt.Fprintf(&b, "%s [%s] %s%s\n", paint(e, severityColour(f), f.Severity.String()), f.Concern, shown(f.Message), where(f.File, f.Line))
		fmt.Fprintf(&b, "  remedy: %s\n", shown(f.Remedy))
	}
	for _, o := range x.Record.Opaque {
		if !o.Note {
			fmt.Fprintf(&b, "not known before it runs: %s%s\n", shown(o.Reason), where(o.File, o.Line))
		}
	}
	if s := reason(x.Record); s != "" && x.Decision == nil {
		fmt.Fprintf(&b, "reason: %s\n", shown(s))
	}
	if x.Decision != nil {
		ruling(&b, e.Tables, x.Decision)
	}
	spoken(&b, e.Tables, x.Record.Seats)
	if x.Cached {
		b.WriteString("the panel was not asked anew: it decided on the same call before\n")
	}
	if safer := x.Record.Safer(); safer != nil {
		fmt.Fprintf(&b, "safer form: %s\n", shown(safer.Command))
	}
	if x.Record.Decision == review.Pass && len(x.Record.Findings) == 0 && x.Decision == nil {
		b.WriteString("nothing speaks against it\n")
	}
	if s.Outcome != nil {
		fmt.Fprintf(&b, "outcome: %s\n", became(s.Outcome))
	}
	return b.String()
}
