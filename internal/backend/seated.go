package backend

import (
	"context"
	"errors"
	"time"

	"github.com/ravenclaude/thing/internal/panel"
)

// rung is one of those that a seat can ask.
type rung struct {
	panel.Backend
	model string
}

// id is the same for rungs that answer alike.
func (r rung) id() string { return r.Name() + ":" + r.model }

// seated is the backend of a seat: the first that has capacity.
type seated struct {
	kit   *Kit
	seat  string
	rungs []rung
	args  []string
	time  time.Duration
}

// Name is that of the first one.
func (s *seated) Name() string { return s.rungs[0].Name() }

// Ask asks the first one, and what stands in for it where it has no capacity
// left or is not there. Whoever is not signed in, or answers with something
// else than was asked for, is not replaced: that is to be seen, and mended.
func (s *seated) Ask(ctx context.Context, q panel.Question) (a panel.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.time)
	defer cancel()
	for i, r := range s.rungs {
		if i > 0 && !s.kit.claim(r, s.seat) {
			continue
		}
		q := q
		q.Model = r.model
		if r.Name() == s.Name() {
			q.Args = append(s.args[:len(s.args):len(s.args)], q.Args...)
		}
		var failed error
		if a, failed = r.Ask(ctx, q); failed == nil {
			return a, nil
		}
		if err == nil || ctx.Err() == nil {
			err = failed
		}
		switch panel.Classify(failed) {
		case panel.Limited, panel.Server, panel.Missing:
		default:
			return a, err
		}
	}
	return a, err
}

// retried asks once more after a failure that may pass.
type retried struct{ panel.Backend }

// pause is how long that waits first, since what is too busy still is at once.
var pause = 300 * time.Millisecond

func (r retried) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	a, err := r.Backend.Ask(ctx, q)
	var f *panel.Failure
	if !errors.As(err, &f) || !f.Transient() {
		return a, err
	}
	select {
	case <-ctx.Done():
		return a, err
	case <-time.After(pause):
	}
	again, second := r.Backend.Ask(ctx, q)
	if second != nil && ctx.Err() != nil {
		return a, err // its time was over before it could tell anything new
	}
	return again, second
}
