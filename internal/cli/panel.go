package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/backend"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/hearing"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/review"
)

// panelFlags say who is asked beside the rules.
type panelFlags struct {
	Backend string   `help:"Ask a panel: builtin, auto or a backend for all of its seats (see thing backends), or seats for what your files say of each. Programs are looked for along PATH." placeholder:"NAME"`
	Seats   []string `help:"Who sits on the panel, instead of those that the tier says." placeholder:"SEAT,…"`
	Record  string   `help:"Write what the seats answer to this file." placeholder:"FILE"`
	Replay  string   `help:"Take the seats' answers from a file that --record has written." placeholder:"FILE"`
}

// eachSeat is the choice of a backend that takes what the files say of each seat.
const eachSeat = "seats"

func (c *panelFlags) given() bool {
	return c.Backend != "" || len(c.Seats) > 0 || c.Record != "" || c.Replay != ""
}

// check refuses what does not fit together, and names that are not known.
func (c *panelFlags) check(t *catalog.Tables) error {
	if c.Replay != "" && (c.Backend != "" || c.Record != "") {
		return errors.New("--replay takes all answers from a file: leave out --backend and --record")
	}
	var seats []string
	for _, s := range t.Seats {
		if !s.TieBreaker {
			seats = append(seats, s.ID)
		}
	}
	for _, name := range c.Seats {
		if !slices.Contains(seats, name) {
			return fmt.Errorf("seat %q is not known%s", name, near.Choice(name, seats))
		}
	}
	names := []string{config.Builtin, backend.Auto, eachSeat}
	for i := range t.Backends {
		names = append(names, t.Backends[i].ID)
	}
	if c.Backend != "" && !slices.Contains(names, c.Backend) {
		return fmt.Errorf("backend %q is not known%s", c.Backend, near.Choice(c.Backend, names))
	}
	return nil
}

// hear puts a call before a panel that a person has asked for.
func (c *panelFlags) hear(e *Env, r *review.Record, h *review.Hearing) error {
	if c.Backend != eachSeat {
		p := *h.Posture
		p.Settings.Seats = c.choices(e.Tables, p.Settings.Seats)
		h.Posture = &p
	}
	return c.convene(e, h.Tables, verdictSchema, func(ctx context.Context, court *hearing.Court) { court.Hear(ctx, r, h) })
}

// convene does something with a court that answers a person in the time that the
// tables say.
func (c *panelFlags) convene(e *Env, t *catalog.Tables, form string, do func(context.Context, *hearing.Court)) (err error) {
	k, err := openKit(e, t, true)
	if err != nil {
		return err
	}
	court, err := court(e, k, form)
	if err != nil {
		return err
	}
	court.Seats = c.Seats
	if c.Replay != "" {
		recording, err := os.Open(c.Replay)
		if err != nil {
			return fmt.Errorf("recording cannot be read: %w: name a file that --record has written", err)
		}
		defer recording.Close()
		answers, err := backend.Replay(recording)
		if err != nil {
			return err
		}
		court.Open = func(string, config.SeatChoice) (panel.Backend, error) { return answers, nil }
	}
	if c.Record != "" {
		f, err := os.OpenFile(c.Record, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return fmt.Errorf("recording cannot be written: %w: name a file in a directory that is there", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		court.Open = recorded(court.Open, backend.NewRecorder(f))
	}
	line := newHearingLine(e)
	court.Heard = line.heard
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer line.close()
	do(ctx, court)
	return nil
}

// choices are the seats' backends as the flags say.
func (c *panelFlags) choices(t *catalog.Tables, own map[string]config.SeatChoice) map[string]config.SeatChoice {
	name := c.Backend
	if c.Replay != "" {
		name = backend.Auto // any but builtin: nothing is asked
	}
	all := map[string]config.SeatChoice{}
	for _, s := range t.Seats {
		choice := config.SeatChoice{Backend: name}
		if own[s.ID].Backend == name {
			choice = own[s.ID] // with its model and the rest
		}
		all[s.ID] = choice
	}
	return all
}

func recorded(open func(string, config.SeatChoice) (panel.Backend, error), to *backend.Recorder) func(string, config.SeatChoice) (panel.Backend, error) {
	return func(seat string, c config.SeatChoice) (panel.Backend, error) {
		b, err := open(seat, c)
		if err != nil {
			return nil, err
		}
		return to.Record(b), nil
	}
}

// hearingLine shows on a terminal which seats are being heard, and for how long.
type hearingLine struct {
	w     io.Writer
	mu    sync.Mutex
	since map[string]time.Time
	order []string
	stop  chan struct{}
	done  chan struct{}
}

func newHearingLine(e *Env) *hearingLine {
	l := &hearingLine{since: map[string]time.Time{}}
	if !e.Live {
		return l
	}
	l.w, l.stop, l.done = e.Stderr, make(chan struct{}), make(chan struct{})
	go func() {
		defer close(l.done)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			l.show()
			select {
			case <-l.stop:
				fmt.Fprint(l.w, "\r\x1b[K")
				return
			case <-tick.C:
			}
		}
	}()
	return l
}

func (l *hearingLine) heard(o panel.Opinion) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if o.Verdict == "" {
		l.since[o.Seat] = time.Now()
		l.order = append(l.order, o.Seat)
		return
	}
	delete(l.since, o.Seat)
}

func (l *hearingLine) show() {
	l.mu.Lock()
	defer l.mu.Unlock()
	var parts []string
	for _, seat := range l.order {
		if at, ok := l.since[seat]; ok {
			parts = append(parts, fmt.Sprintf("%s %.0f s", seat, time.Since(at).Seconds()))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(l.w, "\r\x1b[Khearing %s", strings.Join(parts, ", "))
	}
}

func (l *hearingLine) close() {
	if l.stop != nil {
		close(l.stop)
		<-l.done
	}
}

// byRank is opinions with those that were given at the same time in the order of
// the seats, instead of the one in which they happened to be asked.
func byRank(t *catalog.Tables, list []review.SeatVerdict) []review.SeatVerdict {
	rank := func(s review.SeatVerdict) int {
		return slices.IndexFunc(t.Seats, func(x catalog.Seat) bool { return x.ID == s.Seat })
	}
	n := 0
	for n < len(list) && !slices.ContainsFunc(list[:n], func(s review.SeatVerdict) bool { return s.Seat == list[n].Seat }) &&
		!slices.ContainsFunc(t.Seats, func(x catalog.Seat) bool { return x.TieBreaker && x.ID == list[n].Seat }) {
		n++
	}
	list = slices.Clone(list)
	slices.SortFunc(list[:n], func(a, b review.SeatVerdict) int { return rank(a) - rank(b) })
	return list
}

// opinions prints what the seats of a panel said.
func opinions(b *strings.Builder, t *catalog.Tables, list []review.SeatVerdict, hide secrets) {
	for _, s := range byRank(t, list) {
		fmt.Fprintf(b, "\n%s\n", opinion(s))
		if s.Reasoning != "" {
			fmt.Fprintf(b, "  %s\n", shown(hide.replaced(s.Reasoning)))
		}
	}
}

// spoken prints what seats said that the log tells of, and how long they took.
func spoken(b *strings.Builder, t *catalog.Tables, list []review.SeatVerdict) {
	for _, s := range byRank(t, list) {
		b.WriteString(opinion(s))
		if s.Took > 0 {
			fmt.Fprintf(b, ", %.1f s", float64(s.Took)/1000)
		}
		b.WriteByte('\n')
		if s.Reasoning != "" {
			fmt.Fprintf(b, "  %s\n", shown(s.Reasoning))
		}
	}
}

// opinion is who sat on a seat, what came of it, and what that cost.
func opinion(s review.SeatVerdict) string {
	var b strings.Builder
	b.WriteString("seat " + s.Seat)
	if s.Backend != "" {
		who := s.Backend
		if s.Model != "" {
			who += ", " + s.Model
		}
		fmt.Fprintf(&b, " (%s)", who)
	}
	fmt.Fprintf(&b, ": %s", s.Verdict)
	switch {
	case s.Failure != "":
		fmt.Fprintf(&b, ", %s", s.Failure)
	case s.Backend != config.Builtin || s.Confidence > 0:
		fmt.Fprintf(&b, ", confidence %.2f", s.Confidence)
	}
	for _, id := range s.Concerns {
		fmt.Fprintf(&b, " [%s]", id)
	}
	if s.Injection {
		b.WriteString(", found an attempt to steer it")
	}
	if u := s.Usage; u != nil {
		fmt.Fprintf(&b, ", %d tokens in, %d out", u.Input, u.Output)
		if u.Cost > 0 {
			fmt.Fprintf(&b, ", $%.4f", u.Cost)
		}
	}
	return shown(b.String())
}

// heard is opinions in short, "" for none.
func heard(t *catalog.Tables, x audit.Entry) string {
	list := audit.Seats(x)
	if len(list) == 0 {
		return ""
	}
	var words []string
	cost := 0.0
	for _, s := range byRank(t, list) {
		word := s.Seat + " " + s.Verdict
		if s.Failure != "" {
			word += " " + s.Failure
		}
		words = append(words, word)
		if s.Usage != nil {
			cost += s.Usage.Cost
		}
	}
	text := strings.Join(words, ", ")
	switch {
	case x.Cached:
		text = "as before: " + text
	case cost > 0:
		text += fmt.Sprintf("; $%.4f", cost)
	}
	return "(" + text + ")"
}
