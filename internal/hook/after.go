package hook

import (
	"errors"
	"fmt"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

// after ties what became of a call to the decision on it. The call is over, so
// that nothing is stopped any more: what is wrong is said to the user and to the
// model, as loudly as the host lets it be said.
func (e Env) after(stdin []byte, event string) ([]byte, error) {
	told, model, err := e.became(stdin)
	if err != nil {
		told = "thing: what became of a call is not recorded: " + err.Error()
	}
	if event == host.PermissionDenied {
		model = "" // the host takes no words for it
	}
	return host.Tell(event, told, model)
}

func (e Env) became(stdin []byte) (told, model string, err error) {
	c, o, err := host.Became(stdin, e.Tables)
	if err != nil {
		return "", "", err
	}
	own, err := config.Load(e.Tables, e.World, c.Dir, Trust(e.Tables, e.World))
	if err != nil {
		return "", "", err
	}
	u := &user{Env: e, c: &c}
	p := u.pinned(own)
	if p.Silent() {
		return "", "", nil
	}
	a := &outcome{user: u, own: own, got: o, log: audit.Outcome{Session: c.Session, Call: c.ID, Tool: c.Tool, Status: o.Status, DurationMS: o.DurationMS, Kind: audit.Ran}}
	if o.Error != "" {
		a.log.Kind, a.log.Error = audit.Failed, audit.Short(e.Tables, o.Error)
	}
	if !o.Ran {
		a.log.Kind = audit.Refused
	}
	log, err := e.Log(p.Tables(e.Tables), e.World, u.logDir(own))
	if err != nil {
		return "", "", err
	}
	entry, err := a.decision(log)
	if err != nil {
		return "", "", err
	}
	if o.Ran {
		told, model = a.compare(entry)
		one, other, taintErr := a.taint(entry)
		told, model, err = joined(told, one), joined(model, other), taintErr
	}
	if entry != nil {
		a.log.Entry = entry.ID
	} else if !a.log.Input.Bad() && a.log.Taint == "" {
		return told, model, err // nothing that is switched on concerned the call
	}
	return told, model, errors.Join(err, log.Close(&a.log))
}

// outcome is what became of one call.
type outcome struct {
	*user
	own *config.Posture // of the directory, without what is pinned
	got host.Outcome
	log audit.Outcome

	missing bool // the call has no entry, and should have one
}

// slack is how much longer than the call itself its entry may lie back: the
// host may have asked its user in between.
const slack = time.Hour

// decision is the entry of the call, nil if there is none. Most calls without
// one are none of ours, so that all entries are only searched for one that
// should be there.
func (a *outcome) decision(log audit.Log) (*audit.Entry, error) {
	e, err := log.Find(a.c.Session, a.c.ID, time.Time{})
	if e != nil || err != nil || a.c.ID == "" || !a.concerns() {
		return e, err
	}
	took := slack
	if a.got.DurationMS != nil {
		took += time.Duration(*a.got.DurationMS) * time.Millisecond
	}
	e, err = log.Find(a.c.Session, a.c.ID, a.World.Now().Add(-took))
	a.missing = e == nil && err == nil
	return e, err
}

// compare says whether the input that ran is the one that was reviewed.
func (a *outcome) compare(entry *audit.Entry) (told, model string) {
	a.log.Input = a.match(entry)
	what := ""
	switch a.log.Input {
	case audit.Changed:
		what = "is not the call that was reviewed (entry " + entry.ID + "): it was changed afterwards, most likely by another hook"
	case audit.Denied:
		what = "was denied (entry " + entry.ID + "), and ran all the same"
	case audit.Unreviewed:
		what = "ran without a recorded review: another hook changed it, or the review did not run"
	default:
		return "", ""
	}
	call := fmt.Sprintf("the %s call that just ran, %q, ", a.c.Tool, shown(a.Env, *a.c))
	return "thing: WARNING: " + call + what + "; see thing doctor",
		"Warning from the review of tool calls: " + call + what + ". Stop, tell the user, and do nothing else until they answer."
}

func (a *outcome) match(entry *audit.Entry) audit.Match {
	switch {
	case a.missing:
		return audit.Unreviewed
	case entry == nil:
		return ""
	case entry.Answer == audit.Answer(review.Deny):
		return audit.Denied
	case entry.Digest != "" && entry.Digest == a.digest(), entry.Digest == "" && entry.Holds(a.Tables, *a.c):
		return audit.Same
	}
	if entry.Offers(a.Tables, a.c.Text) {
		return audit.Rewritten
	}
	if entry.Digest != "" && a.sum == "" {
		return "" // the user's key cannot be read, so that nothing is known
	}
	return audit.Changed
}

// concerns reports whether a call without an entry should have one: the posture
// that the session began with asks for its review. What asks for it since then
// may have come with the call itself. The call is looked at again, and counts
// for nothing.
func (a *outcome) concerns() bool {
	pin, err := a.session().Pin(a.own.Hash())
	if pin == nil || err != nil {
		return false
	}
	p := a.own
	if pin.Files != nil {
		p = config.Restore(a.Tables, pin.Files)
	}
	r := review.ReviewFor(a.Tables, a.World, *a.c, p, review.User{Asleep: a.asleep})
	return r.Reviewed && r.Decision != review.Allow
}

// joined is two statements, either of which may be missing.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
