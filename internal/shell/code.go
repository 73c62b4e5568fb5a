package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/script"
)

// shellLang is the language of code that is analysed as this package's own.
const shellLang = "shell"

// code follows the code that the program at index is given.
func (a *analyzer) code(st *state, c run, o *parsed, index int) {
	ran := false
	for _, p := range o.chain {
		for i := range p.Code {
			r := &p.Code[i]
			c.option = r.Option
			if r.Unless != "" && fact.Holds(o.flags, r.Unless) {
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
					ran = true
					if c.in != nil && (w.Text == "-" || w.Text == "/dev/stdin") {
						a.code1(st, c, index, r.Lang, *c.in, c.span, p, nil)
						continue
					}
					a.script(st, c, index, r.Lang, w, nil, p)
				}
			case r.Flag != "":
				for _, w := range o.values(r.Flag) {
					if w.Text == "-" && c.in != nil && r.Lang == powerLang { // its standard input
						a.code1(st, c, index, r.Lang, *c.in, c.span, p, nil)
						ran = true
						continue
					}
					if v, ok := a.carried(r, back(w)); ok {
						a.code1(st, c, index, r.Lang, v, w.Span, p, rest(o.operands))
						ran = true
					}
				}
			case r.Each:
				for i, w := range choose(r.At, r.Skip, o.operands) {
					v := back(w)
					if r.At == catalog.AtSecond && len(r.Keys) > 0 {
						v = back(o.operands[r.Skip+i]).join(static("=")).join(v)
					}
					if v, ok := a.carried(r, v); ok {
						a.code1(st, c, index, r.Lang, v, w.Span, p, nil)
						ran = true
					}
				}
			case r.Join:
				if len(o.operands) > r.Skip {
					ops := o.operands[r.Skip:]
					v := joined(ops)
					if len(ops) == 1 {
						v.at = a.where(ops[0])
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
					a.script(st, c, index, r.Lang, w, rest(o.operands), p)
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

// where is 1 + the offset of a word's text in the input field if it stands
// there verbatim inside one pair of quotes, 0 otherwise.
func (a *analyzer) where(w fact.Word) int {
	if a.outer != nil || !w.Static() {
		return 0
	}
	s := w.Span.Start
	for skip := 0; skip <= 1; skip++ {
		if e := s + skip + len(w.Text); e <= w.Span.End && a.stands(s+skip, e) == w.Text && e+skip == w.Span.End {
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
	if v.dyn && !(lang == "sed" && len(v.from) == 0 && script.Filled(v.text)) {
		a.opaqueFrom("the code that "+name+" runs is not known before the command runs", span, v.from)
	}
	if lang == patchLang {
		a.patch(c, index, v, span)
		return
	}
	if lang != shellLang {
		a.facts.Invocations[index].Code = append(a.facts.Invocations[index].Code, fact.Code{Lang: lang, Text: v.word(span, false), Origin: v.from})
		if v.text != "" {
			text := a.foreign(st, c, index, lang, v, span)
			a.facts.Texts = append(a.facts.Texts, fact.Text{Value: text, Lang: lang, Span: span, Moved: v.at == 0})
		}
		return
	}
	if strings.TrimSpace(v.text) == "" || v.dyn && v.known == 0 {
		return
	}
	v.dyn = false // what is not known stands as an expansion in the text
	switch p.Shell {
	case catalog.ShellLines: // the number and text of the line follow
		v.text += ` "$INDEX" "$LINE"`
		a.inner(st, v, span, nil, nil)
	case catalog.ShellTrap:
		sub := st.layer()
		sub.place |= fact.InTrap
		a.inner(sub, v, span, nil, nil)
	case catalog.ShellSource:
		a.inner(st, v, span, c.in, nil)
	default:
		if len(args) == 0 && p.Away == nil && a.joins(p) {
			a.inner(st, v, span, c.in, nil)
			return
		}
		sub := st.child(c.env)
		sub.place |= fact.InSubshell
		if c.option {
			sub.place |= fact.InOption
		}
		sub.via = append(c.via[:len(c.via):len(c.via)], name)
		sub.dir = a.facts.Invocations[index].Dir
		if away := a.away(c, &parsed{chain: a.facts.Invocations[index].Chain, flags: a.facts.Invocations[index].Flags}); away != nil {
			sub.dir = *away
		}
		params := backs(args)
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
