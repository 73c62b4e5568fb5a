package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
	"github.com/ravenclaude/thing/internal/lexer"
)

// operand reads a string, a bracket or a name with its calls.
func (c *calls) operand() argument {
	t := *c.peek()
	c.at++
	switch {
	case t.Kind == lexer.Text:
		v := c.literal(t)
		if t.Shell {
			c.shell(v)
			v = unknown()
		}
		return c.methods(argument{vals: []value{v}})
	case t.Kind == lexer.Word:
		return c.word(t)
	case c.lang.Lisp && t.Text == "(":
		return c.lisp()
	}
	args := c.group(bracket(t.Text))
	out := argument{list: true}
	switch {
	case t.Text == "(" && len(args) == 1:
		out = args[0]
		out.name = ""
	case t.Text == "{":
		out = argument{vals: []value{unknown()}, named: args}
	default:
		for _, a := range args {
			out.vals = append(out.vals, a.vals...)
		}
	}
	return c.methods(out)
}

// literal is the value of a string. What the shell put into the code at a
// place that is not known stays unknown.
func (c *calls) literal(t lexer.Token) value {
	v := static(t.Text[:t.Known])
	for rest := t.Text[t.Known:]; rest != ""; {
		expr, after, ok := hole(t.Hole, rest)
		if !ok {
			v = v.join(named(rest))
			break
		}
		part := c.evaluate(expr)
		if part.text == "" {
			part = named(rest[:len(rest)-len(after)])
		}
		chunk := after
		if i := strings.Index(after, t.Hole); i >= 0 {
			chunk = after[:i]
		}
		v, rest = v.join(part).join(static(escape.ANSI(chunk))), after[len(chunk):]
	}
	if t.End > c.known {
		if i := strings.IndexAny(v.text, "$`…"); i >= 0 && i <= v.known {
			v.known, v.dyn = i, true
		}
	}
	return v
}

// hole cuts the expression off that text begins with inside a string.
func hole(open, text string) (expr, rest string, ok bool) {
	if strings.HasSuffix(open, "{") {
		i := strings.IndexByte(text, '}')
		if i < len(open) {
			return "", text, false
		}
		return text[len(open):i], text[i+1:], true
	}
	i := len(open)
	for i < len(text) && lexer.InWord(text[i]) && text[i] != '$' {
		i++
	}
	if i < len(text) {
		if end := strings.Index(text[i:], bracket(text[i:i+1])); end > 0 {
			i += end + 1
		}
	}
	return text[:i], text[i:], i > len(open)
}

// evaluate is the value of an expression within a string.
func (c *calls) evaluate(expr string) value {
	tokens, at := c.tokens, c.at
	c.tokens, c.at = lexer.Scan(c.lang, expr).Tokens, 0
	v := c.expression("").single()
	c.tokens, c.at = tokens, at
	return v
}

// word reads what begins with a name: a call, an indexed value, a variable.
func (c *calls) word(t lexer.Token) argument {
	name := c.resolved(t.Text)
	next := c.peek()
	switch {
	case next != nil && next.Kind == lexer.Word && next.Text == "as" && c.at+1 < len(c.tokens) && c.tokens[c.at+1].Kind == lexer.Word:
		c.names[c.tokens[c.at+1].Text] = name
		c.at += 2
		return unknownArgument()
	case next != nil && next.Kind == lexer.Mark && next.Text == "(":
		c.at++
		return c.methods(c.call(name, c.group(")")))
	case next != nil && next.Kind == lexer.Mark && (next.Text == "[" || next.Text == "{") && next.Start == t.End:
		c.at++
		args := c.group(bracket(next.Text))
		if len(args) == 1 {
			key := args[0].single()
			if key.text == "" && c.at >= 2 {
				key = static(c.tokens[c.at-2].Text) // a bare word
			}
			if f := c.find(name + "[" + key.text + "]"); f != nil {
				return c.methods(c.apply(f, nil, unknown()))
			}
		}
		if f := c.find(name + "[]"); f != nil {
			return c.methods(c.apply(f, args, unknown()))
		}
		return c.methods(unknownArgument())
	case next != nil && c.bare(name) && !c.ends("") && (next.Kind != lexer.Mark || next.Text == "["):
		var args []argument
		for !c.ends("") && len(args) < maxArguments {
			args = append(args, c.expression(""))
			if !c.is(",") {
				break
			}
			c.at++
		}
		return c.call(name, args)
	}
	if f := c.find(name); f != nil && f.Does == catalog.DoesHome {
		return c.apply(f, nil, unknown())
	}
	if v, ok := c.vars[name]; ok {
		return argument{vals: []value{v}}
	}
	if f := c.method(name); f != nil && f.Self && f.Bare {
		return c.call(name, nil)
	}
	return unknownArgument()
}

// resolved replaces the first part of a name that stands for another.
func (c *calls) resolved(name string) string {
	first, rest, qualified := strings.Cut(name, ".")
	other, ok := c.names[first]
	if !ok || other == first {
		return name
	}
	if qualified {
		return other + "." + rest
	}
	return other
}

func (c *calls) bare(name string) bool {
	f := c.find(name)
	if f == nil {
		f = c.method(name)
	}
	return f != nil && f.Bare
}
