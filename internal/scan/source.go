package scan

import (
	"errors"
	"fmt"
	"io"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/line"
	"github.com/ravenclaude/thing/internal/transcript"
)

// Lines is a source of the lines of r.
func Lines(r io.Reader) Source { return lines(r, hook.MaxInput) }

func lines(r io.Reader, max int) Source {
	return func(yield func(Input) bool) error {
		src := line.NewReader(r, max)
		for {
			text, long, err := src.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("input cannot be read: %w: read it again", err)
			}
			in := Input{Text: text, Read: src.Read(), Idle: src.Idle()}
			if long {
				in.Text, in.Err = nil, fmt.Errorf("line is longer than %d bytes: split it", max)
			}
			if !yield(in) {
				return nil
			}
		}
	}
}

// Transcript is a source of the calls in an open transcript.
func Transcript(t *catalog.Tables, r io.Reader, dir string) Source {
	return func(yield func(Input) bool) error {
		return transcript.Lines(t, r, dir, func(c transcript.Call) bool {
			return yield(Input{Call: c.Call, Err: c.Err, Read: c.Read, Idle: true})
		})
	}
}

// Transcripts is a source of the calls in all the files. One that cannot be
// read does not keep it from the others.
func Transcripts(t *catalog.Tables, files []string, dir string) Source {
	return func(yield func(Input) bool) error {
		var (
			faults []error
			before int64
			more   = true
		)
		for _, path := range files {
			read := before
			err := transcript.Read(t, path, dir, func(c transcript.Call) bool {
				read = before + c.Read
				more = yield(Input{Call: c.Call, Err: c.Err, Read: read, Origin: &Origin{Path: path, Line: c.Line}})
				return more
			})
			before = read
			if err != nil {
				faults = append(faults, err)
			}
			if !more {
				break
			}
		}
		return errors.Join(faults...)
	}
}
