// Package review decides on one call: what it does, what speaks against it,
// and the answer. It is pure but for the world that it is given.
package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/route"
	"github.com/ravenclaude/thing/internal/world"
)

// Review decides on a call of any tool under a posture, with the deterministic rule
// alone (DESIGN.md §3.3). It always returns a complete record.
func Review(t *catalog.Tables, w world.World, c call.Call, p *config.Posture) Record {
	return ReviewFor(t, w, c, p, User{})
}

// ReviewFor is Review for a user who may have said something about it.
func ReviewFor(t *catalog.Tables, w world.World, c call.Call, p *config.Posture, u User) Record {
	r, _ := reviewed(t, w, c, p, u)
	return r
}

func reviewed(t *catalog.Tables, w world.World, c call.Call, p *config.Posture, u User) (Record, *decider) {
	start := time.Now()
	t = p.Tables(t)
	in := Inspect(t, w, c)
	listed(t, &in, p)
	d := &decider{t: t, in: &in, p: p, c: c, home: w.Home()}
	notes := d.except(u)
	r := record(t, c, in)
	r.Decision, r.Reason = d.decide()
	r.Reviewed = r.Decision != Pass || d.reviewed() || len(d.counted()) > 0
	r.Granted = r.Decision == Allow && p.Settings.GrantReads
	r.Banner = banner(r.Decision, d.counted())
	if c.Entry != nil && c.Entry.Shape == catalog.ShapeShell && (r.Decision != Pass || d.reviewed()) {
		r.Rewrite = safer(t, w, c, p, in)
	}
	if r.Rewrite != nil && r.Decision != Ask && r.Decision != Deny {
		r.Suggestion, r.Rewrite = r.Rewrite, nil // what goes through is not changed
	}
	d.nap(&r, u)
	r.Final = r.Decision == Deny && slices.ContainsFunc(d.counted(), func(f match.Finding) bool { return f.Concern.Final })
	if len(notes) > 0 {
		r.Reason = strings.TrimSuffix(strings.Join(notes, "\n")+"\n"+r.Reason, "\n")
	}
	r.Durations.Total = time.Since(start).Microseconds()
	return r, d
}

// record is what an inspection says, without a decision.
func record(t *catalog.Tables, c call.Call, in Inspection) Record {
	r := Record{
		SchemaVersion: SchemaVersion, Categories: in.Categories, Findings: []Finding{}, Opaque: []Opaque{}, Seats: []SeatVerdict{},
		Durations: Durations{Analyze: in.Analyze.Microseconds(), Match: in.Match.Microseconds()},
	}
	severities := make([]catalog.Severity, 0, len(in.Findings))
	for _, f := range in.Findings {
		severities = append(severities, f.Severity)
		r.Findings = append(r.Findings, Finding{
			Concern: f.Concern.ID, Severity: f.Severity, Category: f.Category, Field: cmp.Or(f.Field, in.Facts.Field), Span: f.Span,
			Outer: f.Outer, Secret: f.Secret, File: f.File, Line: f.Line, Message: f.Message, Remedy: f.Concern.Remedy,
		})
	}
	for _, o := range in.Facts.Opaque {
		r.Opaque = append(r.Opaque, Opaque{Reason: o.Reason, Field: o.Field, Span: o.Span, Note: o.Note, File: o.File, Line: o.Line})
	}
	r.Parts = parts(c, in, &r)
	if len(in.Categories) > 0 {
		r.Category = &in.Categories[0]
		tier := route.Route(t, in.Categories, severities).Tier
		r.Tier = &tier
	}
	return r
}

// decider carries one decision.
type decider struct {
	t  *catalog.Tables
	in *Inspection
	p  *config.Posture

	c    call.Call
	home string
	open bool // nothing settles it: a panel may
}

// decide goes through the steps of DESIGN.md §3.3 in their order.
func (d *decider) decide() (Decision, string) {
	if d.p.Any {
		if always := d.screened(); len(always) > 0 {
			if dec, why := rule(always, nil, false); dec == Deny {
				return dec, why
			}
		}
	}
	if len(d.p.Problems) > 0 {
		return Ask, "the posture cannot be read, so a person has to decide: " + d.p.Problems[0].String()
	}
	if !d.p.Any {
		return Pass, ""
	}
	for _, c := range d.in.Categories {
		if at, ok := d.p.Deny[c]; ok {
			return Deny, fmt.Sprintf("category %s is at level deny (%s); do it another way, or ask the user to change the level", c, at)
		}
	}
	if i := d.denied(); i >= 0 {
		r := &d.p.Rules[i]
		return Deny, fmt.Sprintf("the pattern %s is denied (%s); do it another way, or ask the user to change the rule", r.Text, r.Place)
	}
	if !d.reviewed() {
		return rule(d.screened(), nil, false)
	}
	if f := d.unlisted(); f != nil {
		return Deny, sentence(*f)
	}
	read := d.read()
	dec, why := rule(d.in.Findings, d.in.Facts.Opaque, read)
	if dec == Pass && read && len(d.in.Findings) == 0 {
		return Allow, "nothing but reads, and nothing speaks against them"
	}
	rule := d.bypassed()
	if rule != nil && dec != Pass {
		return Pass, fmt.Sprintf("every command matches a pattern that is passed over, such as %s (%s)", rule.Text, rule.Place)
	}
	d.open = rule == nil && dec != Deny
	return dec, why
}

// reviewed reports whether a category of the call is switched on. A call that
// has none, such as a text for another agent, is reviewed with any other.
func (d *decider) reviewed() bool {
	if len(d.in.Categories) == 0 {
		return len(d.p.Reviewed) > 0
	}
	return slices.ContainsFunc(d.in.Categories, func(c string) bool { return d.p.Reviewed[c] })
}

// counted are the findings that the posture lets count.
func (d *decider) counted() []match.Finding {
	if d.reviewed() {
		return d.in.Findings
	}
	return d.screened()
}

// screened are the findings that count whatever is toggled.
func (d *decider) screened() []match.Finding {
	var out []match.Finding
	for _, f := range d.in.Findings {
		if f.Concern.AlwaysScreen {
			out = append(out, f)
		}
	}
	return out
}

// read reports whether every part of the call is a read.
func (d *decider) read() bool {
	if len(d.in.Categories) == 0 || len(d.in.Facts.Opaque) > 0 {
		return false
	}
	return !slices.ContainsFunc(d.in.Categories, func(id string) bool {
		return !slices.ContainsFunc(d.t.Categories, func(c catalog.Category) bool { return c.ID == id && c.Read })
	})
}

// rule is the deterministic rule: a critical finding, or a high one that
// cannot be undone, denies; other high ones and what is not known ask; the
// rest passes. A call that only reads is never asked about.
func rule(findings []match.Finding, opaque []fact.Opaque, read bool) (Decision, string) {
	var deny, ask []string
	for _, f := range findings {
		switch {
		case f.Severity == catalog.Critical, f.Concern.PrePanelDeny,
			f.Severity == catalog.High && (f.Blast || read):
			deny = append(deny, sentence(f))
		case f.Severity == catalog.High:
			ask = append(ask, sentence(f))
		}
	}
	if len(deny) > 0 {
		return Deny, lines(deny)
	}
	for _, o := range opaque {
		if !o.Note {
			ask = append(ask, o.Reason+where(o.At)+"; write it so that it can be read beforehand")
		}
	}
	if len(ask) > 0 {
		return Ask, lines(ask)
	}
	return Pass, ""
}

// maxReasons bounds how many findings a reason spells out.
const maxReasons = 5

func lines(list []string) string {
	seen := make([]string, 0, len(list))
	for _, s := range list {
		if !slices.Contains(seen, s) {
			seen = append(seen, s)
		}
		if len(seen) > maxReasons {
			break
		}
	}
	if len(seen) > maxReasons {
		seen[maxReasons] = "and more"
	}
	return strings.Join(seen, "\n")
}

// sentence names a finding: its concern, what was found, and the remedy.
func sentence(f match.Finding) string {
	return fmt.Sprintf("[%s] %s%s; remedy: %s", f.Concern.ID, f.Message, where(f.At), f.Concern.Remedy)
}

// where says in which line of which file something lies, if not in the call itself.
func where(at fact.At) string {
	if at.File == "" {
		return ""
	}
	return fmt.Sprintf(", in %s:%d", at.File, at.Line)
}

// banner is the note to the user beside a call that goes through with medium
// or low findings.
func banner(d Decision, findings []match.Finding) *string {
	if d != Pass && d != Allow {
		return nil
	}
	var notes []string
	for _, f := range findings {
		if f.Severity < catalog.High {
			notes = append(notes, fmt.Sprintf("[%s] %s%s", f.Concern.ID, f.Message, where(f.At)))
		}
	}
	if len(notes) == 0 {
		return nil
	}
	s := "thing: " + strings.ReplaceAll(lines(notes), "\n", "; ")
	return &s
}
