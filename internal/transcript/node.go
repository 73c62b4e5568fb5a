package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// node is a JSON value that is decoded as far as it is asked for. A nil node
// is one that is not there.
type node struct {
	raw     json.RawMessage
	decoded bool
	members map[string]json.RawMessage
	below   map[string]*node
}

// parse checks the syntax of a value.
func parse(src []byte) (*node, error) {
	n := &node{raw: src}
	if len(src) == 0 || src[0] != '{' {
		if !json.Valid(src) {
			return nil, errors.New("line is not JSON, so that it cannot be told whether a call stands in it")
		}
		return n, nil
	}
	n.decoded = true
	if err := json.Unmarshal(src, &n.members); err != nil {
		return nil, fmt.Errorf("line is not JSON (%w), so that it cannot be told whether a call stands in it", err)
	}
	return n, nil
}

// at is the value at a path of keys, nil if there is none.
func (n *node) at(path string) *node {
	for n != nil && path != "" {
		var key string
		key, path, _ = strings.Cut(path, ".")
		n = n.member(key)
	}
	return n
}

func (n *node) member(key string) *node {
	if !n.decoded {
		n.decoded = true
		if len(n.raw) > 0 && n.raw[0] == '{' && json.Unmarshal(n.raw, &n.members) != nil {
			n.members = nil
		}
	}
	if m, ok := n.below[key]; ok {
		return m
	}
	raw, ok := n.members[key]
	if !ok {
		return nil
	}
	m := &node{raw: raw}
	if n.below == nil {
		n.below = map[string]*node{}
	}
	n.below[key] = m
	return m
}

// list is the members of a list; any other value has none.
func (n *node) list() []*node {
	if n == nil || len(n.raw) == 0 || n.raw[0] != '[' {
		return nil
	}
	var raw []json.RawMessage
	if json.Unmarshal(n.raw, &raw) != nil {
		return nil
	}
	list := make([]*node, len(raw))
	for i := range raw {
		list[i] = &node{raw: raw[i]}
	}
	return list
}

// text is a string, and whether the value is one.
func (n *node) text() (string, bool) {
	if n == nil || len(n.raw) == 0 || n.raw[0] != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(n.raw, &s)
	return s, err == nil
}

// holds reports whether all the strings are there.
func (n *node) holds(members []catalog.Member) bool {
	for i := range members {
		m := n.at(members[i].Path)
		if m == nil {
			return false
		}
		// Agents write such words without escapes, which spares the decoding of most entries.
		if raw := string(m.raw); raw != `"`+members[i].Value+`"` {
			if text, ok := m.text(); !ok || text != members[i].Value {
				return false
			}
		}
	}
	return true
}
