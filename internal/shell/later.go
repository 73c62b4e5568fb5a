package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/embed"
	"github.com/ravenclaude/thing/internal/fact"
)

// draftCommands walks the commands that stand in a file which is written, each on
// its own.
func (a *analyzer) draftCommands(w writing, kind *catalog.Embed, list []embed.Command) {
	var ends []int // of the lines of the file
	for i := 0; i < len(w.text.text) && w.text.at > 0; i++ {
		if w.text.text[i] == '\n' {
			ends = append(ends, i)
		}
	}
	for _, c := range list {
		if a.fileBytes += len(c.Text); a.fileBytes > a.limits.FilesBytes {
			a.bound("the commands in the file are longer than can be analysed", w.span)
			return
		}
		text, lines := a.handed(c.Program, c.Text), c.Lines
		if text != c.Text {
			lines = lines[:1]
		}
		f := &opened{content: &content{path: w.path, text: text}, runs: w.span, drafted: true, lines: lines}
		if w.text.at > 0 {
			f.runs = covered(ends, len(w.text.text), c.Lines)
			f.runs.Start += w.text.at - 1
			f.runs.End += w.text.at - 1
		}
		st := newState(w.dir.Path)
		st.dir, st.place, st.paramsKnown = w.dir, fact.InDraft, false
		switch kind.Away {
		case catalog.AwayMachine:
			st.dir = fact.Dir{Away: &fact.Away{Machine: true}}
		case catalog.AwayContainer:
			st.dir = fact.Dir{Away: &fact.Away{}}
		}
		a.drafted(kind.Apart, func() { a.inner(st, a.lay(f), f.runs, nil, nil) })
	}
}

// drafted notes of all that a walk finds whether it runs apart from the call.
func (a *analyzer) drafted(apart bool, walk func()) {
	f := a.facts
	inv, touch, flow, url, text, opaque := len(f.Invocations), len(f.Touches), len(f.Flows), len(f.URLs), len(f.Texts), len(f.Opaque)
	walk()
	if !apart {
		return
	}
	for ; inv < len(f.Invocations); inv++ {
		f.Invocations[inv].Apart = true
	}
	for ; touch < len(f.Touches); touch++ {
		f.Touches[touch].Apart = true
	}
	for ; flow < len(f.Flows); flow++ {
		f.Flows[flow].Apart = true
	}
	for ; url < len(f.URLs); url++ {
		f.URLs[url].Apart = true
	}
	for ; text < len(f.Texts); text++ {
		f.Texts[text].Apart = true
	}
	for ; opaque < len(f.Opaque); opaque++ {
		f.Opaque[opaque].Apart, f.Opaque[opaque].Note = true, true
	}
}

// covered is the range of some lines of a text.
func covered(ends []int, length int, lines []int) fact.Span {
	start := func(line int) int {
		if line <= 1 || len(ends) == 0 {
			return 0
		}
		return ends[min(line-2, len(ends)-1)] + 1
	}
	span := fact.Span{Start: start(lines[0]), End: length}
	if last := lines[len(lines)-1]; last-1 < len(ends) {
		span.End = ends[last-1]
	}
	span.End = max(span.End, span.Start)
	return span
}

// handed is the shell text that gives code to a program, which is the code
// itself for a shell and for one that no table knows.
func (a *analyzer) handed(program, code string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(program), " ")
	entry, _ := a.program(name)
	if name == "" || entry == nil {
		return code
	}
	for _, r := range entry.Code {
		if r.Lang == shellLang || r.Flag == "" || r.File || r.First {
			continue
		}
		if quoted, err := syntax.Quote(code, syntax.LangBash); err == nil {
			return name + " " + r.Flag + " " + quoted
		}
	}
	return code
}
