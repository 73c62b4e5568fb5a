package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// expand expands text as make does before a shell sees it. What is not known
// becomes a shell variable, so that the shell's analysis can go on.
func (m *makefile) expand(text string, span fact.Span, bound map[string]string) string {
	if strings.IndexByte(text, '$') < 0 {
		return text
	}
	if m.depth++; m.depth > maxMakeDepth || m.spent > m.a.limits.Decoded {
		m.tooMuch(span)
		m.depth--
		return ""
	}
	defer func() { m.depth-- }()
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '$' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		i++
		part := ""
		switch text[i] {
		case '$':
			part = "$"
		case '(', '{':
			end := closing(text, i)
			part = m.reference(text[i+1:end], span, bound)
			i = end
		default:
			part = m.variable(text[i:i+1], span, bound)
		}
		if m.spent += len(part) + 1; m.spent > m.a.limits.Decoded {
			m.tooMuch(span)
			return b.String()
		}
		b.WriteString(part)
	}
	return b.String()
}

func (m *makefile) tooMuch(span fact.Span) {
	m.a.bound("a make file expands to more than can be analysed", span)
}

// closing is the index of the bracket that closes the one at i, or the end.
func closing(s string, i int) int {
	open, shut := s[i], byte(')')
	if open == '{' {
		shut = '}'
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// reference is what $(…) stands for.
func (m *makefile) reference(s string, span fact.Span, bound map[string]string) string {
	name, rest, isCall := strings.Cut(s, " ")
	if !isCall {
		if name, rest, isCall = strings.Cut(s, "\t"); !isCall {
			return m.substituted(s, span, bound)
		}
	}
	rest = strings.TrimLeft(rest, " \t")
	switch name {
	case "shell":
		return m.output(rest, span, bound)
	case "call":
		args := arguments(rest)
		inner := map[string]string{}
		for i, x := range args {
			inner[itoa(i)] = m.expand(strings.TrimSpace(x), span, bound)
		}
		return m.variable(inner["0"], span, inner)
	case "eval":
		m.parse(m.expand(rest, span, bound), 0)
		return ""
	case "info", "warning", "error":
		m.expand(rest, span, bound)
		return ""
	case "foreach":
		args := arguments(rest)
		if len(args) < 3 {
			return ""
		}
		var out []string
		for i, item := range strings.Fields(m.expand(args[1], span, bound)) {
			if i == maxMakeItems {
				m.tooMuch(span)
				break
			}
			inner := map[string]string{strings.TrimSpace(args[0]): item}
			for k, v := range bound {
				if inner[k] == "" {
					inner[k] = v
				}
			}
			out = append(out, m.expand(strings.Join(args[2:], ","), span, inner))
		}
		return strings.Join(out, " ")
	}
	args := arguments(rest)
	for i := range args {
		args[i] = m.expand(args[i], span, bound)
	}
	switch name {
	case "strip", "sort", "wildcard", "abspath", "realpath", "value":
		return strings.TrimSpace(strings.Join(args, ","))
	case "if", "or", "and":
		if name == "if" {
			args = args[1:]
		}
		return m.choice(args)
	case "addprefix", "addsuffix":
		if len(args) < 2 {
			return ""
		}
		words := strings.Fields(args[1])
		for i, w := range words {
			if name == "addprefix" {
				words[i] = args[0] + w
			} else {
				words[i] = w + args[0]
			}
			if m.spent += len(args[0]); m.spent > m.a.limits.Decoded {
				m.tooMuch(span)
				return ""
			}
		}
		return strings.Join(words, " ")
	case "subst":
		if len(args) < 3 || args[0] == "" || len(args[1])*strings.Count(args[2], args[0]) > m.a.limits.Decoded {
			return ""
		}
		return strings.ReplaceAll(strings.Join(args[2:], ","), args[0], args[1])
	}
	if !strings.ContainsAny(name, ":=") {
		return m.let(unknown())
	}
	return m.substituted(s, span, bound)
}

// arguments splits at commas outside of brackets.
func arguments(s string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

// substituted is a variable, perhaps with the ends of its words replaced.
func (m *makefile) substituted(s string, span fact.Span, bound map[string]string) string {
	s = m.expand(s, span, bound)
	name, change, ok := strings.Cut(s, ":")
	from, to, both := strings.Cut(change, "=")
	if !ok || !both {
		return m.variable(s, span, bound)
	}
	words := strings.Fields(m.variable(name, span, bound))
	if strings.Contains(from, "%") {
		return m.let(unknown())
	}
	for i, w := range words {
		if stem, ok := strings.CutSuffix(w, from); ok {
			words[i] = stem + to
		}
	}
	return strings.Join(words, " ")
}

// variable is the value of a name.
func (m *makefile) variable(name string, span fact.Span, bound map[string]string) string {
	if v, ok := bound[name]; ok {
		return v
	}
	if len(name) == 2 && (name[1] == 'D' || name[1] == 'F') { // directory or name of an automatic one
		if v, ok := bound[name[:1]]; ok {
			return v
		}
	}
	v := m.vars[name]
	switch {
	case v != nil && len(v.values) == 1:
		return m.value(v, v.values[0], bound)
	case v != nil:
		texts := make([]string, 0, len(v.values))
		for _, s := range v.values {
			texts = append(texts, m.value(v, s, bound))
		}
		return m.choice(texts)
	case name == "MAKE":
		if len(m.c.words) > 0 {
			return m.c.words[0].Text
		}
		return m.form.Lang
	case name == "CURDIR" && m.dir.Path != "":
		return m.dir.Path
	case !syntax.ValidName(name) || strings.HasPrefix(name, "MAKE"):
		return ""
	}
	return "${" + name + "}" // of the environment
}

func (m *makefile) value(v *makeVariable, text string, bound map[string]string) string {
	if v.ready {
		return text
	}
	return m.expand(text, m.c.span, bound)
}

// output is what $(shell …) stands for.
func (m *makefile) output(text string, span fact.Span, bound map[string]string) string {
	v := m.command(m.expand(text, span, bound), span).trim()
	if !v.dyn && len(v.from) == 0 {
		return strings.ReplaceAll(v.text, "\n", " ")
	}
	return m.let(v)
}

// choice is one of several texts.
func (m *makefile) choice(texts []string) string {
	vals := make([]value, 0, len(texts))
	for _, s := range texts {
		v := static(s)
		if strings.IndexByte(s, '$') >= 0 {
			v = named(s)
		}
		vals = append(vals, v)
	}
	if vals = distinct(vals); len(vals) == 1 {
		return texts[0]
	}
	return m.letAll(vals)
}

func (m *makefile) let(v value) string { return m.letAll([]value{v}) }

// letAll gives values a name that the shell can look up.
func (m *makefile) letAll(vals []value) string {
	name := "MAKE_VALUE_" + itoa(len(m.lets)+1)
	m.lets[name] = given(vals...)
	return "${" + name + "}"
}
