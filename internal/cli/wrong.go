package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/host"
	places "github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/review"
)

type wrongCmd struct {
	Add    wrongAddCmd    `cmd:"" default:"withargs" help:"Call what was found in a recorded call a false alarm."`
	List   wrongListCmd   `cmd:"" help:"List what you have called false alarms."`
	Remove wrongRemoveCmd `cmd:"" help:"Take an exception back."`
}

type wrongAddCmd struct {
	ID      string `arg:"" help:"The entry's id in the log, or its beginning."`
	Concern string `help:"Only what was found of this concern." placeholder:"CONCERN"`
	Pattern string `help:"Not only for this input, but for all that a rule matches, as in 'Bash(npm run build:*)'." placeholder:"RULE"`
}

// Run records the exceptions, and prints the call as a sample that must not be
// found.
func (c *wrongAddCmd) Run(e *Env) error {
	x, err := findEntry(e, c.ID)
	if err != nil {
		return err
	}
	ids, err := c.concerns(e, x)
	if err != nil {
		return err
	}
	if c.Pattern != "" {
		if err := c.checkPattern(e, x, ids); err != nil {
			return err
		}
	} else if x.Digest == "" {
		return fmt.Errorf("entry %s does not say which input it was: give a --pattern", x.ID)
	}
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for _, id := range ids {
			made := grant.Exception{
				Concern: id, Tool: x.Tool, Rule: c.Pattern, Project: places.Project(e.World, e.Tables, x.Dir), Entry: x.ID,
				Time: e.World.Now().UTC().Format(time.RFC3339), Shown: brief(e, x.Entry),
			}
			if c.Pattern == "" {
				made.Digest = x.Digest
			}
			if made, err = grant.Except(store, made); err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\n", exceptionRow(made))
		}
		line, err := missSample(e, x.Entry)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "as a sample to send with a report of the false alarm:\n%s\n", line)
		return nil
	})
}

// concerns are those of an entry that a person may call false alarms.
func (c *wrongAddCmd) concerns(e *Env, x audit.Stored) ([]string, error) {
	var ids, kept []string
	for _, f := range x.Record.Findings {
		list := &ids
		if f.Severity == catalog.Critical || final(e.Tables, f.Concern) {
			list = &kept
		}
		if (c.Concern == "" || c.Concern == f.Concern) && !slices.Contains(*list, f.Concern) {
			*list = append(*list, f.Concern)
		}
	}
	switch {
	case len(kept) > 0 && (len(ids) == 0 || c.Concern == ""):
		return nil, fmt.Errorf("what is critical stays, false alarm or not: %s; let the single call pass with thing override %s", strings.Join(kept, ", "), x.ID)
	case len(ids) > 0:
		return ids, nil
	case c.Concern != "":
		return nil, fmt.Errorf("concern %q was not found in entry %s: see thing why %s", c.Concern, x.ID, x.ID)
	}
	return nil, fmt.Errorf("nothing was found in entry %s that could be a false alarm: see thing why %s", x.ID, x.ID)
}

// checkPattern refuses a rule that is too wide, or that does not match what was
// found.
func (c *wrongAddCmd) checkPattern(e *Env, x audit.Stored, ids []string) error {
	r, err := config.ParseRule(c.Pattern)
	if err != nil {
		return err
	}
	if strings.Trim(r.Path, "*: /") == "" {
		return fmt.Errorf("pattern %q matches whatever the tool does: name what it has to act on", c.Pattern)
	}
	if f := config.OnFloor(e.Tables, &r); f != "" {
		return fmt.Errorf("pattern %q matches commands of %s, which are never passed over: narrow it", c.Pattern, f)
	}
	recorded, err := host.Fill(call.Call{Host: x.Host, Event: host.PreToolUse, Session: x.Session, Tool: x.Tool, Dir: x.Dir}, e.Tables, x.Input)
	if err != nil {
		return err
	}
	var all []review.Exception
	project := places.Project(e.World, e.Tables, x.Dir)
	for _, id := range ids {
		all = append(all, review.Exception{Concern: id, Tool: x.Tool, Project: project, Rule: &r})
	}
	seen := review.ReviewFor(e.Tables, e.World, recorded, config.All(e.Tables), review.User{Exceptions: func() []review.Exception { return all }})
	for _, f := range seen.Findings {
		if slices.Contains(ids, f.Concern) {
			return fmt.Errorf("pattern %q does not match all of the call in which [%s] was found: see thing explain for how the call is understood", c.Pattern, f.Concern)
		}
	}
	return nil
}

type wrongListCmd struct {
	JSON bool `name:"json" help:"Print each as a JSON object on a line."`
}

// Run lists the exceptions.
func (c *wrongListCmd) Run(e *Env) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	list, err := grant.Exceptions(store)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for _, x := range list {
			if c.JSON {
				if err := printJSON(w, x); err != nil {
					return err
				}
				continue
			}
			fmt.Fprintln(w, exceptionRow(x))
		}
		return nil
	})
}

func exceptionRow(x grant.Exception) string {
	what := "this input alone: " + shown(x.Shown)
	if x.Rule != "" {
		what = shown(x.Rule)
	}
	where := x.Project
	if where == "" {
		where = "no project"
	}
	return fmt.Sprintf("%s  %s  [%s]  %s  %s  %s", x.ID, x.Time, x.Concern, shown(x.Tool), shown(where), what)
}

type wrongRemoveCmd struct {
	ID string `arg:"" help:"The exception's id, as in w1."`
}

// Run takes an exception back.
func (c *wrongRemoveCmd) Run(e *Env) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	if c.ID == "" {
		return errors.New("id is empty: see thing wrong list")
	}
	return grant.Revoke(store, c.ID)
}
