package review

import (
	"slices"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/route"
	"github.com/ravenclaude/thing/internal/world"
)

// Hearing is a call that the deterministic rule has not settled, for a panel to
// decide on: neither denied, nor a clean read, nor passed over by the user.
type Hearing struct {
	Tables   *catalog.Tables // with what the posture says put into them
	Posture  *config.Posture
	World    world.World
	Call     call.Call
	Facts    *fact.Facts
	Findings []match.Finding
	Category string // the strictest
	Project  string // root directory, "" for none
	Route    route.Result
	Read     bool // every part only reads
	Blast    bool // what was found in it cannot be undone
}

// Hear is ReviewFor, and says too what a panel would have to look at: nil where
// nobody is left to ask.
func Hear(t *catalog.Tables, w world.World, c call.Call, p *config.Posture, u User) (Record, *Hearing) {
	r, d := reviewed(t, w, c, p, u)
	if !d.open || len(d.in.Categories) == 0 {
		return r, nil
	}
	if p.Settings.OnFinding && len(d.in.Findings) == 0 && len(d.in.Facts.Opaque) == 0 {
		return r, nil
	}
	severities := make([]catalog.Severity, 0, len(d.in.Findings))
	for _, f := range d.in.Findings {
		severities = append(severities, f.Severity)
	}
	h := &Hearing{
		Tables: d.t, Posture: p, World: w, Call: c, Facts: d.in.Facts, Findings: d.in.Findings, Category: d.in.Categories[0], Project: d.in.Project,
		Route: route.Route(d.t, d.in.Categories, severities), Read: d.read(),
		Blast: slices.ContainsFunc(d.in.Findings, func(f match.Finding) bool { return f.Blast }),
	}
	if len(h.Route.Seats) == 0 {
		return r, nil
	}
	return r, h
}

// Shell reports whether the call is a shell command, which is all that an edit
// can be made of.
func (h *Hearing) Shell() bool {
	return h.Call.Entry != nil && h.Call.Entry.Shape == catalog.ShapeShell
}

// Revised looks at the call with another command, as a fresh call: the error says
// why it is no safer form, or why it would be denied.
func (h *Hearing) Revised(command string, cited []string) (*Hearing, error) {
	if err := CheckRewrite(h.Tables, h.World, h.Call, h.Posture, command, cited); err != nil {
		return nil, err
	}
	e := examiner{t: h.Tables, w: h.World, c: h.Call, p: h.Posture}
	in := e.inspect(command)
	severities := make([]catalog.Severity, 0, len(in.Findings))
	for _, f := range in.Findings {
		severities = append(severities, f.Severity)
	}
	g := *h
	g.Call = e.call(command)
	g.Facts, g.Findings, g.Route = in.Facts, in.Findings, route.Route(h.Tables, in.Categories, severities)
	if len(in.Categories) > 0 {
		g.Category = in.Categories[0]
	}
	return &g, nil
}

// panel reports whether models are asked at all.
func (d *decider) panel() bool { return d.p.Settings.Asks() }
