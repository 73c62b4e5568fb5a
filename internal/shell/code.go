package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// shellLang is the language of code that is analysed as this package's own.
const shellLang = "shell"

// code follows the code that the program at index is given.
func (a *analyzer) code(st *state, c run, o *parsed, index int) {
	ran := false
	for _, p := range o.chain {
		for i := range p.Code {
			r := &p.Code[i]
			if !fact.Empty(r.Unless) && fact.Holds(o.flags, r.Unless) {
				continue
			}
			switch {
			case r.Flag != "" && r.First:
				if o.has(r.Flag) && len(o.operands) > 0 {
					w := o.operands[0]
					a.code1(st, c, index, r.Lang, back(w), w.Span, p, rest(rest(o.operands))) // the word after the code is $0
					ran = true
				}
			case r.Flag != "" && r.File:
				for _, w := range o.values(r.Flag) {
					a.script(st, c, o, index, r.Lang, w, nil, p)
					ran = true
				}
			case r.Flag != "":
				for _, w := range o.values(r.Flag) {
					a.code1(st, c, index, r.Lang, back(w), w.Span, p, rest(o.operands))
					ran = true
				}
			case r.Join:
				if len(o.operands) > 0 {
					v := joined(o.operands)
					if len(o.operands) == 1 {
						v.at = a.where(o.operands[0])
					}
					a.code1(st, c, index, r.Lang, v, c.span, p, nil)
					ran = true
				}
			case ran:
			case r.First:
				if len(o.operands) > 0 {
					w := o.operands[0]
					a.code1(st, c, index, r.Lang, back(w), w.Span, p, nil)
					ran = true
				}
			case r.File:
				for _, w := range choose(r.At, 0, o.operands) {
					if w.Text == "-" || w.Text == "/dev/stdin" || w.Text == "/dev/fd/0" {
						continue
					}
					a.script(st, c, o, index, r.Lang, w, rest(o.operands), p)
					ran = true
				}
			case r.Stdin:
				if c.in != nil {
					a.code1(st, c, index, r.Lang, *c.in, c.span, p, o.operands)
					ran = true
				}
			}
		}
	}
}

// made runs a file that the line itself has written, called by its path.
func (a *analyzer) made(st *state, c run, o *parsed, index int) {
	head := c.words[0]
	v, ok := a.files[a.resolve(c.dir, back(head))]
	if !ok {
		return
	}
	lang := shellLang
	if first, _, _ := strings.Cut(v.text, "\n"); strings.HasPrefix(first, "#!") && !v.dyn {
		words := strings.Fields(first[2:])
		for len(words) > 0 {
			entry, _ := a.program(words[0])
			if entry != nil && len(entry.Code) > 0 {
				lang = entry.Code[0].Lang
				break
			}
			words = words[1:] // /usr/bin/env and its like
		}
	}
	a.code1(st, c, index, lang, v, head.Span, &catalog.Program{}, o.operands)
}

// joined is the text of words with blanks between them.
func joined(ws []fact.Word) value {
	var b builder
	for i, w := range ws {
		if i > 0 {
			b.put(static(" "))
		}
		b.put(back(w))
	}
	return b.value()
}

func rest(ws []fact.Word) []fact.Word {
	if len(ws) < 2 {
		return nil
	}
	return ws[1:]
}

// script is a file that the program runs.
func (a *analyzer) script(st *state, c run, o *parsed, index int, lang string, w fact.Word, args []fact.Word, p *catalog.Program) {
	a.touchIn(a.facts.Invocations[index].Dir, catalog.Run, w, index, w.Span, false, false)
	v := back(w)
	if content, ok := a.files[a.resolve(a.facts.Invocations[index].Dir, v)]; ok {
		a.code1(st, c, index, lang, content, w.Span, p, args)
		return
	}
	if v.dyn {
		a.opaque("which file "+a.facts.Invocations[index].Program+" runs is not known before the command runs", w.Span)
	}
}

// where is 1 + the offset of a word's text in the input field if it stands
// there verbatim inside one pair of quotes, 0 otherwise.
func (a *analyzer) where(w fact.Word) int {
	if a.outer != nil || !w.Static() {
		return 0
	}
	s := w.Span.Start
	for skip := 0; skip <= 1; skip++ {
		if e := s + skip + len(w.Text); e <= w.Span.End && a.facts.Source[s+skip:e] == w.Text && e+skip == w.Span.End {
			return 1 + s + skip
		}
	}
	return 0
}

// code1 is one text that the program at index runs.
func (a *analyzer) code1(st *state, c run, index int, lang string, v value, span fact.Span, p *catalog.Program, args []fact.Word) {
	if v.at == 0 {
		v.at = a.where(fact.Word{Text: v.text, Known: v.known, Span: span})
	}
	if len(v.from) > 0 {
		a.facts.Flows = append(a.facts.Flows, fact.Flow{From: v.from, Into: index, Span: c.span})
	}
	name := a.facts.Invocations[index].Program
	if v.dyn {
		a.opaque("the code that "+name+" runs is not known before the command runs", span)
	}
	if lang != shellLang {
		a.facts.Invocations[index].Code = append(a.facts.Invocations[index].Code, fact.Code{Lang: lang, Text: v.word(span, false), Origin: v.from})
		if v.text != "" {
			a.facts.Texts = append(a.facts.Texts, fact.Text{Value: v.text, Lang: lang, Span: span, Moved: v.at == 0})
		}
		return
	}
	if strings.TrimSpace(v.text) == "" || v.dyn && v.known == 0 {
		return
	}
	v.dyn = false // what is not known stands as an expansion in the text
	switch p.Shell {
	case catalog.ShellTrap:
		sub := st.layer()
		sub.place |= fact.InTrap
		a.inner(sub, v, span, nil, nil)
	case catalog.ShellSource:
		a.inner(st, v, span, c.in, nil)
	default:
		if len(args) == 0 && a.joins(p) {
			a.inner(st, v, span, c.in, nil)
			return
		}
		sub := st.layer()
		sub.place |= fact.InSubshell
		sub.dir = a.facts.Invocations[index].Dir
		params := make([]value, 0, len(args))
		for _, w := range args {
			params = append(params, back(w))
		}
		sub.paramsKnown = true
		in := c.in
		if in != nil && in.text == v.text {
			in = nil // the code itself came that way
		}
		a.inner(sub, v, span, in, params)
	}
}

// joins reports whether a program runs its operands in this same shell.
func (a *analyzer) joins(p *catalog.Program) bool {
	for _, r := range p.Code {
		if r.Join {
			return true
		}
	}
	return false
}
