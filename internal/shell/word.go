package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// piece is what one part of a word expands to.
type piece struct {
	alts  []value // the values it can have
	split bool    // unquoted: fields are split, patterns count
	list  bool    // alts are fields of their own, not alternatives ("$@")
}

// maxCombinations bounds how many values of one word are told apart.
const maxCombinations = 64

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
	if braced(w) {
		cp := *w
		if syntax.SplitBraces(&cp) {
			if n := braceCount(cp.Parts); n > a.limits.Words {
				a.opaque("a brace expansion makes more words than can be analysed", a.span(w))
				return [][]value{{named(a.source(w))}}
			}
			var fields []value
			for bw, err := range expand.BracesSeq(nil, &cp) {
				if err != nil {
					return [][]value{{named(a.source(w))}}
				}
				for _, alt := range a.combine(a.pieces(st, bw.Parts, false, true)) {
					fields = append(fields, alt...)
				}
			}
			return [][]value{fields}
		}
	}
	return a.combine(a.pieces(st, w.Parts, false, true))
}

func braced(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// braceCount is the number of words that parts make, capped well above any limit.
func braceCount(parts []syntax.WordPart) int {
	const most = 1 << 30
	n := 1
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		sum := 0
		if b.Sequence {
			sum = sequence(b)
		} else {
			for _, e := range b.Elems {
				sum += braceCount(e.Parts)
			}
		}
		if sum > 0 && n > most/sum {
			return most
		}
		n *= sum
	}
	return n
}

// sequence is how many words {from..to..step} makes.
func sequence(b *syntax.BraceExp) int {
	if len(b.Elems) < 2 {
		return 1
	}
	from, ok1 := number(b.Elems[0].Lit())
	to, ok2 := number(b.Elems[1].Lit())
	if !ok1 || !ok2 {
		return 256 // letters
	}
	step := 1
	if len(b.Elems) > 2 {
		if s, ok := number(b.Elems[2].Lit()); ok && s != 0 {
			step = max(s, -s)
		}
	}
	return max(to-from, from-to)/step + 1
}

// number reads a decimal number of moderate size; larger ones are clamped.
func number(s string) (int, bool) {
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimLeft(s, "+-")
	if s == "" {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if n < 1<<28 {
			n = n*10 + int(s[i]-'0')
		}
	}
	if neg {
		n = -n
	}
	return n, true
}

// combine turns pieces into fields, once for each combination of alternatives.
func (a *analyzer) combine(ps []piece) [][]value {
	total := 1
	for _, p := range ps {
		if !p.list && len(p.alts) > 1 {
			total *= len(p.alts)
			if total > maxCombinations {
				break
			}
		}
	}
	if total > maxCombinations {
		for i := range ps {
			if !ps[i].list && len(ps[i].alts) > 1 {
				from := fact.Origins(nil)
				for _, v := range ps[i].alts {
					from = merge(from, v.from)
				}
				v := unknown()
				v.text, v.from = "…", from
				ps[i].alts = []value{v}
			}
		}
		total = 1
	}
	if total == 1 {
		return [][]value{fields(ps, nil)}
	}
	out := make([][]value, 0, total)
	pick := make([]int, len(ps))
	for {
		out = append(out, fields(ps, pick))
		i := 0
		for ; i < len(ps); i++ {
			if ps[i].list || len(ps[i].alts) < 2 {
				continue
			}
			if pick[i]++; pick[i] < len(ps[i].alts) {
				break
			}
			pick[i] = 0
		}
		if i == len(ps) {
			return out
		}
	}
}

// fields joins the picked values of pieces to fields.
func fields(ps []piece, pick []int) []value {
	var b builder
	for i, p := range ps {
		switch {
		case p.list:
			for j, v := range p.alts {
				if j > 0 {
					b.end()
				}
				b.add(v, p.split)
			}
			if len(p.alts) > 0 {
				b.open = true
			}
		case len(p.alts) == 0:
		default:
			n := 0
			if pick != nil {
				n = pick[i]
			}
			b.add(p.alts[n], p.split)
		}
	}
	b.end()
	return b.done
}

// builder collects fields. The text of the field being built is gathered
// apart, so that a word of many parts costs no more than its length.
type builder struct {
	done []value
	cur  value
	text strings.Builder
	n    int // parts of the field being built
	open bool
}

func (b *builder) end() {
	if b.open {
		if b.n > 1 {
			b.cur.text = b.text.String()
			if !b.cur.dyn {
				b.cur.known = len(b.cur.text)
			}
		}
		b.done = append(b.done, b.cur)
	}
	b.cur, b.n, b.open = value{}, 0, false
	b.text.Reset()
}

// value ends the one field that was built and returns it.
func (b *builder) value() value {
	b.end()
	if len(b.done) == 0 {
		return value{}
	}
	return b.done[0]
}

// put appends v to the field being built.
func (b *builder) put(v value) {
	b.open = true
	if b.n++; b.n == 1 {
		b.cur = v
		return
	}
	if b.n == 2 {
		b.text.WriteString(b.cur.text)
	}
	c := &b.cur
	if v.glob > 0 && c.glob == 0 {
		c.glob = b.text.Len() + v.glob
	}
	if !c.dyn {
		c.known = b.text.Len() + v.known
	}
	if b.text.Len() == 0 {
		c.fresh = v.fresh
	}
	b.text.WriteString(v.text)
	c.dyn = c.dyn || v.dyn
	c.at = 0
	c.from = merge(c.from, v.from)
}

// add appends v to the field being built; unquoted text is split at blanks.
func (b *builder) add(v value, split bool) {
	if !split || v.dyn || !strings.ContainsAny(v.text, " \t\n") {
		if split && v.glob == 0 {
			v.glob = 1 + pattern(v.text)
		}
		if v.text != "" || v.dyn || !split {
			b.put(v)
		}
		return
	}
	rest := v.text
	for rest != "" {
		n := strings.IndexAny(rest, " \t\n")
		if n == 0 {
			b.end()
			rest = strings.TrimLeft(rest, " \t\n")
			continue
		}
		if n < 0 {
			n = len(rest)
		}
		part := static(rest[:n])
		part.from, part.glob = v.from, 1+pattern(rest[:n])
		b.put(part)
		rest = rest[n:]
	}
}

// pattern is the offset of the first character that makes text a pattern, -1
// for none.
func pattern(text string) int {
	i := strings.IndexAny(text, "*?[")
	if i >= 0 && text[i] == '[' && strings.IndexByte(text[i:], ']') < 0 {
		if j := strings.IndexAny(text[i:], "*?"); j >= 0 {
			return i + j
		}
		return -1
	}
	return i
}

// pieces evaluates word parts. Inside double quotes nothing is split.
func (a *analyzer) pieces(st *state, parts []syntax.WordPart, quoted, tilde bool) []piece {
	out := make([]piece, 0, len(parts))
	for i, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if quoted {
				out = append(out, piece{alts: []value{static(unescapeQuoted(p.Value))}})
				continue
			}
			out = append(out, piece{alts: []value{a.literal(st, p.Value, tilde && i == 0, len(parts) == 1)}})
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = ansi(text)
			}
			v := static(text)
			if off := int(p.Left.Offset()) + 1; !p.Dollar && len(parts) == 1 {
				v.at = a.verbatim(off, text)
			}
			out = append(out, piece{alts: []value{v}})
		case *syntax.DblQuoted:
			inner := a.pieces(st, p.Parts, true, false)
			switch {
			case len(inner) == 0:
				out = append(out, piece{alts: []value{{}}})
			case len(inner) == 1:
				in := inner[0]
				in.split = false
				if !in.list && len(in.alts) == 1 && !in.alts[0].dyn && len(parts) == 1 {
					in.alts[0].at = a.verbatim(int(p.Left.Offset())+1, in.alts[0].text)
				}
				out = append(out, in)
			default:
				for _, in := range inner {
					in.split = false
					out = append(out, in)
				}
			}
		case *syntax.ParamExp:
			pc := a.param(st, p)
			pc.split = !quoted
			out = append(out, pc)
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

// literal evaluates unquoted text: backslashes, a leading tilde, patterns.
func (a *analyzer) literal(st *state, s string, first, whole bool) value {
	v := value{}
	if first && strings.HasPrefix(s, "~") {
		name, rest := s[1:], ""
		if i := strings.IndexByte(name, '/'); i >= 0 {
			name, rest = name[:i], name[i:]
		} else if !whole {
			name = "\\" // the name goes on in a quoted part: no tilde
		}
		if home, ok := a.home(st, name); ok {
			v, s = home, rest
		}
	}
	if !strings.ContainsAny(s, "\\*?[") {
		return v.join(static(s))
	}
	var b strings.Builder
	glob := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			if i+1 < len(s) {
				i++
				if s[i] != '\n' {
					b.WriteByte(s[i])
				}
			}
			continue
		case '*', '?', '[':
			if glob == 0 && (s[i] != '[' || strings.IndexByte(s[i:], ']') > 0) {
				glob = 1 + b.Len()
			}
		}
		b.WriteByte(s[i])
	}
	t := static(b.String())
	t.glob = glob
	return v.join(t)
}

// home is what ~name stands for.
func (a *analyzer) home(st *state, name string) (value, bool) {
	switch {
	case name == "":
		return a.directory(a.env.World.Home(), "~"), true
	case name == "+":
		return a.directory(st.dir.Path, "~+"), true
	case name == "-":
		return a.directory(st.prev.Path, "~-"), true
	case strings.ContainsAny(name, "\\*?[${"):
		return value{}, false
	case name == "root":
		return static("/root"), true
	}
	if home := a.env.World.Home(); home != "" {
		return static(path.Join(path.Dir(home), name)), true
	}
	return named("~" + name), true
}

func (a *analyzer) directory(dir, written string) value {
	if dir == "" {
		return named(written)
	}
	return static(dir)
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

// ansi decodes the escapes of $'…'.
func ansi(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	w := &syntax.Word{Parts: []syntax.WordPart{&syntax.SglQuoted{Dollar: true, Value: s}}}
	out, err := expand.Literal(&expand.Config{Env: expand.ListEnviron()}, w)
	if err != nil {
		return s
	}
	return out
}

// one expands w to a single text, as the right side of an assignment, a
// here-string or the word of a case does. Alternatives are kept.
func (a *analyzer) one(st *state, w *syntax.Word) []value {
	if w == nil {
		return []value{{}}
	}
	ps := a.pieces(st, w.Parts, false, true)
	for i := range ps {
		ps[i].split = false
		if ps[i].list {
			v := value{}
			for j, e := range ps[i].alts {
				if j > 0 {
					v = v.join(static(" "))
				}
				v = v.join(e)
			}
			ps[i].alts, ps[i].list = []value{v}, false
		}
	}
	var out []value
	for _, fs := range a.combine(ps) {
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
		a.files[name] = out
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
