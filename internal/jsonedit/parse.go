// Package jsonedit changes JSON texts that people keep by hand: what is not
// changed keeps its bytes, order and indentation, and taking away what was put
// in leaves the text as it was.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Node is a value and where it lies in the text.
type Node struct {
	Start, End int
	Kind       Kind
	Kids       []Kid // of an object or a list
}

// Kind says what a value is.
type Kind uint8

const (
	Scalar Kind = iota
	Object
	List
)

// Kid is a member of an object, or a value of a list without a key.
type Kid struct {
	Key   string
	Start int // of the key, or of the value if there is none
	*Node
}

// SyntaxError says where a text is not JSON.
type SyntaxError struct {
	Line, Column int // from 1, the column in bytes
	What         string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.What)
}

// Parse reads a text. It fails with a SyntaxError.
func Parse(src []byte) (*Node, error) {
	var any json.RawMessage
	if err := json.Unmarshal(src, &any); err != nil {
		at := len(src)
		if e, ok := errors.AsType[*json.SyntaxError](err); ok {
			at = int(e.Offset) - 1
		}
		at = max(0, min(at, len(src)))
		return nil, &SyntaxError{bytes.Count(src[:at], []byte("\n")) + 1, at - bytes.LastIndexByte(src[:at], '\n'), err.Error()}
	}
	p := &parser{src: src, dec: json.NewDecoder(bytes.NewReader(src))}
	p.dec.UseNumber()
	return p.value()
}

type parser struct {
	src []byte
	dec *json.Decoder
}

// ahead is where the next token begins.
func (p *parser) ahead() int {
	at := int(p.dec.InputOffset())
	for at < len(p.src) && bytes.IndexByte([]byte(" \t\r\n,:"), p.src[at]) >= 0 {
		at++
	}
	return at
}

func (p *parser) value() (*Node, error) {
	n := &Node{Start: p.ahead()}
	token, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		n.Kind = Object
	case json.Delim('['):
		n.Kind = List
	}
	for n.Kind != Scalar && p.dec.More() {
		kid := Kid{Start: p.ahead()}
		if n.Kind == Object {
			key, err := p.dec.Token()
			if err != nil {
				return nil, err
			}
			kid.Key, _ = key.(string)
		}
		if kid.Node, err = p.value(); err != nil {
			return nil, err
		}
		n.Kids = append(n.Kids, kid)
	}
	if n.Kind != Scalar {
		if _, err := p.dec.Token(); err != nil {
			return nil, err
		}
	}
	n.End = int(p.dec.InputOffset())
	return n, nil
}

// find is the place of a kid: by its key in an object, the last of that name as
// readers have it, by its number in a list; -1 if there is none.
func (n *Node) find(name string) int {
	if n.Kind == List {
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(n.Kids) {
			return i
		}
		return -1
	}
	for i := len(n.Kids) - 1; i >= 0; i-- {
		if n.Kids[i].Key == name {
			return i
		}
	}
	return -1
}

// Get is the value at a path of keys and numbers, nil if there is none.
func (n *Node) Get(path ...string) *Node {
	for _, name := range path {
		i := n.find(name)
		if i < 0 {
			return nil
		}
		n = n.Kids[i].Node
	}
	return n
}

// Text is the value as it is written.
func (n *Node) Text(src []byte) []byte {
	if n == nil {
		return nil
	}
	return src[n.Start:n.End]
}
