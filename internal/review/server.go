package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
)

// listed takes out the findings that do not speak against a server which the
// user has listed, and adds the one against a server that a list lacks. A tool
// that only reads is no matter of the lists, nor is any where MCP tools are not
// reviewed.
func listed(t *catalog.Tables, in *Inspection, p *config.Posture) {
	s := in.Facts.Server
	if s == nil || len(p.Servers) == 0 {
		return
	}
	if p.Vouched(s.Name) {
		in.Findings = slices.DeleteFunc(in.Findings, func(f match.Finding) bool {
			if f.Trigger == match.NoTrigger {
				return false
			}
			trigger := f.Concern.Triggers[f.Trigger].Server
			return trigger != nil && trigger.Unlisted
		})
		return
	}
	at, lacks := p.Unlisted(s.Name)
	if !lacks || !s.Writes || !p.Reviewed[in.Facts.Category] {
		return
	}
	i, ok := slices.BinarySearchFunc(t.Concerns, t.Servers.Unlisted, func(c catalog.Concern, id string) int { return strings.Compare(c.ID, id) })
	if !ok {
		return
	}
	c := &t.Concerns[i]
	in.Findings = append(in.Findings, match.Finding{
		Concern: c, Severity: c.Severity, Trigger: match.NoTrigger, Category: in.Facts.Category, Blast: true,
		Message: fmt.Sprintf("the server %q is missing from the list of those that may change something (%s)", s.Name, at),
		Span:    fact.Span{End: len(in.Facts.Part(fact.ToolName))}, At: fact.At{Field: fact.ToolName},
	})
	slices.SortStableFunc(in.Findings, func(a, b match.Finding) int { return cmp.Compare(b.Severity, a.Severity) })
}

// unlisted is the finding against a server that a list lacks, nil for none: a
// denial that nothing can lift but the list.
func (d *decider) unlisted() *match.Finding {
	for i := range d.in.Findings {
		if f := &d.in.Findings[i]; f.Trigger == match.NoTrigger {
			return f
		}
	}
	return nil
}
