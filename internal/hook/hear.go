package hook

import (
	"fmt"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/review"
)

// A program that has no panel hands a call on to the one that has: Env.Hand. The
// one that has hears it: Env.Hear.

// hearing decides on a call by the floor and, where that leaves it open and the
// user wants models to be asked, by a panel.
func (u *user) hearing(look counting, said review.User) review.Record {
	e, p := u.Env, look.p
	if e.Hear != nil || !p.Settings.Asks() {
		r, h := review.Hear(e.Tables, look, *u.c, p, said)
		if h != nil && e.Hear != nil && p.Settings.Asks() {
			e.Hear(u.c, &r, h)
		}
		return r
	}
	// Nothing is counted yet: whoever decides counts.
	_, h := review.Hear(e.Tables, e.World, *u.c, p, said)
	var failed error
	if h != nil {
		failed = e.hand() // which does not return if all is well
	}
	r := review.ReviewFor(e.Tables, look, *u.c, p, said)
	if failed != nil && r.Decision != review.Deny {
		r.Decision, r.Banner = review.Deny, nil
		if p.Settings.OutageAsks && !h.Read {
			r.Decision = review.Ask
		}
		why := fmt.Sprintf("reviewer unavailable: the panel cannot be convened: %v; this says nothing about the call itself", failed)
		r.Reason = strings.TrimSuffix(why+"\n"+r.Reason, "\n")
	}
	return r
}

func (e Env) hand() error {
	if e.Hand == nil {
		return fmt.Errorf("this program asks no models: use thing hook")
	}
	return e.Hand(e.event)
}

// SeatKeys is where the marks of seats that are being asked lie in the user's
// state.
const SeatKeys = "seat"

// SeatKey is where the mark of a seat lies.
func SeatKey(mark string) string { return SeatKeys + "/" + mark }

// seated reports whether the call is one of a seat that a panel is asking at this
// moment. The mark comes through the environment, which anybody may set; that it
// lies in the user's state nobody else can bring about.
func (e Env) seated() bool {
	if e.Seat == "" || strings.Trim(e.Seat, "0123456789abcdef") != "" || e.Store == nil {
		return false
	}
	store, err := e.Store(e.Tables, e.World)
	if err != nil {
		return false
	}
	raw, err := store.Get(SeatKey(e.Seat))
	if err != nil || raw == nil {
		return false
	}
	since, err := time.Parse(time.RFC3339, string(raw))
	return err == nil && e.World.Now().Sub(since) < time.Duration(e.Tables.Route.Timers.Hook)*time.Second
}
