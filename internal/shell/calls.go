package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// calls reads code token by token and follows the calls that reach outside.
// It knows no grammar: only strings, names, brackets, and what joins them.
type calls struct {
	*embedded
	lang   *catalog.Language
	tokens []token
	at     int
	depth  int
	vars   map[string]value  // variables that hold a string
	names  map[string]string // other names of a module or function
}

// maxBrackets bounds how deep brackets are followed.
const maxBrackets = 64

// maxOperator bounds the marks between two values that are told apart.
const maxOperator = 8

// maxString bounds a string that is put together.
const maxString = 4 << 10

// maxArguments bounds how many arguments of one call are looked at.
const maxArguments = 256

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

func (c *calls) peek() *token {
	if c.at < len(c.tokens) {
		return &c.tokens[c.at]
	}
	return nil
}

// is reports whether the next token is this mark.
func (c *calls) is(mark string) bool {
	t := c.peek()
	return t != nil && t.kind == tokenMark && t.text == mark
}

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

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
		if t.kind == tokenMark && (t.text == closer || closer != "" && strings.Contains(")]}", t.text)) {
			c.at++
			return out
		}
		if t.kind == tokenLine || t.kind == tokenMark && (t.text == "," || t.text == ";" || strings.Contains(")]}", t.text)) {
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
	case t.kind == tokenLine:
		return closer == "" || closer == "}"
	case t.kind == tokenMark:
		return strings.Contains(",;)]}", t.text)
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
		case t.kind == tokenLine:
			c.at++
			continue
		case t.kind == tokenWord && !begun && c.naming(&out, &variable, closer):
			continue
		case t.kind == tokenMark && closers[t.text] == "":
			c.at++
			if len(op) < maxOperator {
				op += t.text
			}
			continue
		}
		if t.kind == tokenWord && strings.HasSuffix(op, ".") && c.tokens[c.at-1].end == t.start {
			c.at-- // a method of what is not understood
			c.methods(unknownArgument())
			out, begun, op = argument{name: out.name, vals: []value{unknown()}}, true, ""
			continue
		}
		v := c.operand()
		switch {
		case !begun && strings.Trim(op, ":\\&!*@$#'") != "":
		case !begun, op == "" && t.kind != tokenText && !out.list: // after a keyword comes what it is about
			v.name = out.name
			out = v
		case !out.list && !v.list && (op == "+" || op == "." || op == ".." || op == "" && t.kind == tokenText):
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
	colon := next.kind == tokenMark && next.text == ":" && closer == "}"
	equals := next.kind == tokenMark && next.text == "=" && (after.kind != tokenMark || after.text != "=" && after.text != "~" && after.text != ">")
	if !colon && !equals {
		return false
	}
	c.at += 2
	out.name, *variable = t.text, equals && closer != ")"
	return true
}

// operand reads a string, a bracket or a name with its calls.
func (c *calls) operand() argument {
	t := *c.peek()
	c.at++
	switch {
	case t.kind == tokenText:
		v := c.literal(t)
		if t.shell {
			c.shell(v)
			v = unknown()
		}
		return c.methods(argument{vals: []value{v}})
	case t.kind == tokenWord:
		return c.word(t)
	case c.lang.Lisp && t.text == "(":
		return c.lisp()
	}
	args := c.group(closers[t.text])
	out := argument{list: true}
	switch {
	case t.text == "(" && len(args) == 1:
		out = args[0]
		out.name = ""
	case t.text == "{":
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
func (c *calls) literal(t token) value {
	v := static(t.text[:t.known])
	for rest := t.text[t.known:]; rest != ""; {
		expr, after, ok := hole(t.hole, rest)
		if !ok {
			v = v.join(named(rest))
			break
		}
		part := c.evaluate(expr)
		if part.text == "" {
			part = named(rest[:len(rest)-len(after)])
		}
		chunk := after
		if i := strings.Index(after, t.hole); i >= 0 {
			chunk = after[:i]
		}
		v, rest = v.join(part).join(static(ansi(chunk))), after[len(chunk):]
	}
	if t.end > c.known {
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
	for i < len(text) && inWord(text[i]) && text[i] != '$' {
		i++
	}
	if i < len(text) {
		if end := strings.Index(text[i:], closers[text[i:i+1]]); end > 0 {
			i += end + 1
		}
	}
	return text[:i], text[i:], i > len(open)
}

// evaluate is the value of an expression within a string.
func (c *calls) evaluate(expr string) value {
	tokens, at := c.tokens, c.at
	c.tokens, c.at = lex(c.lang, expr).tokens, 0
	v := c.expression("").single()
	c.tokens, c.at = tokens, at
	return v
}

// word reads what begins with a name: a call, an indexed value, a variable.
func (c *calls) word(t token) argument {
	name := c.resolved(t.text)
	next := c.peek()
	switch {
	case next != nil && next.kind == tokenWord && next.text == "as" && c.at+1 < len(c.tokens) && c.tokens[c.at+1].kind == tokenWord:
		c.names[c.tokens[c.at+1].text] = name
		c.at += 2
		return unknownArgument()
	case next != nil && next.kind == tokenMark && next.text == "(":
		c.at++
		return c.methods(c.call(name, c.group(")")))
	case next != nil && next.kind == tokenMark && (next.text == "[" || next.text == "{") && next.start == t.end:
		c.at++
		args := c.group(closers[next.text])
		if len(args) == 1 {
			key := args[0].single()
			if key.text == "" && c.at >= 2 {
				key = static(c.tokens[c.at-2].text) // a bare word
			}
			if f := c.find(name + "[" + key.text + "]"); f != nil {
				return c.methods(c.apply(f, nil, unknown()))
			}
		}
		return c.methods(unknownArgument())
	case next != nil && c.bare(name) && !c.ends("") && (next.kind != tokenMark || next.text == "["):
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
	for c.at+1 < len(c.tokens) && c.is(".") && c.tokens[c.at+1].kind == tokenWord && c.tokens[c.at+1].start == c.tokens[c.at].end {
		name := c.tokens[c.at+1].text
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
	if t == nil || t.kind != tokenWord {
		c.group(")")
		return unknownArgument()
	}
	c.at++
	return c.call(t.text, c.group(")"))
}

// apply does what a call does.
func (c *calls) apply(f *catalog.Call, args []argument, self value) argument {
	saved := c.dir
	deep := f.Deep
	var pos []argument
	for _, a := range args {
		for _, x := range a.named {
			deep = c.option(x.name, x.single(), f) || deep
		}
		switch {
		case a.name != "":
			deep = c.option(a.name, a.single(), f) || deep
		default:
			pos = append(pos, a)
		}
	}
	if f.Skip < len(pos) {
		pos = pos[f.Skip:]
	} else {
		pos = nil
	}
	if f.Self {
		pos = append([]argument{{vals: []value{self}}}, pos...)
	}
	out := unknown()
	switch f.Does {
	case catalog.DoesRun:
		c.runs(pos)
	case catalog.DoesOpen:
		c.open(pos)
	case catalog.DoesCopy, catalog.DoesMove:
		first := catalog.Read
		if f.Does == catalog.DoesMove {
			first = catalog.Move
		}
		if len(pos) > 1 {
			c.touch(first, pos[0].single(), f.Deep)
			c.touch(catalog.Write, pos[1].single(), false)
		}
	case catalog.DoesChdir:
		if len(pos) > 0 {
			c.dir = c.a.enter(c.dir, pos[0].single())
			saved = c.dir
		}
	case catalog.DoesHome:
		out = c.a.directory(c.a.env.World.Home(), "~")
	case catalog.DoesJoin:
		if len(pos) > 0 {
			out = pos[0].single()
			for _, p := range pos[1:] {
				out = joinPath(out, p.single())
			}
		}
	case catalog.DoesPath:
		if len(pos) > 0 {
			out = c.tilde(pos[0].single())
		}
	default:
		for i, p := range pos {
			if i > 0 && !f.All {
				break
			}
			for _, v := range p.vals {
				c.touch(f.Effect, v, deep)
			}
		}
	}
	c.dir = saved
	return argument{vals: []value{out}}
}

// option takes a named argument in, and reports whether it makes an effect
// deep.
func (c *calls) option(name string, v value, f *catalog.Call) bool {
	if name == c.lang.Chdir && c.lang.Chdir != "" && f.Does == catalog.DoesRun {
		c.dir = c.a.enter(c.dir, v)
	}
	return name == c.lang.Deep && name != ""
}

// runs follows what a call runs: one text is for the shell, several are words.
func (c *calls) runs(pos []argument) {
	var words []value
	list := false
	for i, p := range pos {
		if len(p.vals) == 0 || !p.list && p.vals[0].dyn && p.vals[0].known == 0 {
			if i == 0 {
				return
			}
			if c.lang.Lisp {
				continue
			}
			break
		}
		words = append(words, p.vals...)
		list = list || p.list
	}
	if len(words) == 1 && !list {
		c.shell(words[0])
		return
	}
	c.command(words)
}

// open follows a call that opens a path in a mode, or a command through a pipe.
func (c *calls) open(pos []argument) {
	var texts []value
	for _, p := range pos {
		if v := p.single(); v.text != "" && (!v.dyn || v.known > 0) {
			texts = append(texts, v)
		} else if len(texts) > 0 {
			break
		}
	}
	if len(texts) == 0 {
		return
	}
	first, mode := texts[0], ""
	if len(texts) > 1 {
		mode = texts[1].text
		if strings.Trim(first.text, "<>+|-") == "" {
			mode, first = first.text, texts[1]
			if strings.Contains(mode, "|") {
				c.runs([]argument{{vals: texts[1:], list: len(texts) > 2}})
				return
			}
		}
	}
	name := strings.TrimSpace(first.text)
	switch {
	case strings.HasPrefix(name, "|"):
		c.shell(static(name[1:]))
		return
	case strings.HasSuffix(name, "|"):
		c.shell(static(name[:len(name)-1]))
		return
	case mode == "" && strings.HasPrefix(name, ">"):
		first, mode = static(strings.TrimSpace(strings.TrimLeft(name, ">"))), ">"
	}
	for _, p := range pos {
		if p.name == "mode" {
			mode = p.single().text
		}
	}
	effect := catalog.Read
	switch {
	case strings.Contains(mode, "a") || mode == ">>":
		effect = catalog.Append
	case strings.ContainsAny(mode, "wx+>"):
		effect = catalog.Write
	}
	c.touch(effect, first, false)
}

// tilde replaces a leading tilde by the home directory.
func (c *calls) tilde(v value) value {
	if v.text != "~" && !strings.HasPrefix(v.text, "~/") {
		return v
	}
	home := c.a.env.World.Home()
	if home == "" {
		return named(v.text)
	}
	v.text = home + v.text[1:]
	v.known += len(home) - 1
	return v
}

// joinPath is b as a path seen from a.
func joinPath(a, b value) value {
	if path.IsAbs(b.text) && b.known > 0 {
		return b
	}
	if !strings.HasSuffix(a.text, "/") {
		a = a.join(static("/"))
	}
	return a.join(b)
}
