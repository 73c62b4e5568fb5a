package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/backend"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/panel"
)

type backendsCmd struct {
	List   backendsListCmd   `cmd:"" help:"List the ways to ask a model, and which of them are ready."`
	Detect backendsDetectCmd `cmd:"" help:"Look along PATH for the programs of backends, and record where they lie: reviews of an agent's calls run no others."`
	Test   backendsTestCmd   `cmd:"" help:"Ask a backend, or the one of a seat, one tiny question."`
}

// openKit is what backends are opened with, in the time that the tables say: with
// programs that a person had recorded, or with those along PATH, where a person
// runs thing.
func openKit(e *Env, t *catalog.Tables, onPath bool) (*backend.Kit, error) {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return nil, err
	}
	home := e.World.Home()
	k := &backend.Kit{
		Tables: t, Home: home, State: filepath.Join(home, filepath.FromSlash(e.Tables.Audit.State.On(runtime.GOOS))),
		Program: backend.Recorded(store),
	}
	if onPath {
		k.Program = alongPath(e)
	}
	return k, nil
}

func alongPath(e *Env) func(*catalog.Backend) (backend.Found, error) {
	return backend.OnPath(e.Tables, os.Getenv("PATH"), e.World.Home(), e.Dir)
}

type backendsListCmd struct{}

// Run lists the backends.
func (c *backendsListCmd) Run(e *Env) error {
	k, err := openKit(e, e.Tables, false)
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for i := range e.Tables.Backends {
			b := &e.Tables.Backends[i]
			state := "ready"
			if err := k.Ready(b); err != nil {
				state = err.Error()
			} else if f, err := k.Program(b); err == nil {
				state = f.Path
			}
			fmt.Fprintf(w, "%-10s %-8s %s\n", b.ID, kind(b), shown(state))
		}
		return nil
	})
}

func kind(b *catalog.Backend) string {
	if b.Wire == catalog.WireProgram {
		return "program"
	}
	return "http"
}

type backendsDetectCmd struct{}

// Run records the programs that are found.
func (c *backendsDetectCmd) Run(e *Env) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	list, missing, err := backend.Detect(e.Tables, store, alongPath(e))
	if err != nil {
		return err
	}
	return buffered(e.Stdout, func(w io.Writer) error {
		for i := range e.Tables.Backends {
			b := &e.Tables.Backends[i]
			for _, p := range list {
				if p.Backend == b.ID {
					fmt.Fprintf(w, "%-10s %s is recorded\n", b.ID, shown(p.Files[0].Path))
				}
			}
			if err := missing[b.ID]; err != nil {
				fmt.Fprintf(w, "%-10s %s\n", b.ID, shown(err.Error()))
			}
		}
		return nil
	})
}

type backendsTestCmd struct {
	Name  string `arg:"" help:"Id of the backend, or of a seat, which is then asked as it is configured."`
	Model string `help:"The model to ask, instead of the backend's own choice." placeholder:"NAME"`
}

// Run asks a question.
func (c *backendsTestCmd) Run(e *Env) error {
	choice, timers := config.SeatChoice{Backend: c.Name}, e.Tables
	if slices.ContainsFunc(e.Tables.Seats, func(s catalog.Seat) bool { return s.ID == c.Name }) {
		if e.Dir == "" {
			return errDir
		}
		p, err := config.LoadAll(e.Tables, e.World, e.Dir, nil)
		if err != nil {
			return err
		}
		if len(p.Problems) > 0 {
			return errors.New(p.Problems[0].String())
		}
		if choice = p.Settings.Seats[c.Name]; choice.Backend == "" || choice.Backend == config.Builtin {
			return fmt.Errorf("seat %s asks no model: set panel.%s.backend", c.Name, c.Name)
		}
		timers = p.Tables(e.Tables)
	} else if err := known(e.Tables, c.Name); err != nil {
		return err
	}
	if c.Model != "" {
		choice.Model = c.Model
	}
	k, err := openKit(e, timers, false)
	if err != nil {
		return err
	}
	b, err := k.Open("test", choice)
	if err != nil {
		return plainly(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	begun := time.Now()
	t := &e.Tables.Transport
	a, err := b.Ask(ctx, panel.Question{Seat: "test", System: t.System, User: t.User, Schema: []byte(testSchema)})
	if err != nil {
		return plainly(err)
	}
	model := a.Model
	if model == "" {
		model = "its own choice of model"
	}
	return write(e, fmt.Sprintf("%s answers in %.1f s (%s, %d tokens in, %d out)\n", a.Backend, time.Since(begun).Seconds(), shown(model), a.Usage.InputTokens, a.Usage.OutputTokens))
}

// testSchema is what the answer to a test looks like.
const testSchema = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`

func known(t *catalog.Tables, id string) error {
	var ids []string
	for i := range t.Backends {
		ids = append(ids, t.Backends[i].ID)
	}
	if slices.Contains(ids, id) {
		return nil
	}
	for i := range t.Seats {
		ids = append(ids, t.Seats[i].ID)
	}
	return fmt.Errorf("backend %q is not known%s: name one of %s", id, near.Hint(id, ids), strings.Join(ids, ", "))
}

// plainly is a failure without the name of its class, which is for records.
func plainly(err error) error {
	if f := new(panel.Failure); errors.As(err, &f) {
		return f.Err
	}
	return err
}
