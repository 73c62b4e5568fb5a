package docket

import (
	"bytes"
	"encoding/json"
)

// Members takes a JSON text that is known to be valid apart, one level deep; nil
// if it is no object. Of two members with one key the last one counts.
func Members(raw json.RawMessage) map[string]json.RawMessage {
	b := bytes.TrimLeft(raw, blanks)
	if len(b) == 0 || b[0] != '{' {
		return nil
	}
	m := map[string]json.RawMessage{}
	for b = bytes.TrimLeft(b[1:], blanks+","); b[0] != '}'; b = bytes.TrimLeft(b, blanks+",") {
		n := length(b)
		key := word(b[:n])
		b = bytes.TrimLeft(b[n:], blanks+":")
		n = length(b)
		m[key] = json.RawMessage(b[:n:n])
		b = b[n:]
	}
	return m
}

// Items is Members for lists; nil if it is none.
func Items(raw json.RawMessage) []json.RawMessage {
	b := bytes.TrimLeft(raw, blanks)
	if len(b) == 0 || b[0] != '[' {
		return nil
	}
	list := []json.RawMessage{}
	for b = bytes.TrimLeft(b[1:], blanks+","); b[0] != ']'; b = bytes.TrimLeft(b, blanks+",") {
		n := length(b)
		list = append(list, json.RawMessage(b[:n:n]))
		b = b[n:]
	}
	return list
}

const blanks = " \t\r\n"

// word is a key.
func word(b []byte) string {
	if s := b[1 : len(b)-1]; plain(s) {
		return string(s)
	}
	var s string
	json.Unmarshal(b, &s)
	return s
}

func plain(b []byte) bool {
	for _, c := range b {
		if c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}

// length is that of the value that a text begins with.
func length(b []byte) int {
	switch b[0] {
	case '"':
		return quoted(b)
	case '{', '[':
		depth := 0
		for i := 0; ; i++ {
			switch b[i] {
			case '"':
				i += quoted(b[i:]) - 1
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
	}
	if n := bytes.IndexAny(b, blanks+",]}"); n >= 0 {
		return n
	}
	return len(b)
}

// quoted is the length of a string with its quotes.
func quoted(b []byte) int {
	for i := 1; ; {
		i += bytes.IndexByte(b[i:], '"') + 1
		slashes := 0
		for b[i-2-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
}
