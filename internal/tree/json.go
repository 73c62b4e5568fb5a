package tree

import (
	"encoding/json"
	"errors"
	"strings"
)

var errSyntax = errors.New("the text is not written as its format demands")

// JSON reads a JSON text, with comments and trailing commas as editors allow
// them. On an error it returns what it has read so far as well.
func JSON(text string) (*Node, error) {
	r := &jsonReader{src: strings.TrimPrefix(text, "\ufeff"), line: 1}
	n := r.value(0)
	if r.space(); r.err == nil && r.at < len(r.src) {
		r.err = errSyntax
	}
	return n, r.err
}

type jsonReader struct {
	src   string
	at    int
	line  int // that at lies in
	nodes int
	err   error
}

// space passes over blanks and comments.
func (r *jsonReader) space() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == '\n':
			r.line++
			r.at++
		case c == ' ' || c == '\t' || c == '\r':
			r.at++
		case strings.HasPrefix(r.src[r.at:], "//"):
			if i := strings.IndexByte(r.src[r.at:], '\n'); i >= 0 {
				r.at += i
			} else {
				r.at = len(r.src)
			}
		case strings.HasPrefix(r.src[r.at:], "/*"):
			end := len(r.src)
			if i := strings.Index(r.src[r.at+2:], "*/"); i >= 0 {
				end = r.at + 2 + i + 2
			}
			r.line += strings.Count(r.src[r.at:end], "\n")
			r.at = end
		default:
			return
		}
	}
}

func (r *jsonReader) fail() *Node {
	if r.err == nil {
		r.err = errSyntax
	}
	return &Node{Line: r.line}
}

// next reports whether the next character is c, and passes over it then.
func (r *jsonReader) next(c byte) bool {
	r.space()
	if r.at < len(r.src) && r.src[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *jsonReader) value(depth int) *Node {
	r.space()
	if r.nodes++; r.at >= len(r.src) || depth > maxNesting || r.nodes > maxNodes {
		return r.fail()
	}
	n := &Node{Line: r.line}
	switch c := r.src[r.at]; c {
	case '{':
		r.at++
		n.Kind = Mapping
		for !r.next('}') && r.err == nil {
			r.space()
			key := r.text()
			if !r.next(':') {
				r.fail()
				break
			}
			n.Pairs = append(n.Pairs, Pair{key, r.value(depth + 1)})
			if !r.next(',') && !r.ahead('}') {
				r.fail()
			}
		}
	case '[':
		r.at++
		n.Kind = Sequence
		for !r.next(']') && r.err == nil {
			n.Items = append(n.Items, r.value(depth+1))
			if !r.next(',') && !r.ahead(']') {
				r.fail()
			}
		}
	case '"':
		n.Text = r.text()
	default:
		end := strings.IndexAny(r.src[r.at:], " \t\r\n,]}/:\"{[")
		if end < 0 {
			end = len(r.src) - r.at
		}
		if end == 0 {
			return r.fail()
		}
		n.Text = r.src[r.at : r.at+end]
		r.at += end
	}
	return n
}

func (r *jsonReader) ahead(c byte) bool {
	r.space()
	return r.at < len(r.src) && r.src[r.at] == c
}

// text reads a string.
func (r *jsonReader) text() string {
	if r.at >= len(r.src) || r.src[r.at] != '"' {
		r.fail()
		return ""
	}
	start, escaped := r.at, false
	for r.at++; r.at < len(r.src); r.at++ {
		switch r.src[r.at] {
		case '\\':
			escaped = true
			r.at++
		case '\n':
			r.fail()
			return r.src[start+1 : r.at]
		case '"':
			r.at++
			if !escaped {
				return r.src[start+1 : r.at-1]
			}
			var s string
			if json.Unmarshal([]byte(r.src[start:r.at]), &s) != nil {
				r.fail()
			}
			return s
		}
	}
	r.at = len(r.src)
	r.fail()
	return r.src[start+1:]
}
