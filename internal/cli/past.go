package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/scan"
	"github.com/ravenclaude/thing/internal/transcript"
)

// Bounds of a look back.
const (
	pastDays = 30
	pastTime = 30 * time.Second
	pastTop  = 5 // findings that are shown
)

// past is what a review of everything would have said about the calls that
// were made.
type past struct {
	mu       sync.Mutex
	total    scan.Summary
	cut      bool       // not everything was looked at in the time there is
	stopped  [][]string // categories of each call that was stopped
	concerns map[string]*met
}

// met is a concern that calls were stopped for.
type met struct {
	id      string
	times   int
	index   int // of the example, the most recent file's first
	example string
}

// lookBack decides on the calls of the last days, those of the files that
// changed last first.
func lookBack(e *Env) (*past, error) {
	p := &past{concerns: map[string]*met{}}
	home := e.World.Home()
	if home == "" {
		return p, nil
	}
	files, err := transcript.Home(e.Tables, home)
	if err != nil {
		return nil, err
	}
	files, size := recent(files, e.World.Now().AddDate(0, 0, -pastDays))
	if len(files) == 0 {
		return p, nil
	}
	all := config.All(e.Tables)
	s := scan.Scan{
		Tables: e.Tables, World: e.World, Dir: e.Dir, Render: p.take,
		Posture: func(string) (*config.Posture, error) { return all, nil },
	}
	shown := newProgress(e, size)
	s.Notice = shown.update
	until := time.Now().Add(pastTime)
	source := func(yield func(scan.Input) bool) error {
		return scan.Transcripts(e.Tables, files, e.Dir)(func(in scan.Input) bool {
			p.cut = time.Now().After(until)
			return !p.cut && yield(in)
		})
	}
	p.total, err = s.Run(source, io.Discard)
	shown.clear()
	if err != nil {
		fmt.Fprintf(e.Stderr, "thing: %v\n", err) // the others were read
	}
	return p, nil
}

// recent are the files that changed since then, the latest first, and their
// size.
func recent(files []string, since time.Time) (list []string, size int64) {
	changed := map[string]time.Time{}
	for _, f := range files {
		if info, err := os.Lstat(f); err == nil && info.ModTime().After(since) {
			changed[f] = info.ModTime()
			size += info.Size()
		}
	}
	return slices.SortedFunc(maps.Keys(changed), func(a, b string) int {
		return cmp.Or(changed[b].Compare(changed[a]), cmp.Compare(a, b))
	}), size
}

// take counts a result. Nothing of it is printed now.
func (p *past) take(_ *bytes.Buffer, r *scan.Result) error {
	if d := r.Record.Decision; r.Call.Tool == "" || d != review.Deny && d != review.Ask {
		return nil
	}
	var line bytes.Buffer
	subject(&line, r)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = append(p.stopped, r.Record.Categories)
	seen := map[string]bool{}
	for _, f := range r.Record.Findings {
		if seen[f.Concern] {
			continue
		}
		seen[f.Concern] = true
		m := p.concerns[f.Concern]
		if m == nil {
			m = &met{id: f.Concern, index: r.Index + 1}
			p.concerns[f.Concern] = m
		}
		m.times++
		if r.Index < m.index {
			m.index, m.example = r.Index, line.String()[len(": "):]
		}
	}
	return nil
}

// print shows what was found, and what each preset would have stopped of it.
func (p *past) print(w io.Writer, e *Env) error {
	if p.total.Inputs == 0 {
		fmt.Fprintf(w, "no tool call of the last %d days is written down here\n", pastDays)
	} else {
		fmt.Fprintf(w, "tool calls of the last %d days: %d; %d would have been denied, %d asked about\n",
			pastDays, p.total.Inputs, p.total.Decisions[review.Deny], p.total.Decisions[review.Ask])
	}
	if p.cut {
		fmt.Fprintf(w, "older ones were left out: only %s are spent on this\n", pastTime)
	}
	list := slices.SortedFunc(maps.Values(p.concerns), func(a, b *met) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.id, b.id))
	})
	if len(list) > 0 {
		fmt.Fprint(w, "\nmost often for\n")
	}
	for _, m := range list[:min(pastTop, len(list))] {
		fmt.Fprintf(w, "%6d × [%s], as in %s\n", m.times, m.id, m.example)
	}
	fmt.Fprint(w, "\n")
	for _, x := range e.Tables.Presets {
		n := 0
		for _, categories := range p.stopped {
			if slices.ContainsFunc(categories, func(c string) bool { return slices.Contains(x.Categories, c) }) {
				n++
			}
		}
		fmt.Fprintf(w, "%-12s reviews %s: %d would have been stopped\n", x.ID, x.Title, n)
	}
	return nil
}
