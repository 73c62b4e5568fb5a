package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/lexer"
)

// find looks a qualified name up.
func (c *calls) find(name string) *catalog.Call {
	i, ok := slices.BinarySearchFunc(c.lang.Calls, name, func(x catalog.Call, s string) int { return strings.Compare(x.Name, s) })
	if !ok || c.lang.Calls[i].Line {
		return nil
	}
	return &c.lang.Calls[i]
}

// method looks up the last part of a name as a method of any value.
func (c *calls) method(name string) *catalog.Call {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return c.find(name[i:])
	}
	return nil
}

// call follows one call by name.
func (c *calls) call(name string, args []argument) argument {
	if slices.Contains(c.lang.Modules, name) && len(args) > 0 {
		if m := args[0].single(); m.text != "" && !m.dyn {
			_, module, ok := strings.Cut(m.text, ":")
			if !ok {
				module = m.text
			}
			return argument{vals: []value{unknown()}, module: module}
		}
	}
	if len(args) > 0 {
		if f := c.find(name + "[" + args[0].single().text + "]"); f != nil {
			return c.apply(f, nil, unknown())
		}
	}
	if f := c.find(name); f != nil {
		return c.apply(f, args, unknown())
	}
	if f := c.method(name); f != nil {
		self := unknown()
		if v, ok := c.vars[name[:strings.LastIndexByte(name, '.')]]; ok {
			self = v
		}
		return c.apply(f, args, self)
	}
	return unknownArgument()
}

// methods reads calls on a value: .name(…).
func (c *calls) methods(on argument) argument {
	for c.at+1 < len(c.tokens) && c.is(".") && c.tokens[c.at+1].Kind == lexer.Word && c.tokens[c.at+1].Start == c.tokens[c.at].End {
		name := c.tokens[c.at+1].Text
		c.at += 2
		var args []argument
		called := c.is("(")
		if called {
			c.at++
			args = c.group(")")
		}
		next := unknownArgument()
		if on.module != "" {
			next = c.call(on.module+"."+name, args)
			if !called && next.module == "" {
				next = argument{vals: []value{unknown()}, module: on.module + "." + name}
			}
		} else if f := c.method("." + name); f != nil && (called || f.Bare) {
			next = c.apply(f, args, on.single())
		}
		on = next
	}
	return on
}

// lisp reads (name args).
func (c *calls) lisp() argument {
	t := c.peek()
	if t == nil || t.Kind != lexer.Word {
		c.group(")")
		return unknownArgument()
	}
	c.at++
	return c.call(t.Text, c.group(")"))
}
