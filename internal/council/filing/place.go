package filing

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// lineOf is the line and column of an offset, counted from 1.
func lineOf(b []byte, offset int) (line, column int) {
	offset = min(offset, len(b))
	before := b[:offset]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

func offsetOf(err error, b []byte) int {
	var syntax *json.SyntaxError
	var behind *after
	switch {
	case errors.As(err, &syntax):
		return max(int(syntax.Offset)-1, 0)
	case errors.As(err, &behind):
		return int(behind.offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return len(b)
	}
	return 0
}

// pointer is a JSON pointer as it is shown; "" is the whole document.
func pointer(p string) string {
	if p == "" {
		return "the document"
	}
	return p
}

// find is the offset at which the value that a JSON pointer names begins, 0 if
// it names none.
func find(b []byte, p string) int {
	d := json.NewDecoder(bytes.NewReader(b))
	if p == "" {
		return start(b, 0)
	}
	for _, part := range strings.Split(strings.TrimPrefix(p, "/"), "/") {
		part = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		token, err := d.Token()
		switch {
		case err != nil:
			return 0
		case token == json.Delim('{'):
			if !member(d, part) {
				return 0
			}
		case token == json.Delim('['):
			n, err := strconv.Atoi(part)
			if err != nil || !skip(d, n) {
				return 0
			}
		default:
			return 0
		}
	}
	return start(b, int(d.InputOffset()))
}

// member goes to the value of a key of the object that was entered.
func member(d *json.Decoder, key string) bool {
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false
		}
		if name == key {
			return true
		}
		if !skip(d, 1) {
			return false
		}
	}
	return false
}

func skip(d *json.Decoder, n int) bool {
	for range n {
		var v json.RawMessage
		if !d.More() || d.Decode(&v) != nil {
			return false
		}
	}
	return true
}

// start passes over what stands before a value.
func start(b []byte, i int) int {
	for i < len(b) && strings.IndexByte(" \t\r\n:,", b[i]) >= 0 {
		i++
	}
	return i
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
