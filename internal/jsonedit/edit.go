package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Append puts a value behind the last one in the object or list at a path, under
// a key in an object. It takes the form of what stands around it.
func Append(src []byte, path []string, key string, value any) ([]byte, error) {
	root, err := Parse(src)
	if err != nil {
		return nil, err
	}
	n := root.Get(path...)
	if n == nil || n.Kind == Scalar {
		return nil, fmt.Errorf("%s is no object or list: make it one", Name(path))
	}
	f := formOf(src, root)
	head := ""
	if n.Kind == Object {
		head = string(encode(key, "", "")) + ":"
	}
	if k := len(n.Kids); k > 0 {
		last, gap := n.Kids[k-1], string(src[n.Start+1:n.Kids[0].Start])
		if i := strings.LastIndexByte(gap, '\n'); i >= 0 {
			indent := gap[i+1:]
			return splice(src, last.End, last.End, ","+f.line+indent+f.head(head)+f.text(value, indent)), nil
		}
		return splice(src, last.End, last.End, ", "+f.head(head)+string(encode(value, "", ""))), nil
	}
	if !f.lines {
		return splice(src, n.Start+1, n.End-1, head+string(encode(value, "", ""))), nil
	}
	outer := indentAt(src, n.Start)
	inner := outer + f.unit
	return splice(src, n.Start+1, n.End-1, f.line+inner+f.head(head)+f.text(value, inner)+f.line+outer), nil
}

// Remove takes the value at a path away, and its key. An object or list that it
// leaves empty then holds the text empty.
func Remove(src []byte, path []string, empty string) ([]byte, error) {
	root, err := Parse(src)
	if err != nil {
		return nil, err
	}
	parent := root.Get(path[:len(path)-1]...)
	i := -1
	if parent != nil {
		i = parent.find(path[len(path)-1])
	}
	switch {
	case i < 0:
		return src, nil
	case len(parent.Kids) == 1:
		return splice(src, parent.Start+1, parent.End-1, empty), nil
	case i > 0:
		return splice(src, parent.Kids[i-1].End, parent.Kids[i].End, ""), nil
	}
	return splice(src, parent.Kids[0].Start, parent.Kids[1].Start, ""), nil
}

// Name is a path as people write it.
func Name(path []string) string {
	if len(path) == 0 {
		return "the text"
	}
	return strings.Join(path, ".")
}

// form is how a text is laid out.
type form struct {
	lines bool   // over lines
	line  string // what ends one
	unit  string // of indentation
}

func formOf(src []byte, root *Node) form {
	f := form{lines: true, line: "\n", unit: "  "}
	if bytes.Contains(src, []byte("\r\n")) {
		f.line = "\r\n"
	}
	if len(root.Kids) == 0 {
		return f
	}
	gap := string(src[root.Start+1 : root.Kids[0].Start])
	i := strings.LastIndexByte(gap, '\n')
	if i < 0 {
		f.lines = false
	} else if unit := gap[i+1:]; unit != "" {
		f.unit = unit
	}
	return f
}

// head is a key as it stands in a text that is laid out over lines.
func (f form) head(key string) string {
	if key == "" {
		return ""
	}
	return key + " "
}

func (f form) text(value any, indent string) string {
	return strings.ReplaceAll(string(encode(value, indent, f.unit)), "\n", f.line)
}

// indentAt is the indentation of the line that an offset lies in.
func indentAt(src []byte, at int) string {
	line := src[bytes.LastIndexByte(src[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// encode is a value in JSON, on one line if there is neither prefix nor unit.
func encode(value any, prefix, unit string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if prefix != "" || unit != "" {
		e.SetIndent(prefix, unit)
	}
	if err := e.Encode(value); err != nil {
		panic("value cannot be written as JSON: " + err.Error()) // only a type that was not meant for it
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func splice(src []byte, from, to int, text string) []byte {
	out := make([]byte, 0, len(src)-(to-from)+len(text))
	out = append(out, src[:from]...)
	out = append(out, text...)
	return append(out, src[to:]...)
}
