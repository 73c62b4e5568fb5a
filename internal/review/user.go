package review

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
)

// User answers for what a user has said about reviews. Each part is asked for
// only where the answer matters, and nil says nothing.
type User struct {
	Exceptions func() []Exception
	Digest     func() string    // of the call, as exceptions name it
	Asleep     func() time.Time // until when the review naps; the zero time is not at all
}

// Exception is a finding of one concern that the user has called a false alarm.
type Exception struct {
	ID      string
	Concern string
	Tool    string
	Project string
	Digest  string       // of the one call that it is for
	Rule    *config.Rule // or what the part of a call has to match that the finding lies in
}

// except takes out the findings that the user has called false alarms, and says
// which. What is critical stays, and what no word lifts.
func (d *decider) except(u User) []string {
	if u.Exceptions == nil || !slices.ContainsFunc(d.in.Findings, exceptable) {
		return nil
	}
	list, digest := u.Exceptions(), ""
	var notes []string
	d.in.Findings = slices.DeleteFunc(d.in.Findings, func(f match.Finding) bool {
		if !exceptable(f) {
			return false
		}
		for i := range list {
			x := &list[i]
			if x.Concern != f.Concern.ID || x.Project != d.in.Project || !strings.EqualFold(x.Tool, d.c.Tool) {
				continue
			}
			if x.Rule == nil && digest == "" {
				digest = u.Digest()
			}
			if x.Rule == nil && x.Digest == digest && digest != "" || x.Rule != nil && d.fits(x.Rule, f) {
				notes = append(notes, fmt.Sprintf("[%s] is a false alarm here, as the user has said (exception %s)", f.Concern.ID, x.ID))
				return true
			}
		}
		return false
	})
	return notes
}

func exceptable(f match.Finding) bool { return f.Severity < catalog.Critical && !f.Concern.Final }

// fits reports whether a rule matches all commands that a finding lies in, or
// the call of another tool.
func (d *decider) fits(r *config.Rule, f match.Finding) bool {
	tool := d.tool(r.Tool)
	if tool == nil || tool.Shape != catalog.ShapeShell {
		return d.meets(r, nil)
	}
	any := false
	for i := range d.in.Facts.Invocations {
		inv := &d.in.Facts.Invocations[i]
		if inv.At != f.At || inv.Span.End <= f.Span.Start || f.Span.End <= inv.Span.Start {
			continue
		}
		if !r.Match([]string{command(inv)}) {
			return false
		}
		any = true
	}
	return any
}

// command is a simple command as rules speak of it.
func command(inv *fact.Invocation) string {
	words := make([]string, 0, len(inv.Words)+1)
	words = append(words, inv.Program)
	for _, w := range inv.Words {
		words = append(words, w.Text)
	}
	return strings.Join(words, " ")
}

// nap leaves of a decision what is always screened, if the review naps.
func (d *decider) nap(r *Record, u User) {
	if u.Asleep == nil || (r.Decision == Pass || r.Decision == Allow) && r.Banner == nil && !d.panel() {
		return
	}
	until := u.Asleep()
	if until.IsZero() {
		return
	}
	r.Banner, r.Rewrite, d.open = nil, nil, false
	if r.Decision, r.Reason = rule(d.screened(), nil, false); r.Decision == Pass {
		r.Reason = "the user lets the review nap until " + until.UTC().Format("15:04 MST")
	}
}
