package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// The shell runs commands in places that look like plain values: whatever
// stands in the brackets of an arithmetic text is expanded, and a text that
// is computed may come from any variable.

// evaluate computes a text as an arithmetic expression, walking what it runs.
func (a *analyzer) evaluate(st *state, text string, span fact.Span) value {
	text = strings.TrimSpace(text)
	if text == "" {
		return static("0")
	}
	if n := literalNumber(text); n.ok {
		return static(strconv.FormatInt(n.n, 10))
	}
	if a.steps++; a.steps > a.limits.Invocations {
		a.full = true
	}
	if a.full || a.depth >= a.limits.Recursion || len(text) > maxOperand {
		a.bound("a computed text goes deeper than can be analysed", span)
		return unknown()
	}
	a.depth++
	defer func() { a.depth-- }()
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	x, err := p.Arithmetic(strings.NewReader(text))
	if err != nil {
		if strings.Contains(text, "$(") || strings.Contains(text, "`") {
			a.opaque("a computed text that cannot be parsed: "+clip(text), span)
		}
		return unknown()
	}
	v := unknown()
	before := len(a.facts.Invocations)
	a.within(text, 0, &span, func() {
		v = a.arithmetic(st, x, "")
	})
	a.hidden(before, text, span)
	return v
}

// subscript computes what stands in the brackets of an array: a number, or
// "?" if that is not known.
func (a *analyzer) subscript(st *state, v value, span fact.Span) string {
	if v.dyn {
		return "?"
	}
	n := a.evaluate(st, v.text, span)
	if n.dyn {
		return "?"
	}
	return n.text
}

// prompt expands a text as the shell does a prompt: as if in double quotes.
func (a *analyzer) prompt(st *state, v value, span fact.Span) {
	if v.dyn && v.known == 0 || !strings.ContainsAny(v.text, "$`") {
		return
	}
	if a.steps++; a.steps > a.limits.Invocations {
		a.full = true
	}
	if a.full || a.depth >= a.limits.Recursion || len(v.text) > maxOperand {
		a.bound("a prompt goes deeper than can be analysed", span)
		return
	}
	p := syntax.NewParser(syntax.Variant(syntax.LangBash))
	w, err := p.Document(strings.NewReader(v.text))
	if err != nil {
		a.opaque("a prompt that cannot be parsed: "+clip(v.text), span)
		return
	}
	a.depth++
	before := len(a.facts.Invocations)
	a.within(v.text, 0, &span, func() {
		sub := st.layer()
		sub.place |= fact.InDecoded
		a.pieces(sub, w.Parts, true, tildeNone)
	})
	a.depth--
	a.hidden(before, v.text, span)
}

// hidden notes that a text which looks like a value ran something: whoever
// writes so hides it, or does not know.
func (a *analyzer) hidden(before int, text string, span fact.Span) {
	if len(a.facts.Invocations) > before {
		a.opaque("a text that is only computed runs a command: "+clip(text), span)
	}
}

// reference follows ${!name}: the value names what is read.
func (a *analyzer) reference(st *state, name string, p *syntax.ParamExp) {
	v, _ := st.get(name)
	if v == nil {
		return
	}
	for _, e := range v.vals {
		a.element(st, e, a.span(p))
	}
}

// transformed walks ${name@P}, which expands the value as a prompt.
func (a *analyzer) transformed(st *state, p *syntax.ParamExp, cur piece) {
	if p.Exp.Word == nil || p.Exp.Word.Lit() != "P" {
		return
	}
	for _, v := range cur.alts {
		if v.dyn && len(v.from) > 0 {
			a.opaque("the prompt that is expanded is not known before the command runs", a.span(p))
		}
		a.prompt(st, v, a.span(p))
	}
}
