package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/lexer"
)

// calls reads code token by token and follows the calls that reach outside.
// It knows no grammar: only strings, names, brackets, and what joins them.
type calls struct {
	*embedded
	lang   *catalog.Language
	tokens []lexer.Token
	at     int
	depth  int
	vars   map[string]value  // variables that hold a string
	names  map[string]string // other names of a module or function
	found  []value           // absolute paths that it looks for files in
	loses  bool              // it removes something that is not known
}

// maxBrackets bounds how deep brackets are followed.
const maxBrackets = 64

// maxOperator bounds the marks between two values that are told apart.
const maxOperator = 8

// maxString bounds a string that is put together.
const maxString = 4 << 10

// maxArguments bounds how many arguments of one call are looked at.
const maxArguments = 256

// maxFound bounds the places of one text that files are looked for in.
const maxFound = 16

// argument is one of a call, or an element of a list.
type argument struct {
	name   string
	vals   []value // one, or those of a list
	list   bool
	module string     // it is a module
	named  []argument // it is a group of named arguments
}

func unknownArgument() argument { return argument{vals: []value{unknown()}} }

func (a argument) single() value {
	if len(a.vals) == 1 && !a.list {
		return a.vals[0]
	}
	return unknown()
}

func (c *calls) peek() *lexer.Token {
	if c.at < len(c.tokens) {
		return &c.tokens[c.at]
	}
	return nil
}

// is reports whether the next token is this mark.
func (c *calls) is(mark string) bool {
	t := c.peek()
	return t != nil && t.Kind == lexer.Mark && t.Text == mark
}

// bracket is the one that closes another, "" for other text.
func bracket(open string) string {
	switch open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return ""
}

// group reads expressions up to a closing bracket, or to the end of the code.
func (c *calls) group(closer string) []argument {
	if c.depth++; c.depth > maxBrackets {
		c.a.opaque("the code nests deeper than can be analysed", c.span)
		c.at = len(c.tokens)
	}
	defer func() { c.depth-- }()
	var out []argument
	for {
		t := c.peek()
		if t == nil {
			return out
		}
		if t.Kind == lexer.Mark && (t.Text == closer || closer != "" && strings.Contains(")]}", t.Text)) {
			c.at++
			return out
		}
		if t.Kind == lexer.Line || t.Kind == lexer.Mark && (t.Text == "," || t.Text == ";" || strings.Contains(")]}", t.Text)) {
			c.at++
			continue
		}
		arg := c.expression(closer)
		if len(out) < maxArguments {
			out = append(out, arg)
		}
	}
}

// ends reports whether an expression ends before the next token.
func (c *calls) ends(closer string) bool {
	t := c.peek()
	switch {
	case t == nil:
		return true
	case t.Kind == lexer.Line:
		return closer == "" || closer == "}"
	case t.Kind == lexer.Mark:
		return strings.Contains(",;)]}", t.Text)
	}
	return false
}

// expression reads one expression. What it cannot make out is unknown.
func (c *calls) expression(closer string) argument {
	out, op, begun := unknownArgument(), "", false
	variable := false
	for !c.ends(closer) {
		t := c.peek()
		switch {
		case t.Kind == lexer.Line:
			c.at++
			continue
		case t.Kind == lexer.Word && !begun && c.naming(&out, &variable, closer):
			continue
		case t.Kind == lexer.Mark && bracket(t.Text) == "":
			c.at++
			if len(op) < maxOperator {
				op += t.Text
			}
			continue
		}
		if t.Kind == lexer.Word && strings.HasSuffix(op, ".") && c.tokens[c.at-1].End == t.Start {
			c.at-- // a method of what is not understood
			c.methods(unknownArgument())
			out, begun, op = argument{name: out.name, vals: []value{unknown()}}, true, ""
			continue
		}
		v := c.operand()
		switch {
		case !begun && strings.Trim(op, ":\\&!*@$#'") != "":
		case !begun, op == "" && t.Kind != lexer.Text && !out.list: // after a keyword comes what it is about
			v.name = out.name
			out = v
		case !out.list && !v.list && (op == "+" || op == "." || op == ".." || op == "" && t.Kind == lexer.Text):
			joined := out.single().join(v.single())
			if len(joined.text) > maxString {
				joined = unknown()
			}
			out.vals = []value{joined}
		case !out.list && !v.list && op == "/":
			out.vals = []value{joinPath(out.single(), v.single())}
		default:
			out = argument{name: out.name, vals: []value{unknown()}}
		}
		begun, op = true, ""
		if c.lang.Lisp {
			break
		}
	}
	if variable {
		if out.module != "" {
			c.names[out.name] = out.module
		} else {
			c.vars[out.name] = out.single()
		}
	}
	return out
}

// naming reads "name =" or "name:" before a value.
func (c *calls) naming(out *argument, variable *bool, closer string) bool {
	if c.at+2 >= len(c.tokens) || c.lang.Lisp {
		return false
	}
	t, next, after := c.tokens[c.at], c.tokens[c.at+1], c.tokens[c.at+2]
	colon := next.Kind == lexer.Mark && next.Text == ":" && closer == "}"
	equals := next.Kind == lexer.Mark && next.Text == "=" && (after.Kind != lexer.Mark || after.Text != "=" && after.Text != "~" && after.Text != ">")
	if !colon && !equals {
		return false
	}
	c.at += 2
	out.name, *variable = t.Text, equals && closer != ")"
	return true
}
