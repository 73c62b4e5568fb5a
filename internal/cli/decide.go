package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/hearing"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

type decideCmd struct {
	JSON bool `name:"json" help:"Print the answer as JSON, with what each seat said."`
	panelFlags
}

// Help says what is read.
func (c *decideCmd) Help() string {
	return `Reads one JSON object from standard input: question, and where they are known header, context, options (two
objects with label and description), high_blast and multi. Ends with status 0 whatever the answer is, defer included.`
}

// Run answers one question from standard input.
func (c *decideCmd) Run(e *Env) error {
	if err := c.check(e.Tables); err != nil {
		return err
	}
	if e.Dir == "" {
		return errDir
	}
	src, err := readInput(e, "-")
	if err != nil {
		return err
	}
	q, err := question(src)
	if err != nil {
		return err
	}
	p, err := config.LoadAll(e.Tables, e.World, e.Dir, hook.Trust(e.Tables, e.World))
	if err != nil {
		return err
	}
	if len(p.Problems) > 0 {
		return errors.New(p.Problems[0].String())
	}
	if c.Backend != "" && c.Backend != eachSeat || c.Replay != "" {
		p.Settings.Seats = c.choices(e.Tables, p.Settings.Seats)
	}
	var r decide.Ruling
	t := p.Tables(e.Tables)
	err = c.convene(e, t, questionSchema, func(ctx context.Context, court *hearing.Court) {
		// Its error is what the ruling says.
		r, _ = court.Rule(ctx, &hearing.Query{Tables: t, World: e.World, Posture: p, Question: q, Dir: e.Dir})
	})
	if err != nil {
		return err
	}
	if c.Replay == "" && len(r.Votes) > 0 {
		if err := e.recordRuling(p, src, r); err != nil {
			r = decide.Ruling{SchemaVersion: r.SchemaVersion, Verdict: e.Tables.Decide.Answers.Defer, Mode: r.Mode, Reasoning: "the answer cannot be recorded: " + err.Error(), Votes: r.Votes}
		}
	}
	if c.JSON {
		return printJSON(e.Stdout, r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", paint(e, bold, r.Verdict))
	ruling(&b, e.Tables, &r)
	return write(e, b.String())
}

// question is the question that a text holds.
func question(src []byte) (q decide.Question, err error) {
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	if err := d.Decode(&q); err != nil {
		return q, fmt.Errorf("question cannot be read: %w: send a JSON object such as {\"question\": \"…?\"}", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return q, errors.New("question is followed by something else: send one JSON object")
	}
	if strings.TrimSpace(q.Text) == "" {
		return q, errors.New("question is empty: send a JSON object such as {\"question\": \"…?\"}")
	}
	return q, nil
}

// recordRuling writes what a script was answered into the log.
func (e *Env) recordRuling(p *config.Posture, src []byte, r decide.Ruling) error {
	c := call.Call{Host: "thing", Tool: "decide", Dir: e.Dir}
	if err := json.Unmarshal(src, &c.Input); err != nil {
		return err
	}
	t := p.Tables(e.Tables)
	log, err := hook.Log(t, e.World, e.Dir)
	if err != nil {
		return err
	}
	entry := audit.New(t, c, review.Record{
		SchemaVersion: review.SchemaVersion, Decision: review.Pass, Categories: []string{}, Findings: []review.Finding{}, Opaque: []review.Opaque{},
		Seats: []review.SeatVerdict{}, Reason: r.Reasoning,
	}, audit.Silence, p.Hash())
	entry.Decide(t, r)
	return log.Append(entry)
}

// rule puts a question of an agent before the panel. Whatever goes wrong, the user
// answers it, and is told; one without a yes and a no is none of the panel's.
func (e *Env) rule(a *hook.Asked) (out []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			out, err = a.Yours(fmt.Sprintf("internal fault: %v: report this", fault))
		}
	}()
	c, p := a.Call(), a.Posture()
	q, err := host.Question(*c)
	if err == nil {
		_, err = q.Sides(&e.Tables.Decide)
	}
	if err != nil {
		return nil, nil
	}
	if wrong := slices.Concat(p.Problems, p.Minor); len(wrong) > 0 {
		return a.Yours("no panel is asked: " + wrong[0].String())
	}
	if !p.Settings.Asks() {
		return a.Yours("no seat of the panel asks a model: set panel.<seat>.backend, or decision_review to off")
	}
	var r decide.Ruling
	start := time.Now()
	t := p.Tables(e.Tables)
	err = e.convene(t, questionSchema, func(ctx context.Context, court *hearing.Court) {
		r, _ = court.Rule(ctx, &hearing.Query{Tables: t, World: e.World, Posture: p, Question: q, Dir: c.Dir})
	})
	if err != nil {
		return a.Yours("the panel cannot be convened: " + err.Error())
	}
	return a.Answer(r, time.Since(start))
}

// ruling prints what a panel came to on a question.
func ruling(b *strings.Builder, t *catalog.Tables, r *decide.Ruling) {
	if r.Option != "" {
		fmt.Fprintf(b, "option: %s\n", shown(r.Option))
	}
	fmt.Fprintf(b, "decision_review: %s\n", r.Mode)
	if r.Reasoning != "" {
		fmt.Fprintf(b, "because: %s\n", shown(r.Reasoning))
	}
	spoken(b, t, audit.Seats(audit.Entry{Decision: r}))
}

// tally is how often each of some words occurs.
func tally(counts map[string]int) string {
	var parts []string
	for _, word := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[word], word))
	}
	return strings.Join(parts, ", ")
}
