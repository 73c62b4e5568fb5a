package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/brace"
	"github.com/ravenclaude/thing/internal/escape"
	"github.com/ravenclaude/thing/internal/fact"
)

// piece is what one part of a word expands to.
type piece struct {
	alts  []value // the values it can have
	split bool    // unquoted: fields are split, patterns count
	list  bool    // alts are fields of their own, not alternatives ("$@")
	star  bool    // in quotes the list is one field ("$*")
}

// words expands arguments to one flat list. A word that can have several
// values gives each of them, marked Maybe.
func (a *analyzer) words(st *state, ws []*syntax.Word) []fact.Word {
	out := make([]fact.Word, 0, len(ws))
	for _, w := range ws {
		out = a.appendWord(st, out, w)
	}
	return out
}

func (a *analyzer) appendWord(st *state, out []fact.Word, w *syntax.Word) []fact.Word {
	span := a.span(w)
	if lit := plain(w); lit != "" {
		return append(out, fact.Word{Text: lit, Known: len(lit), Glob: -1, Span: span})
	}
	alts := a.expand(st, w)
	for _, fields := range alts {
		for _, v := range fields {
			fw := v.word(span, len(alts) > 1)
			if a.src != "" && fw.Static() {
				a.moved(w, fw)
			}
			out = append(out, fw)
		}
	}
	return out
}

// plain is the text of a word that no expansion can change, or "".
func plain(w *syntax.Word) string {
	if len(w.Parts) != 1 {
		return ""
	}
	l, ok := w.Parts[0].(*syntax.Lit)
	if !ok || strings.ContainsAny(l.Value, "\\~*?[{") {
		return ""
	}
	return l.Value
}

// moved adds the text of a word that does not stand in the source as it is
// read, so that texts are looked at as the program would get them.
func (a *analyzer) moved(w *syntax.Word, fw fact.Word) {
	if len(fw.Text) < 3 || strings.Contains(a.source(w), fw.Text) {
		return
	}
	a.facts.Texts = append(a.facts.Texts, fact.Text{Value: fw.Text, Data: true, Span: fw.Span, Moved: true})
}

// expand returns the fields of w for each combination of values that its
// variables can have; one combination in the usual case.
func (a *analyzer) expand(st *state, w *syntax.Word) [][]value {
	words, ok := a.braces(w)
	switch {
	case !ok:
		return [][]value{{several(a.source(w))}}
	case words == nil:
		return a.combine(st, a.pieces(st, w.Parts, false, tildeOf(w.Parts)))
	}
	var fields []value
	for _, bw := range words {
		alts := a.combine(st, a.pieces(st, bw.Parts, false, tildeFirst))
		for _, alt := range alts {
			for _, v := range alt {
				v.maybe = v.maybe || len(alts) > 1
				fields = append(fields, v)
			}
		}
	}
	return [][]value{fields}
}

// braces lists the words that brace expansion makes of w, nil if it has none;
// ok is false if they are not known.
func (a *analyzer) braces(w *syntax.Word) (words []*syntax.Word, ok bool) {
	words, out := brace.Expand(w, a.limits.Words)
	if out == brace.TooMany {
		a.bound("a brace expansion makes more words than can be analysed", a.span(w))
	}
	return words, out == brace.Done
}

// pieces evaluates word parts. Inside double quotes nothing is split.
func (a *analyzer) pieces(st *state, parts []syntax.WordPart, quoted bool, tilde tildes) []piece {
	out := make([]piece, 0, len(parts))
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if p.Value == "" {
				continue // left by a brace expansion
			}
			if quoted {
				out = append(out, piece{alts: []value{static(unescapeQuoted(p.Value))}})
				continue
			}
			if i > 0 && strings.HasPrefix(p.Value, "(") { // only zsh's parser leaves these
				a.qualifier(st, strings.TrimSuffix(p.Value[1:], ")"), a.span(p))
			}
			out = append(out, piece{alts: []value{a.literal(st, p.Value, tilde, i == 0, ends(parts[i+1:]))}})
			if tilde == tildeAssign && strings.IndexByte(p.Value, '=') >= 0 {
				tilde = tildeList
			}
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = escape.ANSI(text)
			}
			v := static(text)
			if off := int(p.Left.Offset()) + 1; !p.Dollar && len(parts) == 1 {
				v.at = a.verbatim(off, text)
			}
			out = append(out, piece{alts: []value{v}})
		case *syntax.DblQuoted:
			inner := a.pieces(st, p.Parts, true, tildeNone)
			switch {
			case len(inner) == 0:
				out = append(out, piece{alts: []value{{}}})
			case len(inner) == 1:
				in := a.quotedPiece(st, inner[0])
				if !in.list && len(in.alts) == 1 && !in.alts[0].dyn && len(parts) == 1 {
					in.alts[0].at = a.verbatim(int(p.Left.Offset())+1, in.alts[0].text)
				}
				out = append(out, in)
			default:
				for _, in := range inner {
					out = append(out, a.quotedPiece(st, in))
				}
			}
		case *syntax.ParamExp:
			for _, pc := range a.param(st, p, quoted) {
				if quoted {
					pc.split = false
				}
				out = append(out, pc)
			}
		case *syntax.CmdSubst:
			v := a.substitute(st, p.Stmts).trim()
			if v.dyn && v.text == "" {
				v.text = a.source(p)
			}
			out = append(out, piece{alts: []value{v}, split: !quoted})
		case *syntax.ArithmExp:
			out = append(out, piece{alts: []value{a.arithmetic(st, p.X, a.source(p))}})
		case *syntax.ProcSubst:
			out = append(out, piece{alts: []value{a.pipe(st, p)}})
		case *syntax.ExtGlob:
			a.qualifier(st, p.Pattern.Value, a.span(p))
			v := named(a.source(p))
			v.glob = 1
			out = append(out, piece{alts: []value{v}})
		default:
			out = append(out, piece{alts: []value{named(a.source(p))}})
		}
	}
	return out
}

// verbatim is 1 + off if text stands at off of the text being read, and that
// text stands in the input field; 0 otherwise.
func (a *analyzer) verbatim(off int, text string) int {
	if a.outer != nil || off+len(text) > len(a.src) || a.src[off:off+len(text)] != text {
		return 0
	}
	return 1 + a.base + off
}

// ends reports whether nothing follows in a word.
func ends(parts []syntax.WordPart) bool {
	for _, p := range parts {
		if l, ok := p.(*syntax.Lit); !ok || l.Value != "" {
			return false
		}
	}
	return true
}

// quotedPiece is a piece that stands in double quotes.
func (a *analyzer) quotedPiece(st *state, p piece) piece {
	p.split = false
	if p.list && p.star {
		p.alts, p.list = []value{a.listed(st, p.alts)}, false
	}
	return p
}

// unescapeQuoted removes the backslashes that count inside double quotes.
func unescapeQuoted(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\"\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// one expands w to a single text, as the right side of an assignment, a
// here-string or the word of a case does. Alternatives are kept.
func (a *analyzer) one(st *state, w *syntax.Word) []value {
	if w == nil {
		return []value{{}}
	}
	if lit := plain(w); lit != "" && strings.IndexByte(lit, ':') < 0 { // a tilde may follow a colon
		return []value{static(lit)}
	}
	ps := a.pieces(st, w.Parts, false, tildeList)
	for i := range ps {
		ps[i].star = true
		ps[i] = a.quotedPiece(st, ps[i])
	}
	var out []value
	for _, fs := range a.combine(st, ps) {
		v := value{}
		if len(fs) == 1 {
			v = fs[0]
		}
		out = append(out, v)
	}
	return out
}

// single is one with alternatives folded into an unknown value.
func (a *analyzer) single(st *state, w *syntax.Word) value {
	vs := a.one(st, w)
	if len(vs) == 1 {
		return vs[0]
	}
	v := named(a.source(w))
	for _, o := range vs {
		v.from = merge(v.from, o.from)
	}
	return v
}

// pipe evaluates <(…) and >(…): a name that stands for another program's
// output or input.
func (a *analyzer) pipe(st *state, p *syntax.ProcSubst) value {
	a.pipes++
	name := fdName(a.pipes)
	sub := st.layer()
	sub.place |= fact.InSubstitution
	if p.Op == syntax.CmdIn || p.Op == syntax.CmdInTemp {
		out := a.stmts(sub, p.Stmts, nil)
		if out.text == "" && !out.dyn {
			out = unknown()
		}
		a.files[name] = holding{value: out}
	} else {
		src, base, outer := a.src, a.base, a.outer
		a.sinks[name] = func(in value) {
			a.within(src, base, outer, func() { a.stmts(sub, p.Stmts, &in) })
		}
	}
	return static(name)
}

// fdName is the name of the n-th process substitution.
func fdName(n int) string { return "/dev/fd/" + itoa(62+n) }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// substitute walks the statements of $(…) and returns what they print.
func (a *analyzer) substitute(st *state, stmts []*syntax.Stmt) value {
	sub := st.layer()
	sub.place |= fact.InSubstitution
	if len(stmts) == 1 && stmts[0].Cmd == nil && len(stmts[0].Redirs) == 1 && stmts[0].Redirs[0].Op == syntax.RdrIn {
		a.stmt(sub, stmts[0], nil)
		v := a.single(sub, stmts[0].Redirs[0].Word)
		if c, ok := a.content(sub, v); ok {
			return c
		}
		return unknown()
	}
	return a.stmts(sub, stmts, nil)
}
