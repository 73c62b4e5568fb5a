package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

type logCmd struct {
	List     logListCmd     `cmd:"" help:"List the recorded decisions, the newest last."`
	Show     logShowCmd     `cmd:"" help:"Print one entry."`
	Outcomes logOutcomesCmd `cmd:"" help:"List what became of calls, also of those that no decision is recorded for, and of sessions."`
	Stats    logStatsCmd    `cmd:"" help:"Sum the log up."`
	Export   logExportCmd   `cmd:"" help:"Print all entries in a form that other programs read."`
	Verify   logVerifyCmd   `cmd:"" help:"Check that no entry is missing or was changed; status 1 if one is."`
}

func openLog(e *Env) (audit.History, error) {
	if e.Dir == "" {
		return nil, errDir
	}
	p, err := config.LoadAll(e.Tables, e.World, e.Dir, hook.Trust(e.Tables, e.World))
	if err != nil {
		return nil, err
	}
	return hook.LogDir(p.Tables(e.Tables), e.World, e.Dir)
}

type logListCmd struct {
	JSON  bool `name:"json" help:"Print each entry as it is stored, one JSON object per line."`
	Limit int  `help:"Print the last N entries only; 0 prints all." placeholder:"N"`
}

// Run lists the entries.
func (c *logListCmd) Run(e *Env) error {
	if c.Limit < 0 {
		return fmt.Errorf("limit %d is negative: give how many entries to print", c.Limit)
	}
	log, err := openLog(e)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		return each(e, joined(log, lastOf(log.Entries(), c.Limit)), func(s audit.Stored) error {
			if c.JSON {
				_, err := fmt.Fprintf(w, "%s\n", s.Line)
				return err
			}
			_, err := fmt.Fprintln(w, row(e, s))
			return err
		})
	})
}

// each hands entries to f. One that cannot be read is named on standard error,
// and makes the whole end with an error.
func each(e *Env, all iter.Seq2[audit.Stored, error], f func(audit.Stored) error) error {
	broken := 0
	for s, err := range all {
		if err != nil {
			broken++
			fmt.Fprintf(e.Stderr, "thing: %v\n", err)
			continue
		}
		if err := f(s); err != nil {
			return err
		}
	}
	if broken > 0 {
		return fmt.Errorf("%d entries cannot be read: see thing log verify", broken)
	}
	return nil
}

type result struct {
	entry audit.Stored
	err   error
}

// lastOf yields the last n of a sequence, or all for 0.
func lastOf(all iter.Seq2[audit.Stored, error], n int) iter.Seq2[audit.Stored, error] {
	if n == 0 {
		return all
	}
	return func(yield func(audit.Stored, error) bool) {
		var ring []result
		next := 0
		for s, err := range all {
			if len(ring) < n {
				ring = append(ring, result{s, err})
				continue
			}
			ring[next] = result{s, err}
			next = (next + 1) % n
		}
		for i := range ring {
			r := ring[(next+i)%len(ring)]
			if !yield(r.entry, r.err) {
				return
			}
		}
	}
}

// maxRow bounds what a line of the list shows of a call.
const maxRow = 80

// row is one entry on a line.
func row(e *Env, x audit.Stored) string {
	decision := fmt.Sprintf("%-5s", x.Record.Decision)
	line := fmt.Sprintf("%s  %s  %s  %s", x.ID, x.Time, paint(e, decisionColour(x.Record.Decision), decision), shown(x.Tool))
	if ids := audit.Concerns(x.Entry); len(ids) > 0 {
		line += " [" + strings.Join(ids, " ") + "]"
	}
	if x.Decision != nil {
		line += fmt.Sprintf(" (%s, %s)", x.Decision.Verdict, x.Decision.Mode)
	}
	if said := heard(e.Tables, x.Entry); said != "" {
		line += " " + shown(said)
	}
	line += "  " + shown(brief(e, x.Entry))
	if x.Outcome != nil && (x.Outcome.Kind != audit.Ran || x.Outcome.Input.Bad()) {
		line += "  (" + became(x.Outcome) + ")"
	}
	return line
}

// brief is the part of an input that says most: what the tool acts on, or all of it.
func brief(e *Env, x audit.Entry) string {
	text := acts(e, x)
	if r := []rune(text); len(r) > maxRow {
		text = string(r[:maxRow]) + "…"
	}
	return text
}

// acts is the field of an input that says what the tool acts on, or else the
// whole input.
func acts(e *Env, x audit.Entry) string {
	tool := host.Tool(e.Tables, x.Host, x.Tool)
	var m map[string]any
	if tool != nil && json.Unmarshal(x.Input, &m) == nil {
		if s, ok := m[tool.Field].(string); ok {
			return s
		}
	}
	return string(x.Input)
}

type logShowCmd struct {
	ID string `arg:"" help:"The entry's id, or its beginning."`
}

// Run prints an entry.
func (c *logShowCmd) Run(e *Env) error {
	s, err := findEntry(e, c.ID)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, s.Line, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err = e.Stdout.Write(b.Bytes())
	return err
}

// findEntry finds an entry by its id or a beginning of it that only one has;
// "" is the last one that is no clean read.
func findEntry(e *Env, id string) (audit.Stored, error) {
	log, err := openLog(e)
	if err != nil {
		return audit.Stored{}, err
	}
	var found []audit.Stored
	for s, err := range joined(log, log.Entries()) {
		switch {
		case err != nil:
		case id == "" && s.Seq > 0:
			found = []audit.Stored{s}
		case id != "" && s.ID == id:
			return s, nil
		case id != "" && strings.HasPrefix(s.ID, id):
			found = append(found, s)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return audit.Stored{}, fmt.Errorf("id %q is the beginning of %d entries: give more of it", id, len(found))
	case id == "":
		return audit.Stored{}, errors.New("log is empty: nothing was decided here yet")
	}
	return audit.Stored{}, fmt.Errorf("entry %q is not in the log: see thing log list", id)
}

type logStatsCmd struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

// Run sums the log up.
func (c *logStatsCmd) Run(e *Env) error {
	log, err := openLog(e)
	if err != nil {
		return err
	}
	sum := audit.NewSummer()
	if err := each(e, log.Entries(), func(s audit.Stored) error { sum.Add(s.Entry); return nil }); err != nil {
		return err
	}
	for o, err := range log.Outcomes() {
		if err != nil {
			return err
		}
		sum.Became(o)
	}
	s := sum.Stats()
	if c.JSON {
		return printJSON(e.Stdout, s)
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		fmt.Fprintf(w, "%d entries, %d of them clean reads", s.Entries, s.Reads)
		if s.Entries > 0 {
			fmt.Fprintf(w, ", from %s to %s", s.First, s.Last)
		}
		fmt.Fprintln(w)
		for _, d := range []review.Decision{review.Deny, review.Ask, review.Allow, review.Pass} {
			fmt.Fprintf(w, "%-5s %d\n", d, s.Decisions[string(d)])
		}
		if s.Entries > 0 {
			fmt.Fprintf(w, "a review took %d µs in the middle, %d µs at most\n", s.MedianUS, s.MaxUS)
		}
		if len(s.Questions) > 0 {
			fmt.Fprintf(w, "questions put to a panel: %s\n", tally(s.Questions))
		}
		statsOutcomes(w, s)
		statsBackends(w, s)
		for i, x := range s.Concerns {
			if i == 0 {
				fmt.Fprintln(w, "\nfound  denied  concern")
			}
			fmt.Fprintf(w, "%5d  %6d  %s\n", x.Found, x.Denied, x.Concern)
		}
		return nil
	})
}

// statsBackends prints what the panels' seats cost, if there were any.
func statsBackends(w io.Writer, s audit.Stats) {
	if s.Panels+s.Kept == 0 {
		return
	}
	fmt.Fprintf(w, "panels heard: %d", s.Panels)
	if s.Kept > 0 {
		fmt.Fprintf(w, "; decisions that held again: %d", s.Kept)
	}
	fmt.Fprintln(w)
	for i, a := range s.Backends {
		if i == 0 {
			fmt.Fprintln(w, "\nseats  abstained  tokens in      out     cost  backend")
		}
		name := a.Backend
		if name == "" {
			name = "none that could be asked"
		}
		fmt.Fprintf(w, "%5d  %9d  %9d  %7d  $%.4f  %s\n", a.Seats, a.Abstained, a.Input, a.Output, a.Cost, shown(name))
	}
}

type logExportCmd struct {
	Format string `help:"jsonl, csv, otlp (OpenTelemetry log requests) or cloudevents." default:"jsonl"`
}

// Run prints all entries.
func (c *logExportCmd) Run(e *Env) error {
	log, err := openLog(e)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		write, err := audit.Export(w, c.Format)
		if err != nil {
			return err
		}
		return each(e, joined(log, log.Entries()), write)
	})
}

type logVerifyCmd struct{}

// Run checks the chain.
func (c *logVerifyCmd) Run(e *Env, status *int) error {
	log, err := openLog(e)
	if err != nil {
		return err
	}
	problems, err := log.Verify()
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		_, err := fmt.Fprintln(e.Stdout, "the log is whole")
		return err
	}
	*status = ExitDeny
	return buffered(e.Stdout, func(w io.Writer) error {
		for _, p := range problems {
			fmt.Fprintln(w, p.What)
		}
		return nil
	})
}
