package fake

import (
	"context"
	"testing"
	"time"
)

// Lapse is a context whose deadline is over as soon as something holds, however
// long the machine takes until then.
func Lapse(t testing.TB, holds func() bool) context.Context {
	c := &lapse{Context: t.Context(), done: make(chan struct{})}
	go func() {
		for !holds() && c.Context.Err() == nil {
			time.Sleep(time.Millisecond) // files tell nobody that they have changed
		}
		close(c.done)
	}()
	return c
}

type lapse struct {
	context.Context
	done chan struct{}
}

func (c *lapse) Done() <-chan struct{} { return c.done }

func (c *lapse) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
