package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
)

// joined yields entries with what became of their calls, which stands in the
// lines too. It goes on behind one that cannot be read.
func joined(log audit.History, all iter.Seq2[audit.Stored, error]) iter.Seq2[audit.Stored, error] {
	return func(yield func(audit.Stored, error) bool) {
		by := map[string]*audit.Outcome{}
		for o, err := range log.Outcomes() {
			if err != nil {
				if !yield(audit.Stored{}, err) {
					return
				}
				continue
			}
			if o.Entry != "" {
				by[o.Entry] = &o
			}
		}
		for s, err := range all {
			if err == nil {
				s.Outcome = by[s.ID]
				s.Line, err = audit.Joined(s.Line, s.Outcome)
			}
			if !yield(s, err) {
				return
			}
		}
	}
}

// became is an outcome in words.
func became(o *audit.Outcome) string {
	var b strings.Builder
	switch {
	case o.Kind == audit.Ended:
		b.WriteString("the session ended")
		for _, decision := range slices.Sorted(maps.Keys(o.Decisions)) {
			fmt.Fprintf(&b, ", %s %d", decision, o.Decisions[decision])
		}
	case o.Kind == audit.Refused:
		b.WriteString("refused by the client")
	case o.Kind == audit.Failed:
		b.WriteString("ran and failed")
	default:
		b.WriteString("ran")
	}
	if o.Status != nil {
		fmt.Fprintf(&b, ", status %d", *o.Status)
	}
	if o.DurationMS != nil {
		fmt.Fprintf(&b, ", %s", time.Duration(*o.DurationMS)*time.Millisecond)
	}
	switch o.Input {
	case audit.Rewritten:
		b.WriteString(", in the safer form that was offered")
	case audit.Changed:
		b.WriteString("; WARNING: what ran is not what was reviewed")
	case audit.Denied:
		b.WriteString("; WARNING: it ran although it was denied")
	case audit.Unreviewed:
		b.WriteString("; WARNING: no review of it is recorded")
	}
	if o.Taint != "" {
		fmt.Fprintf(&b, "; its result gives orders: %s", shown(o.Taint))
	}
	text := o.Error
	if o.Status != nil {
		_, text, _ = strings.Cut(text, "\n") // the first line says the status again
	}
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		fmt.Fprintf(&b, "; %s", shown(text))
	}
	return b.String()
}

type logOutcomesCmd struct {
	JSON bool `name:"json" help:"Print each outcome as it is stored, one JSON object per line."`
}

// Run lists what became of calls and sessions.
func (c *logOutcomesCmd) Run(e *Env) error {
	log, err := openLog(e)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for o, err := range log.Outcomes() {
			if err != nil {
				return err
			}
			if c.JSON {
				raw, err := json.Marshal(o)
				if err != nil {
					return err
				}
				fmt.Fprintf(w, "%s\n", raw)
				continue
			}
			what := o.Tool
			if o.Entry != "" {
				what += " (entry " + o.Entry + ")"
			}
			if o.Kind == audit.Ended {
				what = "session " + o.Session
			}
			fmt.Fprintf(w, "%s  %s  %s: %s\n", o.ID, o.Time, shown(what), became(&o))
		}
		return nil
	})
}

// statsOutcomes prints what became of calls and sessions, if that is known.
func statsOutcomes(w io.Writer, s audit.Stats) {
	if len(s.Outcomes) == 0 {
		return
	}
	fmt.Fprintf(w, "calls: %d ran, %d failed, %d refused by the client; sessions ended: %d\n",
		s.Outcomes[string(audit.Ran)], s.Outcomes[string(audit.Failed)], s.Outcomes[string(audit.Refused)], s.Outcomes[string(audit.Ended)])
	if s.Unlike > 0 {
		fmt.Fprintf(w, "WARNING: %d calls ran that were not reviewed as they ran: see thing log outcomes\n", s.Unlike)
	}
	if s.Tainted > 0 {
		fmt.Fprintf(w, "%d results gave orders to the agent\n", s.Tainted)
	}
	if last := s.LastSession; last != nil {
		fmt.Fprintf(w, "last session, %s: %s\n", last.Time, became(last))
	}
}
