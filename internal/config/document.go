package config

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The parser's time grows with the square of some inputs and its stack with
// their nesting, so both are bounded on the tokens before it sees them.
const (
	maxTokens  = 10000
	maxNesting = 64
	maxMerges  = 1000
)

type kind uint8

const (
	scalar kind = iota
	mapping
	sequence
)

// node is a YAML value with aliases resolved and tags dropped. Values that
// are aliased are shared, not copied.
type node struct {
	kind  kind
	text  string // of a scalar, as it is meant: quotes and escapes resolved
	null  bool   // a plain null, or nothing at all
	line  int
	pairs []pair
	items []*node
}

type pair struct {
	key    string
	line   int
	value  *node
	merged bool // from another mapping, by a merge key
}

// syntaxError says on which line a document is wrong.
type syntaxError struct {
	line    int
	message string
}

func (e *syntaxError) Error() string { return e.message }

// parse reads a document; an empty one is a null. Errors are *syntaxError.
func parse(src []byte) (doc *node, err error) {
	if i := invalid(src); i >= 0 {
		return nil, &syntaxError{1 + strings.Count(string(src[:i]), "\n"), "the text is not UTF-8: save the file in that encoding"}
	}
	// A fault in the parser must not pass for an empty posture.
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, &syntaxError{1, fmt.Sprintf("the YAML cannot be parsed (%v): simplify it", r)}
		}
	}()
	tokens := lexer.Tokenize(strings.TrimPrefix(string(src), "\ufeff"))
	if err := bound(tokens); err != nil {
		return nil, err
	}
	file, err := parser.Parse(tokens, 0)
	if err != nil {
		return nil, syntax(err)
	}
	doc = &node{null: true, line: 1}
	found := false
	for _, d := range file.Docs {
		if d.Body == nil || d.Body.Type() == ast.CommentType || d.Body.Type() == ast.DirectiveType {
			continue
		}
		c := converter{anchors: map[string]*node{}}
		n := c.convert(d.Body, 1)
		if c.err != nil {
			return nil, c.err
		}
		if found && !n.null {
			return nil, &syntaxError{n.line, "the file holds a second document: write one only"}
		}
		if !n.null {
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
	if len(tokens) > maxTokens {
		return &syntaxError{tokens[maxTokens].Position.Line, "the file has too many entries: shorten it"}
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
			return &syntaxError{line, "the values nest too deeply: flatten them"}
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
		return &syntaxError{1, "YAML syntax: " + err.Error() + ": correct it"}
	}
	line := 1
	if t := e.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	return &syntaxError{line, "YAML syntax: " + e.GetMessage() + ": correct it"}
}

type converter struct {
	anchors map[string]*node
	merges  int // entries that merge keys brought in
	err     error
}

func (c *converter) fail(line int, format string, args ...any) *node {
	if c.err == nil {
		c.err = &syntaxError{line, fmt.Sprintf(format, args...)}
	}
	return &node{null: true, line: line}
}

// convert turns the parser's tree into nodes; line is that of the parent.
func (c *converter) convert(n ast.Node, line int) *node {
	if n == nil {
		return &node{null: true, line: line}
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	switch n := n.(type) {
	case *ast.NullNode:
		return &node{null: true, line: line}
	case *ast.StringNode:
		return &node{text: n.Value, line: line}
	case *ast.LiteralNode:
		return &node{text: n.Value.Value, line: line}
	case *ast.BoolNode, *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return &node{text: n.GetToken().Value, line: line}
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
		m := &node{kind: mapping, line: line}
		for _, v := range n.Values {
			c.pair(m, v)
		}
		return m
	case *ast.MappingValueNode:
		m := &node{kind: mapping, line: line}
		c.pair(m, n)
		return m
	case *ast.SequenceNode:
		s := &node{kind: sequence, line: line}
		for _, v := range n.Values {
			s.items = append(s.items, c.convert(v, line))
		}
		return s
	}
	return c.fail(line, "a %s is not expected here: write a plain value", n.Type().YAMLName())
}

// pair adds an entry of a mapping. A merged mapping's entries count where the
// mapping has no entry of that name itself, before or after it.
func (c *converter) pair(m *node, v *ast.MappingValueNode) {
	value := c.convert(v.Value, m.line)
	if v.Key.IsMergeKey() {
		c.merge(m, value)
		return
	}
	var key ast.Node = v.Key
	if k, ok := key.(*ast.MappingKeyNode); ok {
		key = k.Value
	}
	k := c.convert(key, m.line)
	if k.kind != scalar {
		c.fail(k.line, "a key is a list or a mapping: write a plain word")
		return
	}
	for i, p := range m.pairs {
		switch {
		case p.key != k.text:
		case p.merged:
			m.pairs[i] = pair{key: k.text, line: k.line, value: value}
			return
		default:
			c.fail(k.line, "key %q stands there twice, first on line %d: remove one", k.text, p.line)
			return
		}
	}
	m.pairs = append(m.pairs, pair{key: k.text, line: k.line, value: value})
}

// merge adds the entries of other mappings that m does not have itself.
func (c *converter) merge(m, value *node) {
	for _, other := range c.merged(value) {
		for _, p := range other.pairs {
			if c.merges++; c.merges > maxMerges {
				c.fail(value.line, "merge keys bring in too many entries: write them out")
				return
			}
			if m.at(p.key) == nil {
				p.merged = true
				m.pairs = append(m.pairs, p)
			}
		}
	}
}

// merged lists the mappings that a merge key brings in.
func (c *converter) merged(value *node) []*node {
	switch value.kind {
	case mapping:
		return []*node{value}
	case sequence:
		for _, n := range value.items {
			if n.kind != mapping {
				c.fail(n.line, "a merge key takes mappings: name an anchored mapping")
				return nil
			}
		}
		return value.items
	}
	c.fail(value.line, "a merge key takes a mapping: name an anchored mapping")
	return nil
}

func (n *node) at(key string) *node {
	for _, p := range n.pairs {
		if p.key == key {
			return p.value
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
