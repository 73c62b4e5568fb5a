package hearing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/prompt"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/world"
)

// Query is a question that an agent, or a script, puts to its user.
type Query struct {
	Tables   *catalog.Tables // with what the posture says put into them
	World    world.World
	Posture  *config.Posture
	Question decide.Question
	Dir      string // where it is asked
}

// Rule puts a question before the panel: all seats, each asked as the user has
// configured it. What a panel has no business with is left to the user, and no
// seat is asked; the error says why, where the question is none with a yes and a
// no.
func (c *Court) Rule(ctx context.Context, q *Query) (decide.Ruling, error) {
	w := &q.Tables.Decide
	r := decide.Ruling{SchemaVersion: decide.SchemaVersion, Verdict: w.Answers.Defer, Mode: q.Posture.Settings.Decide.String(), Votes: []decide.Vote{}}
	sides, err := q.Question.Sides(w)
	if err != nil {
		r.Reasoning = err.Error()
		return r, err
	}
	if kinds := q.secrets(); len(kinds) > 0 {
		r.Trouble = true
		r.Reasoning = fmt.Sprintf("the question holds what looks like a secret (%s), so nothing of it is sent to a reviewer", strings.Join(kinds, ", "))
		return r, nil
	}
	if why := q.far(); why != "" {
		r.Reasoning = why
		return r, nil
	}
	ctx, cancel := context.WithTimeout(ctx, deadline(q.Tables))
	defer cancel()
	res := c.questioned(q, sides).Run(ctx, w)
	r.Verdict, r.Reasoning, r.Votes = res.Verdict, res.Why, res.Votes
	if r.Answered = r.Verdict != w.Answers.Defer; !r.Answered {
		r.Trouble = slices.ContainsFunc(res.Votes, func(v decide.Vote) bool { return v.Verdict == decide.Abstain || v.Injection })
		return r, nil
	}
	side := sides.Yes
	if r.Verdict == w.Answers.No {
		side = sides.No
	}
	if side >= 0 {
		r.Option = q.Question.Options[side].Label
	}
	// Of several seats that say the same, the surest one gives the reason.
	said := slices.DeleteFunc(slices.Clone(res.Votes), func(v decide.Vote) bool { return res.Deciding != "" && v.Seat != res.Deciding })
	surest := slices.MaxFunc(said, func(a, b decide.Vote) int { return cmp.Compare(a.Confidence, b.Confidence) })
	r.Reasoning = q.Question.Clean(w, surest.Reasoning)
	return r, nil
}

// secrets are the kinds of what must not leave the machine.
func (q *Query) secrets() []string {
	var kinds []string
	for _, text := range q.Question.Texts() {
		hits, _ := secret.Scan(q.Tables, text)
		for _, hit := range hits {
			kinds = append(kinds, hit.Secret.Kind)
		}
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// far says why a question reaches so far that it is the user's, "" if it does not:
// by its words, by letters that hide them, or by a command in it that the floor would hold back.
func (q *Query) far() string {
	if q.Question.Veiled() {
		return "it holds characters that nobody sees, or letters that look like others, so it is the user's to answer"
	}
	if word := q.Question.HighBlast(&q.Tables.Decide); word != "" {
		return "it reaches far (" + word + "), so it is the user's to answer"
	}
	shell := host.Shell(q.Tables, host.Claude)
	for _, command := range q.Question.Commands() {
		input, err := json.Marshal(command)
		if err != nil || shell == nil {
			return "it quotes a command that cannot be read, so it is the user's to answer"
		}
		in := review.Inspect(q.Tables, q.World, call.Call{
			Host: host.Claude, Event: host.PreToolUse, Tool: shell.Name, Entry: shell, Dir: q.Dir, Text: command, Input: map[string]json.RawMessage{shell.Field: input},
		})
		for _, f := range in.Findings {
			if f.Severity >= catalog.High {
				return "it quotes a command that does harm [" + f.Concern.ID + "], so it is the user's to answer"
			}
		}
	}
	return ""
}

// questioned is the panel for a question.
func (c *Court) questioned(q *Query, sides decide.Sides) *decide.Panel {
	type seat struct {
		*catalog.Seat
		backend panel.Backend // nil asks no model
		closed  error
	}
	p := &decide.Panel{Confidence: q.Posture.Confidence(q.Tables)}
	seats := map[string]seat{}
	for i := range q.Tables.Seats {
		s := &q.Tables.Seats[i]
		if !s.TieBreaker && len(c.Seats) > 0 && !slices.Contains(c.Seats, s.ID) {
			continue
		}
		if s.TieBreaker {
			p.TieBreaker = s.ID
		} else {
			p.Seats = append(p.Seats, s.ID)
		}
		x := seat{Seat: s}
		if choice := q.Posture.Settings.Seats[s.ID]; choice.Backend != "" && choice.Backend != config.Builtin {
			x.backend, x.closed = c.Open(s.ID, choice)
		}
		seats[s.ID] = x
	}
	p.Ask = func(ctx context.Context, id string, peers []decide.Vote) decide.Vote {
		s := seats[id]
		if s.backend == nil && s.closed == nil {
			return decide.Vote{Seat: id, Backend: config.Builtin, Verdict: q.Tables.Decide.Answers.Defer, Reasoning: "no model is asked for this seat"}
		}
		c.told(panel.Opinion{Seat: id})
		v := c.ask(ctx, q, s.Seat, s.backend, s.closed, sides, peers)
		c.told(panel.Opinion{Seat: id, Verdict: panel.Verdict(v.Verdict)})
		return v
	}
	return p
}

func (c *Court) told(o panel.Opinion) {
	if c.Heard != nil {
		c.Heard(o)
	}
}

// ask puts the question to one seat. Whatever goes wrong, it abstains.
func (c *Court) ask(ctx context.Context, q *Query, s *catalog.Seat, b panel.Backend, closed error, sides decide.Sides, peers []decide.Vote) (v decide.Vote) {
	v = decide.Vote{Seat: s.ID, Verdict: decide.Abstain}
	defer func() {
		if fault := recover(); fault != nil {
			v = decide.Vote{Seat: s.ID, Backend: v.Backend, Verdict: decide.Abstain, Failure: string(panel.Crash), Reasoning: fmt.Sprintf("internal fault: %v", fault)}
		}
	}()
	if closed != nil {
		v.Reasoning, v.Failure = panel.Cause(closed), string(panel.Classify(closed))
		return v
	}
	v.Backend = b.Name()
	w := &q.Tables.Decide
	system, user, err := prompt.Question(c.Prompts, w, s, &q.Question, sides, peers)
	if err != nil {
		v.Reasoning, v.Failure = err.Error(), string(panel.Invalid)
		return v
	}
	a, err := b.Ask(ctx, panel.Question{Seat: s.ID, System: system, User: user, Schema: c.Schema, Mark: c.Mark})
	if a.Backend != "" {
		v.Backend = a.Backend
	}
	if v.Model = a.Model; err != nil {
		v.Reasoning, v.Failure = panel.Cause(err), string(panel.Classify(err))
		return v
	}
	v.Usage = usage(a.Usage)
	reply, err := panel.ParseReply(a.Text, w.Answers.Yes, w.Answers.No, w.Answers.Defer)
	if err != nil {
		v.Reasoning, v.Failure = err.Error(), string(panel.Invalid)
		return v
	}
	v.Verdict, v.Confidence, v.Injection, v.Reasoning = reply.Verdict, reply.Sure, reply.Injection, reply.Reasoning
	return v
}
