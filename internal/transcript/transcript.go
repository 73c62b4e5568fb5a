// Package transcript reads the tool calls in what agents write down of their
// sessions. How each agent does that is in the tables; an entry of one agent
// looks like none of another, so that nobody has to say whose file it is.
package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/file"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/line"
)

// Bounds of what is held at once, in bytes.
const (
	maxLine     = hook.MaxInput
	maxDocument = 64 << 20
)

// document is the ending of a file that is one JSON value, and not one a line.
const document = ".json"

// Call is one tool call of a transcript.
type Call struct {
	call.Call
	ID   string // by which results refer to it, "" if it has none
	Line int    // of the file, from 1; 0 in a file that is one document
	Read int64  // bytes of the file up to here
	Err  error  // why the call, or the line, cannot be understood; Call is then empty
}

// Read passes the calls in a file to yield, in their order, until it returns
// false. A call that stands there more than once is passed once. dir is the
// directory of calls that name none. An error is one of reading the file.
func Read(t *catalog.Tables, path, dir string, yield func(Call) bool) error {
	r := newReader(t, path, dir, yield)
	if strings.EqualFold(filepath.Ext(path), document) {
		src, err := file.Read(path, maxDocument)
		if errors.Is(err, file.ErrTooLarge) {
			return fmt.Errorf("transcript %q is larger than %d bytes: split it into lines", path, maxDocument)
		}
		if err != nil {
			return fmt.Errorf("transcript cannot be read: %w: name a readable file", err)
		}
		r.at.Read = int64(len(src))
		r.value(bytes.TrimSpace(src))
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("transcript cannot be read: %w: name a readable file", err)
	}
	defer f.Close()
	if err := r.lines(f); err != nil {
		return fmt.Errorf("transcript %q cannot be read: %w: read it again", path, err)
	}
	return nil
}

// Lines is Read for the lines of an open transcript.
func Lines(t *catalog.Tables, src io.Reader, dir string, yield func(Call) bool) error {
	if err := newReader(t, "", dir, yield).lines(src); err != nil {
		return fmt.Errorf("transcript cannot be read: %w: read it again", err)
	}
	return nil
}

// reader goes through one transcript.
type reader struct {
	t     *catalog.Tables
	yield func(Call) bool
	done  bool     // yield wants no more
	dirs  []string // of each kind of transcript: where calls are made at this point
	seen  recent
	at    Call // place of the entry
}

func newReader(t *catalog.Tables, path, dir string, yield func(Call) bool) *reader {
	r := &reader{t: t, yield: yield, dirs: make([]string, len(t.Transcripts))}
	for i := range t.Transcripts {
		r.dirs[i] = dir
		if name := t.Transcripts[i].DirFile; name != "" && path != "" {
			if d := dirAbove(path, name); d != "" {
				r.dirs[i] = d
			}
		}
	}
	return r
}

// levels is how far above a transcript the file with its directory may lie.
const levels = 4

// dirAbove is what the nearest file of that name above path says, "" if it is
// no absolute directory.
func dirAbove(path, name string) string {
	above, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	for range levels {
		above = filepath.Dir(above)
		if src, err := file.Read(filepath.Join(above, name), 4096); err == nil {
			if dir := strings.TrimSpace(string(src)); filepath.IsAbs(dir) {
				return filepath.Clean(dir)
			}
			return ""
		}
	}
	return ""
}

func (r *reader) lines(src io.Reader) error {
	lines := line.NewReader(src, maxLine)
	for !r.done {
		text, long, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r.at.Line++
		r.at.Read = lines.Read()
		switch text = bytes.TrimSpace(text); {
		case long:
			r.fault(fmt.Errorf("line is longer than %d bytes, so that it cannot be told whether a call stands in it", maxLine))
		case len(text) > 0:
			r.value(text)
		}
	}
	return nil
}

// value passes the calls in one JSON value.
func (r *reader) value(src []byte) {
	n, err := parse(src)
	if err != nil {
		r.fault(err)
		return
	}
	r.entry(n)
	for i := range r.t.Transcripts {
		for _, path := range r.t.Transcripts[i].Lists {
			for _, member := range n.at(path).list() {
				r.entry(member)
			}
		}
	}
}

// entry passes the calls in one entry.
func (r *reader) entry(n *node) {
	for i := range r.t.Transcripts {
		x := &r.t.Transcripts[i]
		for j := range x.Dir {
			d := &x.Dir[j]
			if !n.holds(d.Entry) {
				continue
			}
			if dir, ok := n.at(d.Path).text(); ok && filepath.IsAbs(dir) {
				r.dirs[i] = filepath.Clean(dir)
			}
		}
		for j := range x.Calls {
			form := &x.Calls[j]
			switch {
			case r.done:
				return
			case !n.holds(form.Entry):
			case form.Each == "":
				r.call(i, form, n)
			default:
				for _, member := range n.at(form.Each).list() {
					if member.holds(form.Member) {
						r.call(i, form, member)
					}
				}
			}
		}
	}
}

func (r *reader) call(i int, form *catalog.TranscriptCall, n *node) {
	if r.done || r.seen.again(n, form) {
		return
	}
	c := r.at
	c.ID, _ = n.at(form.ID).text()
	if c.Call, c.Err = build(r.t, r.t.Transcripts[i].Host, r.dirs[i], form, n); c.Err != nil {
		c.Call = call.Call{}
	}
	r.done = !r.yield(c)
}

func (r *reader) fault(err error) {
	c := r.at
	c.Err = err
	r.done = !r.yield(c)
}
