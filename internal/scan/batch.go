package scan

import "bytes"

// A batch is full at so many inputs, or at so many bytes of them. A single
// larger input is a batch of its own.
const (
	maxInputs = 128
	maxBytes  = 64 << 10
)

// keep is how much of a buffer is kept for the next use.
const keep = 1 << 20

// batch is a run of inputs, and later their results.
type batch struct {
	first  int // index of the first input
	inputs []Input
	spans  []span // of the text of each input
	text   []byte // of all inputs, since each input's own is overwritten by the next
	calls  int    // bytes of the inputs that have no text
	read   int64

	out  bytes.Buffer
	sum  Summary
	err  error
	done chan struct{}
}

// span is a part of a batch's text.
type span struct {
	start, end int
	line       bool // the input has one
}

func (b *batch) add(in Input) {
	s := span{start: len(b.text), line: in.Text != nil}
	b.text = append(b.text, in.Text...)
	s.end = len(b.text)
	in.Text = nil
	for _, member := range in.Call.Input {
		b.calls += len(member)
	}
	b.inputs, b.spans, b.read = append(b.inputs, in), append(b.spans, s), in.Read
}

// line is the text of an input, and whether it has one.
func (b *batch) line(i int) ([]byte, bool) {
	s := b.spans[i]
	return b.text[s.start:s.end], s.line
}

func (b *batch) full() bool { return len(b.inputs) >= maxInputs || len(b.text)+b.calls >= maxBytes }

func (b *batch) reset() {
	clear(b.inputs)
	b.inputs, b.spans, b.text = b.inputs[:0], b.spans[:0], b.text[:0]
	b.calls = 0
	if cap(b.text) > keep {
		b.text = nil
	}
	b.out.Reset()
	if b.out.Cap() > keep {
		b.out = bytes.Buffer{}
	}
	decisions := b.sum.Decisions
	clear(decisions)
	b.sum = Summary{Decisions: decisions}
}

// filler puts inputs into batches and sends these on.
type filler struct {
	free, work, order chan *batch
	stop              chan struct{}
	next              int // index of the next input
	b                 *batch
}

// add reports whether more inputs are wanted.
func (f *filler) add(in Input) bool {
	if f.b == nil {
		select {
		case f.b = <-f.free:
		case <-f.stop:
			return false
		}
		f.b.first = f.next
	}
	f.b.add(in)
	f.next++
	if in.Idle || f.b.full() {
		f.flush()
	}
	return true
}

// flush sends the batch on; there is room for all of them in the channels.
func (f *filler) flush() {
	if f.b == nil {
		return
	}
	f.order <- f.b
	f.work <- f.b
	f.b = nil
}
