package hearing

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/review"
)

// builtin answers for a seat by what was found, without a model. Every seat has
// its lens (DESIGN.md §3.4).
type builtin struct {
	seat *catalog.Seat
	r    *review.Record
	h    *review.Hearing
}

func (b builtin) Name() string { return config.Builtin }

// Ask answers at once. What is not known it is not sure of, so that another seat
// is heard.
func (b builtin) Ask(context.Context, panel.Question) (panel.Answer, error) {
	sure := b.h.Tables.Route.Builtin
	a := map[string]any{"verdict": "allow", "edited_command": nil, "concerns_cited": []string{}, "reasoning": "", "confidence": sure.Nothing, "injection_detected": false}
	severe, mild := b.cited()
	unknown := b.unknown()
	switch {
	case b.seat.Lens == catalog.LensIntegrity:
		a["reasoning"] = "No text in the call speaks to its reviewers."
	case len(severe) > 0 && b.seat.Lens != catalog.LensScope && b.r.Rewrite != nil && b.resolves(severe):
		a["verdict"], a["edited_command"], a["concerns_cited"], a["confidence"] = "edit", b.r.Rewrite.Command, b.r.Rewrite.Resolves, sure.Found
		a["reasoning"] = "A safer form does the same without what was found."
	case len(severe) > 0 && b.seat.Lens != catalog.LensScope:
		a["verdict"], a["concerns_cited"], a["confidence"] = "deny", severe, sure.Found
		a["reasoning"] = "A rule found what is likely to do harm: " + strings.Join(severe, ", ") + "."
	case unknown != "":
		a["confidence"] = sure.Unknown
		a["reasoning"] = "What it does is not known before it runs: " + unknown + "."
	default:
		a["concerns_cited"] = mild
		a["reasoning"] = fmt.Sprintf("%d rules found something, and nothing severe.", len(mild))
	}
	text, err := json.Marshal(a)
	if err != nil {
		return panel.Answer{}, &panel.Failure{Class: panel.Crash, Err: err}
	}
	return panel.Answer{Text: text}, nil
}

// cited are the concerns that were found, the severe ones apart.
func (b builtin) cited() (severe, mild []string) {
	mild = []string{}
	for _, f := range b.h.Findings {
		if f.Severity >= catalog.High {
			severe = append(severe, f.Concern.ID)
		} else {
			mild = append(mild, f.Concern.ID)
		}
	}
	slices.Sort(severe)
	slices.Sort(mild)
	return slices.Compact(severe), slices.Compact(mild)
}

// resolves reports whether the safer form takes all of some concerns away.
func (b builtin) resolves(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(b.r.Rewrite.Resolves, id) })
}

func (b builtin) unknown() string {
	i := slices.IndexFunc(b.h.Facts.Opaque, func(o fact.Opaque) bool { return !o.Note })
	if i < 0 {
		return ""
	}
	return b.h.Facts.Opaque[i].Reason
}
