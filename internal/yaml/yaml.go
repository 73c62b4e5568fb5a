// Package yaml reads YAML documents into plain nodes, within bounds of time and
// depth.
package yaml

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// MaxTokens bounds the length of a document. The parser's time grows with the
// square of some inputs and its stack with their nesting, so both are bounded
// on the tokens before it sees them.
const MaxTokens = 10000

const (
	maxNesting = 64
	maxMerges  = 1000
)

// Kind says what a node is.
type Kind uint8

const (
	Scalar Kind = iota
	Mapping
	Sequence
)

// Node is a YAML value with aliases resolved and tags dropped. Values that
// are aliased are shared, not copied.
type Node struct {
	Kind  Kind
	Text  string // of a scalar, as it is meant: quotes and escapes resolved
	Null  bool   // a plain null, or nothing at all
	Line  int
	Pairs []Pair
	Items []*Node
}

// Pair is an entry of a mapping.
type Pair struct {
	Key    string
	Line   int
	Value  *Node
	merged bool // from another mapping, by a merge key
}

// Error says on which line a document is wrong.
type Error struct {
	Line    int
	Message string
}

func (e *Error) Error() string { return e.Message }

// Parse reads a document; an empty one is a null. Errors are *Error.
func Parse(src []byte) (doc *Node, err error) {
	if doc := plain(string(src)); doc != nil {
		return doc, nil
	}
	return parse(src)
}

func parse(src []byte) (doc *Node, err error) {
	if i := invalid(src); i >= 0 {
		return nil, &Error{1 + strings.Count(string(src[:i]), "\n"), "the text is not UTF-8: save the file in that encoding"}
	}
	// A fault in the parser must not pass for an empty document.
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, &Error{1, fmt.Sprintf("the YAML cannot be parsed (%v): simplify it", r)}
		}
	}()
	// The lexer counts the end of a remark twice where it has a carriage return.
	text := strings.ReplaceAll(strings.TrimPrefix(string(src), "\ufeff"), "\r\n", "\n")
	tokens := lexer.Tokenize(text)
	if err := bound(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntax(err)
	}
	doc = &Node{Null: true, Line: 1}
	found := false
	for _, d := range file.Docs {
		if d.Body == nil || d.Body.Type() == ast.CommentType || d.Body.Type() == ast.DirectiveType {
			continue
		}
		c := converter{anchors: map[string]*Node{}}
		n := c.convert(d.Body, 1)
		if c.err != nil {
			return nil, c.err
		}
		if found && !n.Null {
			return nil, &Error{n.Line, "the file holds a second document: write one only"}
		}
		if !n.Null {
			doc, found = n, true
		}
	}
	return doc, nil
}

// invalid is the offset of the first byte that no UTF-8 text has, or -1.
func invalid(src []byte) int {
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == 0 || r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return -1
}

// bound refuses what would take the parser long or deep.
func bound(tokens token.Tokens) error {
	if len(tokens) > MaxTokens {
		return &Error{tokens[MaxTokens].Position.Line, "the file has too many entries: shorten it"}
	}
	flow, run, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			line, run = t.Position.Line, 0
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType, token.AnchorType, token.TagType:
			// In block style these nest on one line; in flow style commas part them.
			run++
		case token.CollectEntryType:
			run = 0
		}
		if flow > maxNesting || run > maxNesting {
			return &Error{line, "the values nest too deeply: flatten them"}
		}
	}
	return nil
}

// syntax turns an error of the parser into one of ours, without the excerpt
// of the source that it carries.
func syntax(err error) error {
	e, ok := err.(interface {
		GetToken() *token.Token
		GetMessage() string
	})
	if !ok {
		return &Error{1, "YAML syntax: " + err.Error() + ": correct it"}
	}
	line := 1
	if t := e.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	return &Error{line, "YAML syntax: " + e.GetMessage() + ": correct it"}
}

type converter struct {
	anchors map[string]*Node
	merges  int // entries that merge keys brought in
	err     error
}

func (c *converter) fail(line int, format string, args ...any) *Node {
	if c.err == nil {
		c.err = &Error{line, fmt.Sprintf(format, args...)}
	}
	return &Node{Null: true, Line: line}
}

// convert turns the parser's tree into nodes; line is that of the parent.
func (c *converter) convert(n ast.Node, line int) *Node {
	if n == nil {
		return &Node{Null: true, Line: line}
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	switch n := n.(type) {
	case *ast.NullNode:
		return &Node{Null: true, Line: line}
	case *ast.StringNode:
		return &Node{Text: n.Value, Line: line}
	case *ast.LiteralNode:
		return &Node{Text: n.Value.Value, Line: line}
	case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return &Node{Text: n.GetToken().Value, Line: line}
	case *ast.TagNode:
		return c.convert(n.Value, line)
	case *ast.AnchorNode:
		v := c.convert(n.Value, line)
		c.anchors[name(n.Name)] = v
		return v
	case *ast.AliasNode:
		v, ok := c.anchors[name(n.Value)]
		if !ok {
			return c.fail(line, "alias %q has no anchor before it: write the value instead", name(n.Value))
		}
		return v
	case *ast.MappingNode:
		m := &Node{Kind: Mapping, Line: line}
		for _, v := range n.Values {
			c.pair(m, v)
		}
		return m
	case *ast.MappingValueNode:
		m := &Node{Kind: Mapping, Line: line}
		c.pair(m, n)
		return m
	case *ast.SequenceNode:
		s := &Node{Kind: Sequence, Line: line}
		for _, v := range n.Values {
			s.Items = append(s.Items, c.convert(v, line))
		}
		return s
	}
	return c.fail(line, "a %s is not expected here: write a plain value", n.Type().YAMLName())
}

// pair adds an entry of a mapping. A merged mapping's entries count where the
// mapping has no entry of that name itself, before or after it.
func (c *converter) pair(m *Node, v *ast.MappingValueNode) {
	value := c.convert(v.Value, m.Line)
	if v.Key.IsMergeKey() {
		c.merge(m, value)
		return
	}
	var key ast.Node = v.Key
	if k, ok := key.(*ast.MappingKeyNode); ok {
		key = k.Value
	}
	k := c.convert(key, m.Line)
	if k.Kind != Scalar {
		c.fail(k.Line, "a key is a list or a mapping: write a plain word")
		return
	}
	for i, p := range m.Pairs {
		switch {
		case p.Key != k.Text:
		case p.merged:
			m.Pairs[i] = Pair{Key: k.Text, Line: k.Line, Value: value}
			return
		default:
			c.fail(k.Line, "key %q stands there twice, first on line %d: remove one", k.Text, p.Line)
			return
		}
	}
	m.Pairs = append(m.Pairs, Pair{Key: k.Text, Line: k.Line, Value: value})
}

// merge adds the entries of other mappings that m does not have itself.
func (c *converter) merge(m, value *Node) {
	for _, other := range c.merged(value) {
		for _, p := range other.Pairs {
			if c.merges++; c.merges > maxMerges {
				c.fail(value.Line, "merge keys bring in too many entries: write them out")
				return
			}
			if m.At(p.Key) == nil {
				p.merged = true
				m.Pairs = append(m.Pairs, p)
			}
		}
	}
}

// merged lists the mappings that a merge key brings in.
func (c *converter) merged(value *Node) []*Node {
	switch value.Kind {
	case Mapping:
		return []*Node{value}
	case Sequence:
		for _, n := range value.Items {
			if n.Kind != Mapping {
				c.fail(n.Line, "a merge key takes mappings: name an anchored mapping")
				return nil
			}
		}
		return value.Items
	}
	c.fail(value.Line, "a merge key takes a mapping: name an anchored mapping")
	return nil
}

// At is the value of a key of a mapping, or nil.
func (n *Node) At(key string) *Node {
	for _, p := range n.Pairs {
		if p.Key == key {
			return p.Value
		}
	}
	return nil
}

func name(n ast.Node) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}
