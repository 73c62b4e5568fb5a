package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/session"
)

type overrideCmd struct {
	ID     string `arg:"" optional:"" help:"The denial's id in the log, or its beginning; without it, the last denial."`
	Reason string `help:"Why, for the log." placeholder:"TEXT"`
}

// Run lets one denied call pass, once.
func (c *overrideCmd) Run(e *Env) error {
	x, err := denial(e, c.ID)
	if err != nil {
		return err
	}
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	s := session.Open(store, x.Host, x.Session)
	if s == nil || x.Digest == "" {
		return fmt.Errorf("entry %s does not say which call of which session it was: run the command yourself", x.ID)
	}
	now, lasts := e.World.Now(), time.Duration(e.Tables.Session.Override.Seconds)*time.Second
	d := grant.Denied{ID: x.ID, Dir: x.Dir, Tool: x.Tool, Digest: x.Digest}
	if err := grant.Allow(s, d, secret.Redact(e.Tables, strings.ToValidUTF8(c.Reason, "\ufffd")), now, now.Add(lasts)); err != nil {
		return err
	}
	return write(e, fmt.Sprintf("passes once, if it is made again unchanged in its session within %d minutes: %s %s\n", lasts/time.Minute, shown(x.Tool), shown(brief(e, x.Entry))))
}

// denial is an entry of the log that a person may override.
func denial(e *Env, id string) (audit.Stored, error) {
	x, err := audit.Stored{}, error(nil)
	if id != "" {
		x, err = findEntry(e, id)
	} else {
		x, err = lastDenial(e)
	}
	if err != nil {
		return x, err
	}
	if x.Record.Decision != review.Deny {
		return x, fmt.Errorf("entry %s was not denied: there is nothing to override", x.ID)
	}
	for _, f := range x.Record.Findings {
		if final(e.Tables, f.Concern) {
			return x, fmt.Errorf("entry %s [%s] cannot be overridden: what the review rests on is changed by a person, with an editor or with thing", x.ID, f.Concern)
		}
	}
	return x, nil
}

// final reports whether no word of the user's lifts a concern.
func final(t *catalog.Tables, id string) bool {
	return slices.ContainsFunc(t.Concerns, func(c catalog.Concern) bool { return c.ID == id && c.Final })
}

func lastDenial(e *Env) (audit.Stored, error) {
	log, err := openLog(e)
	if err != nil {
		return audit.Stored{}, err
	}
	var last audit.Stored
	for s, err := range log.Entries() {
		if err == nil && s.Record.Decision == review.Deny {
			last = s
		}
	}
	if last.ID == "" {
		return last, errors.New("log holds no denial: there is nothing to override")
	}
	return last, nil
}
