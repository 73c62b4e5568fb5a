// Package line reads lines of bounded length from input without end.
package line

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Reader reads lines.
type Reader struct {
	src   *bufio.Reader
	max   int
	buf   []byte
	first bool // the next line is the first
	read  int64
}

// NewReader returns a reader of the lines of r, which skips what goes beyond
// max bytes of a line.
func NewReader(r io.Reader, max int) *Reader {
	return &Reader{src: bufio.NewReaderSize(r, 64<<10), max: max, first: true}
}

var mark = []byte("\ufeff")

// Next returns the next line without its end, and without the byte order mark
// that may stand before the first. It is valid until the next call. long is
// true if more than max bytes were there; the line is then cut. The error is
// io.EOF behind the last line, which needs no end.
func (r *Reader) Next() (text []byte, long bool, err error) {
	text, long, err = r.next()
	if r.first {
		r.first = false
		text = bytes.TrimPrefix(text, mark)
	}
	return text, long, err
}

func (r *Reader) next() ([]byte, bool, error) {
	part, err := r.src.ReadSlice('\n')
	r.read += int64(len(part))
	if err == nil && len(part) <= r.max {
		return trimEnd(part), false, nil // the usual case needs no copy
	}
	long, empty := false, len(part) == 0
	r.buf = r.buf[:0]
	for {
		if room := r.max + 2 - len(r.buf); len(part) > room {
			part, long = part[:room], true
		}
		r.buf = append(r.buf, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			break
		}
		part, err = r.src.ReadSlice('\n')
		r.read += int64(len(part))
	}
	switch {
	case errors.Is(err, io.EOF) && empty:
		return nil, false, io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		return nil, false, err
	}
	text := trimEnd(r.buf)
	if len(text) > r.max {
		text, long = text[:r.max], true
	}
	return text, long, nil
}

// Idle reports whether the next line may have to be waited for.
func (r *Reader) Idle() bool { return r.src.Buffered() == 0 }

// Read is the number of bytes that were read so far.
func (r *Reader) Read() int64 { return r.read }

func trimEnd(text []byte) []byte {
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text = text[:n-1]
		if n > 1 && text[n-2] == '\r' {
			text = text[:n-2]
		}
	}
	return text
}
