package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/ravenclaude/thing/internal/backend"
	"github.com/ravenclaude/thing/internal/cache"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/hearing"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/prompt"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/state"
)

// The forms of a seat's answer: to a call, and to a question.
const (
	verdictSchema  = "seat-verdict.schema.json"
	questionSchema = "question-verdict.schema.json"
)

// court is what panels are made of, with backends from a kit.
func court(e *Env, k *backend.Kit, form string) (*hearing.Court, error) {
	if e.Prompts == nil || e.Schemas == nil {
		return nil, errors.New("this program holds no texts for models: report this")
	}
	schema, err := fs.ReadFile(e.Schemas, form)
	if err != nil {
		return nil, err
	}
	return &hearing.Court{Prompts: e.Prompts, Schema: schema, Open: k.Open}, nil
}

// hear puts a call of an agent before a panel: the seats' programs are those that
// the user had recorded, and are told apart from other callers by a mark in the
// user's state for as long as they are asked.
func (e *Env) hear(w *cache.Watch, c *call.Call, r *review.Record, h *review.Hearing) {
	if err := e.heard(w, c, r, h); err != nil {
		r.Decision, r.Banner, r.Rewrite = review.Deny, nil, nil
		r.Reason = "reviewer unavailable: the panel cannot be convened: " + err.Error()
	}
}

func (e *Env) heard(w *cache.Watch, c *call.Call, r *review.Record, h *review.Hearing) error {
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	written := hearing.Written(h) // once, so that a decision is kept under what its seats have read
	kept := e.kept(store, w, c, r, h, written)
	if kept.recall(r, e.World.Now()) {
		return nil
	}
	return e.convene(h.Tables, verdictSchema, func(ctx context.Context, court *hearing.Court) {
		court.Case = written
		court.Past = func() []prompt.Past { return e.past(c, h) }
		kept.keep(r, court.Hear(ctx, r, h), e.World.Now())
	})
}

// convene does something with a court that answers an agent's hook in the time
// that the tables say.
func (e *Env) convene(t *catalog.Tables, form string, do func(context.Context, *hearing.Court)) error {
	k, err := openKit(e, t, false)
	if err != nil {
		return err
	}
	court, err := court(e, k, form)
	if err != nil {
		return err
	}
	store, err := hook.Store(e.Tables, e.World)
	if err != nil {
		return err
	}
	mark, done, err := e.mark(store)
	if err != nil {
		return err
	}
	defer done()
	court.Mark = mark
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	do(ctx, court)
	return nil
}

// mark puts a new mark into the user's state, and takes it out again when done is
// called. Those that killed processes left are taken out too.
func (e *Env) mark(store state.Store) (mark string, done func(), err error) {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		return "", nil, err
	}
	mark = hex.EncodeToString(b[:])
	key, now := hook.SeatKey(mark), e.World.Now()
	if err := store.Update(key, func([]byte) ([]byte, error) { return []byte(now.UTC().Format(time.RFC3339)), nil }); err != nil {
		return "", nil, err
	}
	old := now.Add(-time.Duration(e.Tables.Route.Timers.Hook) * time.Second)
	return mark, func() {
		_ = store.Update(key, func([]byte) ([]byte, error) { return nil, nil }) // it is of no use to anybody after its time
		_ = store.Prune(hook.SeatKeys, func(name string, changed time.Time) bool { return name == mark || changed.Before(old) })
	}, nil
}

// What seats are told of a session.
const (
	maxPast  = 8
	pastSpan = time.Hour
)

// past are the last decisions of a call's session.
func (e *Env) past(c *call.Call, h *review.Hearing) []prompt.Past {
	log, err := hook.Log(h.Tables, e.World, c.Dir)
	if err != nil || c.Session == "" {
		return nil
	}
	now := e.World.Now()
	var list []prompt.Past
	for x, err := range log.Since(now.Add(-pastSpan)) {
		if err != nil || x.Session != c.Session {
			continue
		}
		at, err := time.Parse(time.RFC3339, x.Time)
		if err != nil {
			continue
		}
		category := ""
		if x.Record.Category != nil {
			category = *x.Record.Category
		}
		list = append(list, prompt.Past{Tool: hearing.Shape(e.Tables, x.Host, x.Tool), Category: category, Decision: string(x.Record.Decision), Ago: now.Sub(at)})
	}
	slices.SortStableFunc(list, func(a, b prompt.Past) int { return int(b.Ago - a.Ago) })
	return list[max(0, len(list)-maxPast):]
}
