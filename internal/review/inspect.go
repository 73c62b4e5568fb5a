package review

import (
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/shell"
	"github.com/ravenclaude/thing/internal/tool"
	"github.com/ravenclaude/thing/internal/world"
)

// Inspection is what a call was understood to do, and the concerns that it meets.
type Inspection struct {
	Facts      *fact.Facts
	Findings   []match.Finding // the most severe first
	Categories []string        // of all its parts, the strictest first
	Project    string          // the project's root directory, "" for none
	Analyze    time.Duration
	Match      time.Duration

	places *place.Classifier
	counts *tallied
}

// Inspect understands a call of any tool and finds its concerns. Of a tool that
// the table names as none to review nothing is found.
func Inspect(t *catalog.Tables, w world.World, c call.Call) Inspection {
	start := time.Now()
	counts := &tallied{World: w}
	places := place.Enter(t, counts, c.Root, c.Dir)
	in := Inspection{Project: places.Project(), places: places, counts: counts, Facts: tool.Analyze(c, shell.Env{Tables: t, World: w, Places: places, Dir: c.Dir})}
	done := time.Now()
	in.Analyze = done.Sub(start)
	in.Findings = match.Find(t, in.Facts, places)
	in.Categories = categories(t, in.Facts)
	in.Match = time.Since(done)
	return in
}

// categories lists the categories of all parts of a call, the strictest first.
func categories(t *catalog.Tables, f *fact.Facts) []string {
	seen := make([]bool, len(t.Categories))
	mark := func(id string) {
		for i := range t.Categories {
			if t.Categories[i].ID == id {
				seen[i] = true
				return
			}
		}
	}
	last := ""
	for i := range f.Invocations {
		if drafted(f, i) {
			continue
		}
		if c := f.Invocations[i].Category; c != last && c != "" {
			mark(c)
			last = c
		}
	}
	for i := range f.Touches {
		if drafted(f, f.Touches[i].Invocation) {
			continue
		}
		if c := f.Touches[i].Category; c != last && c != "" {
			mark(c)
			last = c
		}
	}
	if f.Category != "" {
		mark(f.Category)
	} else if len(f.Opaque) > 0 {
		mark(t.Fallback.Project) // what is not known may be anything
	}
	out := []string{}
	for i := len(seen) - 1; i >= 0; i-- {
		if seen[i] {
			out = append(out, t.Categories[i].ID)
		}
	}
	return out
}

// drafted reports whether a program only stands in what an edit writes: it runs
// later, if at all, and then as a call of its own.
func drafted(f *fact.Facts, i int) bool {
	return i >= 0 && len(f.Documents) > 0 && f.Invocations[i].Place&fact.InDraft != 0
}
