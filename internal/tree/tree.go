// Package tree reads files of settings in several notations into one form, as
// far as they can be read: keys, values and the lines where they stand.
package tree

import "strings"

// Kind says what a node is.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// Node is one value.
type Node struct {
	Kind  Kind
	Text  string // of a scalar, without quotes and escapes
	Line  int    // where the value begins, from 1
	Block bool   // a scalar whose text begins on the next line
	Pairs []Pair // of a mapping, repeated keys included
	Items []*Node
}

// Pair is one entry of a mapping.
type Pair struct {
	Key   string
	Value *Node
}

// What bounds the work on one text.
const (
	maxNesting = 64
	maxNodes   = 1 << 17
)

// Get is the value of a key, the last one as most readers have it, or nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if n.Pairs[i].Key == key {
			return n.Pairs[i].Value
		}
	}
	return nil
}

// Strings are the texts of a scalar, or of the scalars in a list.
func (n *Node) Strings() []string {
	switch {
	case n == nil:
		return nil
	case n.Kind == Scalar:
		return []string{n.Text}
	}
	var out []string
	for _, x := range n.Items {
		if x.Kind == Scalar {
			out = append(out, x.Text)
		}
	}
	return out
}

// Find calls found with every value at a path of keys, and with the mapping
// that its last key stands in. A dot parts the keys: * is any one, ** any
// number of keys and lists, and a trailing [] means the elements of a list, or
// the value itself where it is none.
func Find(n *Node, path string, found func(value, holder *Node)) {
	f := finder{found: found}
	f.find(n, nil, path)
}

// finder bounds its steps, since aliases may make one node stand in many places.
type finder struct {
	found func(value, holder *Node)
	steps int
}

func (f *finder) find(n, holder *Node, path string) {
	if f.steps++; n == nil || f.steps > maxNodes {
		return
	}
	if path == "" {
		f.found(n, holder)
		return
	}
	step, rest, _ := strings.Cut(path, ".")
	if step == "**" {
		f.find(n, holder, rest)
		for _, p := range n.Pairs {
			f.find(p.Value, n, path)
		}
		for _, x := range n.Items {
			f.find(x, n, path)
		}
		return
	}
	key, each := strings.CutSuffix(step, "[]")
	for _, p := range n.Pairs {
		if p.Key != key && key != "*" {
			continue
		}
		if !each || p.Value.Kind != Sequence {
			f.find(p.Value, n, rest)
			continue
		}
		for _, x := range p.Value.Items {
			f.find(x, n, rest)
		}
	}
}

// Entry is one scalar and the path of keys that leads to it; an element of a
// list has that of the list with [] behind it.
type Entry struct {
	Path, Value string
}

// Flatten lists every scalar.
func Flatten(n *Node) []Entry {
	var out []Entry
	var walk func(n *Node, path string)
	steps := 0
	walk = func(n *Node, path string) {
		if steps++; steps > maxNodes {
			return
		}
		if n.Kind == Scalar {
			out = append(out, Entry{path, n.Text})
		}
		for _, p := range n.Pairs {
			at := p.Key
			if path != "" {
				at = path + "." + p.Key
			}
			walk(p.Value, at)
		}
		for _, x := range n.Items {
			walk(x, path+"[]")
		}
	}
	if n != nil {
		walk(n, "")
	}
	return out
}
