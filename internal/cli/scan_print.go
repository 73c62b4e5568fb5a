package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/scan"
)

// line renders a result for a person, if somebody has to look at it.
func (e *Env) line(b *bytes.Buffer, r *scan.Result) error {
	d := r.Record.Decision
	if d == review.Allow || d == review.Pass {
		return nil
	}
	fmt.Fprintf(b, "%s %s %s", paint(e, decisionColour(d), fmt.Sprintf("%-4s", d)), standing(r), why(r, r.Record))
	subject(b, r)
	b.WriteByte('\n')
	return nil
}

// difference renders a result that two configurations disagree about.
func (e *Env) difference(b *bytes.Buffer, r *scan.Result) error {
	if !r.Differs() {
		return nil
	}
	a, o := r.Record, *r.Other
	stricter := a
	if slices.Index(decisions, o.Decision) > slices.Index(decisions, a.Decision) {
		stricter = o
	}
	fmt.Fprintf(b, "%s -> %s %s %s", paint(e, decisionColour(a.Decision), string(a.Decision)),
		paint(e, decisionColour(o.Decision), string(o.Decision)), standing(r), why(r, stricter))
	subject(b, r)
	b.WriteByte('\n')
	return nil
}

// standing is where a call is found, as editors understand it.
func standing(r *scan.Result) string {
	switch {
	case r.Origin == nil:
		return fmt.Sprintf("line %d:", r.Index+1)
	case r.Origin.Line == 0:
		return shown(r.Origin.Path) + ":"
	}
	return fmt.Sprintf("%s:%d:", shown(r.Origin.Path), r.Origin.Line)
}

// why names the concerns that a decision rests on, or else gives the first
// line of its reason.
func why(r *scan.Result, record review.Record) string {
	var ids []string
	for _, f := range record.Findings {
		if tag := "[" + f.Concern + "]"; strings.Contains(record.Reason, tag) && !slices.Contains(ids, tag) {
			ids = append(ids, tag)
		}
	}
	if len(ids) > 0 {
		return strings.Join(ids, " ")
	}
	reason, _, _ := strings.Cut(record.Reason, "\n")
	return cut(shown(hider(r.Call.Text, record).replaced(reason)))
}

// subject adds what the call is about.
func subject(b *bytes.Buffer, r *scan.Result) {
	if r.Call.Tool == "" {
		return
	}
	hide := hider(r.Call.Text, r.Record)
	text := hide.source()
	if text == "" && len(r.Record.Findings) > 0 { // of a tool that has no one field: what the worst finding lies in
		if i := hide.part(r.Record.Findings[0].Field); i >= 0 && hide.parts[i].field != fact.ToolName {
			text = hide.parts[i].field + ": " + hide.parts[i].source()
		}
	}
	text, _, more := strings.Cut(text, "\n")
	if more {
		text += " …"
	}
	if len(text) > 4*columns { // more is not shown in any case
		text = text[:4*columns]
	}
	fmt.Fprintf(b, ": %s", shown(r.Call.Tool))
	if text != "" {
		fmt.Fprintf(b, ": %s", cut(shown(text)))
	}
}

// cut shortens a text to what is shown of a line.
func cut(s string) string {
	if utf8.RuneCountInString(s) <= columns {
		return s
	}
	return string([]rune(s)[:columns-1]) + "…"
}

func decisionColour(d review.Decision) string {
	switch d {
	case review.Deny:
		return red
	case review.Ask:
		return yellow
	}
	return green
}

// interval is the time between two updates of the progress.
const interval = 200 * time.Millisecond

// progress shows on a terminal how far a scan is, in one line that is
// rewritten, and sums up at the end.
type progress struct {
	e     *Env
	size  int64 // of the input in bytes, 0 if not known
	start time.Time
	last  time.Time
	shown bool
}

func newProgress(e *Env, size int64) *progress {
	now := time.Now()
	return &progress{e: e, size: size, start: now, last: now}
}

// update is told how far the scan is. What is shown must be gone before
// results are written, since both may go to the same terminal.
func (p *progress) update(s scan.Summary, writes bool) {
	if !p.e.Live {
		return
	}
	if writes {
		p.clear()
	}
	now := time.Now()
	if now.Sub(p.last) < interval {
		return
	}
	p.last = now
	text := fmt.Sprintf("%d calls, %.0f a second", s.Inputs, p.rate(s, now))
	if p.size > 0 {
		text = fmt.Sprintf("%d %%, %s", min(100, 100*s.Read/p.size), text)
	}
	fmt.Fprintf(p.e.Stderr, "\r\x1b[K%s", text)
	p.shown = true
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.e.Stderr, "\r\x1b[K")
		p.shown = false
	}
}

func (p *progress) rate(s scan.Summary, now time.Time) float64 {
	return float64(s.Inputs) / max(now.Sub(p.start).Seconds(), 1e-3)
}

// end writes the summary.
func (p *progress) end(s scan.Summary) {
	p.clear()
	now := time.Now()
	var parts []string
	for _, d := range decisions {
		parts = append(parts, fmt.Sprintf("%d %s", s.Decisions[d], d))
	}
	fmt.Fprintf(p.e.Stderr, "%d calls in %.1f s, %.0f a second: %s; %d could not be decoded\n",
		s.Inputs, now.Sub(p.start).Seconds(), p.rate(s, now), strings.Join(parts, ", "), s.Failed)
	if s.Compared {
		fmt.Fprintf(p.e.Stderr, "%d are decided differently\n", s.Different)
	}
}
