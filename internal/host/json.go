package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of an event: what comes from a client stays far
// below it, and the decoder recurses.
const maxDepth = 1000

// object decodes one JSON object with nothing behind it but blanks. Keys keep
// their exact spelling, which decoding into a struct would not insist on, and
// none may stand there twice.
func object(src []byte, what string) (map[string]json.RawMessage, error) {
	if err := plain(src); err != nil {
		return nil, fmt.Errorf("%s %w", what, err)
	}
	members, depth := shape(src)
	if depth > maxDepth {
		return nil, fmt.Errorf("%s nests deeper than %d values: flatten it", what, maxDepth)
	}
	if json.Valid(src) && kind(src) == "an object" {
		m := split(src)
		if members != len(m) {
			return nil, fmt.Errorf("%s has a key twice: send each key once", what)
		}
		return m, nil
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(src, &m); err != nil {
		if e, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, fmt.Errorf("%s is not one JSON object (%s at byte %d): send exactly one", what, e, e.Offset)
		}
		return nil, fmt.Errorf("%s is %s: send a JSON object", what, kind(src))
	}
	return nil, fmt.Errorf("%s is null: send a JSON object", what)
}

// split is what json.Unmarshal makes of an object that is valid JSON, in a
// fraction of the time that its first call takes in a process, which is about a
// twentieth of all that an answer takes.
func split(src []byte) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	level, quoted, start := 0, false, 0 // start of the key or value at hand
	key := ""
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			if level++; level == 1 {
				start = i + 1
			}
		case c == ':' && level == 1:
			key, _ = unquote(trim(src[start:i]))
			start = i + 1
		case c == ',' && level == 1, (c == '}' || c == ']') && level == 1:
			if value := trim(src[start:i]); len(value) > 0 { // else the object is empty
				m[key] = value
			}
			start = i + 1
			if c != ',' {
				level--
			}
		case c == '}' || c == ']':
			level--
		}
	}
	return m
}

// trim takes off what JSON has for blanks.
func trim(b []byte) []byte { return bytes.Trim(b, " \t\r\n") }

// unquote decodes a string that is valid JSON in UTF-8.
func unquote(raw []byte) (s string, err error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]), nil
	}
	err = json.Unmarshal(raw, &s)
	return s, err
}

// plain refuses bytes that no JSON text has.
func plain(src []byte) error {
	switch {
	case len(strings.TrimSpace(string(src[:min(len(src), 64)]))) == 0 && len(strings.TrimSpace(string(src))) == 0:
		return errors.New("is empty: send one JSON object")
	case strings.HasPrefix(string(src[:min(len(src), 3)]), "\ufeff"):
		return errors.New("begins with a byte order mark: send plain UTF-8")
	case !utf8.Valid(src):
		return errors.New("is not UTF-8: send UTF-8 text")
	}
	return nil
}

// shape counts the members of the outermost object and the depth of the whole
// in one pass, without checking the syntax.
func shape(src []byte) (members, depth int) {
	level, quoted := 0, false
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			level++
			depth = max(depth, level)
		case c == '}' || c == ']':
			level--
		case c == ':' && level == 1:
			members++
		}
	}
	return members, depth
}

// text decodes a string member. ok is false where there is none.
func text(m map[string]json.RawMessage, key, name string) (s string, ok bool, err error) {
	raw, ok := m[key]
	if !ok {
		return "", false, nil
	}
	if kind(raw) != "a string" {
		return "", true, fmt.Errorf("%s is %s, not a string: send it as a JSON string", name, kind(raw))
	}
	if s, err = unquote(trim(raw)); err != nil {
		return "", true, fmt.Errorf("%s cannot be decoded (%w): send it as a JSON string", name, err)
	}
	if strings.IndexByte(s, 0) >= 0 {
		return "", true, fmt.Errorf("%s holds a NUL character: no program can be given one, take it out", name)
	}
	return s, true, nil
}

// kind names the type of a JSON value.
func kind(raw []byte) string {
	t := strings.TrimLeft(string(raw[:min(len(raw), 64)]), " \t\r\n")
	if t == "" {
		return "empty"
	}
	switch t[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}
