package cli

import (
	"fmt"
	"time"

	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
)

type napCmd struct {
	For string `arg:"" optional:"" help:"How long, as in 10m, or off to end it; without it, whether the review naps."`
}

// Run lets the review of all the user's sessions nap, or ends that.
func (c *napCmd) Run(e *Env) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	now, most := e.World.Now(), time.Duration(e.Tables.Session.Nap.Seconds)*time.Second
	switch c.For {
	case "":
		until, err := grant.Asleep(store, nil, now, most)
		if err != nil {
			return err
		}
		if until.IsZero() {
			return write(e, "the review is awake\n")
		}
		return write(e, "the review naps until "+clock(until)+"\n")
	case "off":
		if _, err := grant.Wake(store, nil); err != nil {
			return err
		}
		return write(e, "the review is awake\n")
	}
	d, err := grant.Duration(c.For, most)
	if err != nil {
		return err
	}
	until := now.Add(d)
	if err := grant.Sleep(store, nil, until); err != nil {
		return err
	}
	return write(e, fmt.Sprintf("the review of all your sessions naps until %s; what is always screened still is. To end it: thing nap off\n", clock(until)))
}

func clock(t time.Time) string { return t.UTC().Format("15:04 MST") }
