package hook

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/count"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/seal"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// user is what is known of a call's session and its user. It is only looked at
// where a decision depends on it, since most calls are reads that nothing speaks
// against.
type user struct {
	Env
	c *call.Call

	opened bool
	store  state.Store
	s      *session.Session

	sum     string   // the call's digest
	refused []string // what was granted and does not count
	broken  error    // the session cannot be counted
}

// session is the call's session, nil if it has no name or no state is kept.
func (u *user) session() *session.Session {
	if !u.opened && u.Store != nil {
		if store, err := u.Store(u.Tables, u.World); err == nil {
			u.store, u.s = store, session.Open(store, u.c.Host, u.c.Session)
		}
	}
	u.opened = true
	return u.s
}

// pinned is a posture together with the one that the session began with.
func (u *user) pinned(p *config.Posture) *config.Posture {
	pin, err := u.session().Pin(p.Hash())
	if err != nil {
		q := *p
		q.Problems = append(q.Problems[:len(q.Problems):len(q.Problems)], config.Problem{Message: err.Error()})
		return &q
	}
	if pin == nil {
		return p
	}
	u.c.Root = pin.Root
	if pin.Files != nil {
		if now := u.meant(p); now != nil {
			pin = now
		}
	}
	if pin.Files == nil {
		return p
	}
	return config.Join(u.Tables, p, config.Restore(u.Tables, pin.Files))
}

// logDir is the directory whose project has the log: the call's own, or the one
// that the session began in where the call is only reviewed because of that.
func (u *user) logDir(own *config.Posture) string {
	if own.Silent() && u.c.Root != "" {
		return u.c.Root
	}
	return u.c.Dir
}

// digest is the call's own, "" if it cannot be made.
func (u *user) digest() string {
	if u.session(); u.sum != "" || u.store == nil {
		return u.sum
	}
	key, err := seal.Make(u.store)
	if err != nil {
		u.refuse(err)
		return ""
	}
	u.sum = grant.Digest(key, *u.c)
	return u.sum
}

func (u *user) refuse(err error) { u.refused = append(u.refused, err.Error()) }

func (u *user) exceptions() []review.Exception {
	if u.session(); u.store == nil {
		return nil
	}
	list, err := Exceptions(u.store)
	if err != nil {
		u.refuse(err)
	}
	return list
}

// Exceptions are the findings that the user has called false alarms.
func Exceptions(store state.Store) ([]review.Exception, error) {
	list, err := grant.Exceptions(store)
	if err != nil {
		return nil, err
	}
	out := make([]review.Exception, 0, len(list))
	for _, x := range list {
		y := review.Exception{ID: x.ID, Concern: x.Concern, Tool: x.Tool, Project: x.Project, Digest: x.Digest}
		if x.Rule != "" {
			rule, err := config.ParseRule(x.Rule)
			if err != nil {
				continue // rules changed their form; the exception has no effect
			}
			y.Rule = &rule
		}
		out = append(out, y)
	}
	return out, nil
}

func (u *user) asleep() time.Time {
	if u.session(); u.store == nil {
		return time.Time{}
	}
	until, err := grant.Asleep(u.store, u.s, u.World.Now(), seconds(u.Tables.Session.Nap.Seconds))
	if err != nil {
		u.refuse(err)
	}
	return until
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// override turns a denial into a pass if the user has said so.
func (u *user) override(r *review.Record) *audit.Override {
	if r.Decision != review.Deny || r.Final || u.session() == nil {
		return nil
	}
	o, err := grant.Use(u.s, u.c.Dir, u.digest(), u.World.Now(), seconds(u.Tables.Session.Override.Seconds))
	if err != nil {
		u.refuse(err)
	}
	if o == nil {
		return nil
	}
	why := "the user has let this call pass once"
	if o.Reason != "" {
		why += " (" + o.Reason + ")"
	}
	banner := "thing: the call that was denied passes once, as you have said (" + o.Denial + ")"
	r.Decision, r.Rewrite, r.Banner = review.Pass, nil, &banner
	r.Reason = why + "; without that: " + r.Reason
	return &audit.Override{Denial: o.Denial, Reason: o.Reason}
}

// settle says what was granted and does not count, and asks where a call could
// not be counted.
func (u *user) settle(r *review.Record) {
	if u.broken != nil {
		u.refuse(fmt.Errorf("the session's calls cannot be counted: %w", u.broken))
		if r.Decision == review.Pass {
			r.Decision = review.Ask
		}
	}
	if len(u.refused) == 0 {
		return
	}
	r.Reason = strings.TrimPrefix(r.Reason+"\n"+strings.Join(u.refused, "\n"), "\n")
}

// deniable keeps a denial for the user to override, and says in r how.
func (u *user) deniable(r *review.Record, entry *audit.Entry) bool {
	names := u.Tables.Session.Override.Names
	if r.Decision != review.Deny || r.Final || u.session() == nil || entry.Digest == "" || len(names) == 0 {
		return false
	}
	d := grant.Denied{ID: entry.ID, Dir: u.c.Dir, Tool: u.c.Tool, Digest: entry.Digest, Shown: shown(u.Env, *u.c)}
	if err := grant.Deny(u.s, d); err != nil {
		return false // nothing would come of what it would say
	}
	r.WayOut = fmt.Sprintf("if the user wants it anyway: they type %s, and the same call passes once", names[0])
	return true
}

// maxShown bounds what is said of a call, in bytes.
const maxShown = 80

// shown is a call in a few words, without secrets.
func shown(e Env, c call.Call) string {
	text := c.Text
	if text == "" {
		return c.Tool
	}
	text = strings.Join(strings.Fields(secret.Redact(e.Tables, strings.ToValidUTF8(text, "\ufffd"))), " ")
	if len(text) <= maxShown {
		return text
	}
	end := maxShown
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// counting is the world of a call whose session is counted, as far as what it
// does is reviewed.
type counting struct {
	world.World
	u *user
	p *config.Posture
}

func (w counting) Count(t world.Tally) int {
	if !w.p.Reviewed[t.Category] || w.u.session() == nil {
		return t.N
	}
	n, err := count.Add(w.u.s, t.Effect, t.N, t.Most, t.Within, w.Now())
	if err != nil {
		w.u.broken = err
		return t.N
	}
	return n
}
