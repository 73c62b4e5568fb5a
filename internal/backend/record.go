package backend

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/ravenclaude/thing/internal/panel"
)

// taken is a line of a recording: what one seat was answered. The question is
// not in it.
type taken struct {
	Seat    string      `json:"seat"`
	Backend string      `json:"backend"`
	Model   string      `json:"model,omitempty"`
	Text    string      `json:"text,omitempty"`
	Usage   panel.Usage `json:"usage,omitzero"`
	Failure panel.Class `json:"failure,omitempty"`
	Error   string      `json:"error,omitempty"`
}

// Recorder writes down what backends answer, a line of JSON each.
type Recorder struct {
	mu sync.Mutex
	w  io.Writer
}

// NewRecorder writes to w.
func NewRecorder(w io.Writer) *Recorder { return &Recorder{w: w} }

// Record is b, written down.
func (r *Recorder) Record(b panel.Backend) panel.Backend { return &recorded{b, r} }

type recorded struct {
	panel.Backend
	to *Recorder
}

func (r *recorded) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	a, err := r.Backend.Ask(ctx, q)
	x := taken{Seat: q.Seat, Backend: a.Backend, Model: a.Model, Text: string(a.Text), Usage: a.Usage}
	if x.Backend == "" {
		x.Backend = r.Name()
	}
	var f *panel.Failure
	if errors.As(err, &f) {
		x.Failure, x.Error = f.Class, f.Err.Error()
	} else if err != nil {
		x.Failure, x.Error = panel.Classify(err), err.Error()
	}
	if e := r.to.write(x); e != nil && err == nil {
		return panel.Answer{}, fail(panel.Crash, fmt.Errorf("answer cannot be recorded: %w", e))
	}
	return a, err
}

func (r *Recorder) write(x taken) error {
	b, err := json.Marshal(x)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err = r.w.Write(append(b, '\n'))
	return err
}

// maxRecording bounds a line of a recording in bytes.
const maxRecording = 4 << 20

// Replay answers as a recording says: each seat gets its answers in the order in
// which they stand there. It is named replay.
func Replay(r io.Reader) (panel.Backend, error) {
	p := &replay{left: map[string][]taken{}}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxRecording)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var x taken
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil || x.Seat == "" {
			return nil, fmt.Errorf("line %d of the recording is damaged: record anew", n)
		}
		p.left[x.Seat] = append(p.left[x.Seat], x)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("recording cannot be read: %w", err)
	}
	return p, nil
}

type replay struct {
	mu   sync.Mutex
	left map[string][]taken
}

func (p *replay) Name() string { return "replay" }

func (p *replay) Ask(ctx context.Context, q panel.Question) (panel.Answer, error) {
	if ctx.Err() != nil {
		return panel.Answer{}, ended(ctx, p.Name())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.left[q.Seat]
	if len(list) == 0 {
		return panel.Answer{}, fail(panel.Missing, fmt.Errorf("the recording holds no further answer of %s", q.Seat))
	}
	x := list[0]
	p.left[q.Seat] = list[1:]
	if x.Failure != "" {
		return panel.Answer{Backend: x.Backend}, fail(x.Failure, errors.New(x.Error))
	}
	return panel.Answer{Text: []byte(x.Text), Backend: x.Backend, Model: x.Model, Usage: x.Usage}, nil
}
