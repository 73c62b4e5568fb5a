// Package scan decides on many calls, on all cores and in constant memory:
// one result for each input, in the order of the inputs.
//
// One goroutine reads inputs into batches, workers decide on the calls of a
// batch and render the results, and the caller's goroutine writes the batches
// in the order in which they were read. The number of batches is fixed.
package scan

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// Scan says how inputs are decided on.
type Scan struct {
	Tables *catalog.Tables
	World  world.World // is taken to stay as it is while the scan runs
	Dir    string      // absolute; where calls are made that name no directory

	// Posture returns what holds for calls in a directory. Workers call it at
	// the same time.
	Posture func(dir string) (*config.Posture, error)
	// Other, if set, is a second configuration to decide under.
	Other *config.Posture
	// Render writes what is to be printed of a result. Workers call it at the
	// same time.
	Render func(*bytes.Buffer, *Result) error
	// Notice, if set, is told how far the scan is, before each write and at the end.
	Notice func(s Summary, writes bool)
}

// Input is one thing to decide on.
type Input struct {
	Text   []byte    // a line: a command, or a call as JSON; valid until the next input is read
	Call   call.Call // where there is no line: the call
	Err    error     // why neither is there
	Origin *Origin   // where it stands, nil for a line of the input itself
	Read   int64     // bytes of the source up to here
	Idle   bool      // the next input may have to be waited for
}

// Origin is a place in a transcript.
type Origin struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"` // from 1; 0 in a file that is one document
}

// Source passes inputs to yield until there are no more, or until it returns
// false.
type Source func(yield func(Input) bool) error

// Result is the answer to one input.
type Result struct {
	Index  int // of the input, from 0
	Origin *Origin
	Call   call.Call // empty for a blank line, and for what could not be decoded
	Record review.Record
	Other  *review.Record // under the other configuration
}

// Summary counts results.
type Summary struct {
	Inputs    int
	Decisions map[review.Decision]int
	Failed    int   // inputs that could not be decoded
	Faults    int   // inputs that met an internal fault
	Compared  bool  // two configurations were asked
	Different int   // results that differ under the two
	Read      int64 // bytes of the source
}

func (s *Summary) add(o *Summary) {
	s.Inputs += o.Inputs
	for d, n := range o.Decisions {
		s.Decisions[d] += n
	}
	s.Failed += o.Failed
	s.Faults += o.Faults
	s.Different += o.Different
	s.Read = o.Read
}

func newSummary() Summary { return Summary{Decisions: make(map[review.Decision]int, 4)} }

// Run decides on every input of src and writes the results to w. An error is
// one of reading or writing: what was read before it has been answered.
func (s *Scan) Run(src Source, w io.Writer) (Summary, error) {
	workers := runtime.GOMAXPROCS(0)
	n := 2*workers + 2
	var (
		free  = make(chan *batch, n)
		work  = make(chan *batch, n)
		order = make(chan *batch, n)
		stop  = make(chan struct{})
		fault error // of src, once order is closed
		group sync.WaitGroup
	)
	for range n {
		free <- &batch{done: make(chan struct{}, 1), sum: newSummary()}
	}
	for range workers {
		group.Go(func() {
			k := newWorker(s)
			for b := range work {
				k.batch(b)
				b.done <- struct{}{}
			}
		})
	}
	go func() {
		f := filler{free: free, work: work, order: order, stop: stop}
		fault = src(f.add)
		f.flush()
		close(work)
		close(order)
	}()
	total, err := s.collect(order, free, w)
	total.Compared = s.Other != nil
	if err != nil {
		// The source may wait for input that never comes, so it is not waited for.
		close(stop)
		return total, fmt.Errorf("results cannot be written: %w", err)
	}
	group.Wait()
	if s.Notice != nil {
		s.Notice(total, false)
	}
	return total, fault
}

// collect writes the batches in their order.
func (s *Scan) collect(order, free chan *batch, w io.Writer) (Summary, error) {
	total := newSummary()
	for b := range order {
		<-b.done
		if b.err != nil {
			return total, b.err
		}
		total.add(&b.sum)
		if s.Notice != nil {
			s.Notice(total, b.out.Len() > 0)
		}
		if b.out.Len() > 0 {
			if _, err := w.Write(b.out.Bytes()); err != nil {
				return total, err
			}
		}
		b.reset()
		free <- b
	}
	return total, nil
}
