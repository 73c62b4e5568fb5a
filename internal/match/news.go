package match

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// news leaves out of the findings in documents what was found in the same
// commands before the edit.
func news(f *fact.Facts, found, before []Finding) []Finding {
	type known struct {
		concern, text string
		trigger       int
	}
	old, now := texts{f: f.Was, lines: map[string][]string{}}, texts{f: f, lines: map[string][]string{}}
	for i := range f.Documents {
		d := &f.Documents[i]
		old.lines[d.File], now.lines[d.File] = strings.Split(d.Before, "\n"), strings.Split(d.After, "\n")
	}
	was := map[known]int{}
	for i := range before {
		if text, ok := old.text(&before[i]); ok {
			was[known{before[i].Concern.ID, text, before[i].Trigger}]++
		}
	}
	out := found[:0]
	for i := range found {
		if text, ok := now.text(&found[i]); ok {
			k := known{found[i].Concern.ID, text, found[i].Trigger}
			if was[k] > 0 {
				was[k]--
				continue
			}
		}
		out = append(out, found[i])
	}
	return out
}

// texts are the lines of files by name, and what runs in them.
type texts struct {
	f     *fact.Facts
	lines map[string][]string
}

// text is what a finding in a file is about: the programs that run at its
// place, or else its line.
func (t texts) text(x *Finding) (string, bool) {
	lines, ok := t.lines[x.File]
	if !ok || x.Line < 1 || x.Line > len(lines) {
		return "", false
	}
	var b strings.Builder
	for i := range t.f.Invocations {
		inv := &t.f.Invocations[i]
		if inv.At != x.At || inv.Span.Start > x.Span.End || inv.Span.End < x.Span.Start {
			continue
		}
		b.WriteString(inv.Path)
		for _, w := range inv.Words {
			b.WriteString(" " + w.Text)
		}
		b.WriteByte('\n')
	}
	if b.Len() > 0 {
		return b.String(), true
	}
	return strings.TrimSpace(lines[x.Line-1]), true
}
