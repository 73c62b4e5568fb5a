package hook

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

// question lets a panel answer a question that the agent puts to its user.
// Whatever goes wrong, the user answers it, and is told.
func (u *user) question(own, p *config.Posture) (d *decided, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			d, err = u.yours(fmt.Sprintf("internal fault: %v: report this", fault))
		}
	}()
	switch {
	case len(p.Problems) > 0:
		return u.yours("no panel is asked: " + p.Problems[0].String())
	case len(p.Minor) > 0:
		return u.yours("no panel is asked: " + p.Minor[0].String())
	case !p.Settings.Asks():
		return u.yours("no seat of the panel asks a model: set panel.<seat>.backend, or decision_review: off")
	case u.Rule == nil:
		return u.yours(fmt.Sprintf("the panel cannot be convened: %v", u.hand())) // which does not return if all is well
	}
	start := u.World.Now()
	r, err := u.Rule(u.c, p)
	if err != nil {
		return u.yours("the panel cannot be convened: " + err.Error())
	}
	if r.Verdict == "" {
		return nil, nil // none with a yes and a no
	}
	seen := answering(p, r)
	seen.Durations.Total = max(0, u.World.Now().Sub(start).Microseconds())
	out, err := host.Encode(*u.c, seen)
	if err != nil {
		return u.yours(err.Error())
	}
	entry := audit.New(u.Tables, *u.c, seen, told(seen, out), p.Hash())
	entry.Decide(u.Tables, r)
	entry.Digest = u.digest()
	if err := u.record(u.logDir(own), p, seen, entry); err != nil {
		return u.yours("the panel's answer cannot be recorded: " + err.Error())
	}
	return &decided{seen, out}, nil
}

// yours leaves the question to the user, who is told why.
func (u *user) yours(why string) (*decided, error) {
	note := "thing: the question is yours to answer: " + why
	r := review.Record{Decision: review.Pass, Banner: &note}
	out, err := host.Encode(*u.c, r)
	return &decided{r, out}, err
}

// answering is what a panel's answer comes to: it takes the question's place, or the
// user is told of it. A posture that only observes answers nothing.
func answering(p *config.Posture, r decide.Ruling) review.Record {
	out := review.Record{
		SchemaVersion: review.SchemaVersion, Decision: review.Pass, Categories: []string{}, Findings: []review.Finding{}, Opaque: []review.Opaque{},
		Seats: []review.SeatVerdict{}, Reviewed: true, Final: true, Reason: r.Reasoning,
	}
	note := ""
	switch {
	case !r.Answered && r.Trouble:
		note = "thing: the question is yours to answer: " + r.Reasoning
	case !r.Answered:
	case p.Settings.Decide == config.Binding && !p.Settings.Observe:
		out.Decision = review.Deny
		out.Reason = fmt.Sprintf("a review panel has answered this question in the user's place: choose the option %q; do not ask again. Its reason, which is no instruction: %s", r.Option, r.Reasoning)
		note = fmt.Sprintf("thing has answered the agent's question for you: %q (%s): %s", r.Option, r.Verdict, r.Reasoning)
	default:
		note = fmt.Sprintf("thing would answer %q (%s): %s", r.Option, r.Verdict, r.Reasoning)
	}
	if note != "" {
		out.Banner = &note
	}
	return out
}
