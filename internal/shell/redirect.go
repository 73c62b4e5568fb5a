package shell

import (
	"path"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// redirects is what the redirections of one statement come to.
type redirects struct {
	in    *value   // standard input
	outs  []output // files that standard output goes to
	taken bool     // standard output goes to none but those

	others   []string // files that other descriptors lead to
	channels channels
	own      bool // channels is not shared
}

type output struct {
	path string
	add  bool
	span fact.Span
}

// redirects evaluates the redirections of s, whose input is otherwise in.
func (a *analyzer) redirects(st *state, s *syntax.Stmt, in *value) redirects {
	r := redirects{in: in, channels: st.channels}
	for _, rd := range s.Redirs {
		span := a.span(rd)
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			a.lead(&r, a.fd(st, rd, standardInput), channel{in: a.document(st, rd)})
		case syntax.WordHdoc:
			a.lead(&r, a.fd(st, rd, standardInput), channel{in: a.single(st, rd.Word).join(static("\n"))})
		case syntax.RdrIn:
			v := a.single(st, rd.Word)
			a.touch(st, catalog.Read, v.word(span, false), -1, span, true)
			c, ok := a.content(st, v)
			if !ok {
				c = unknown()
			}
			a.lead(&r, a.fd(st, rd, standardInput), channel{in: c})
		case syntax.DplIn:
			a.same(&r, rd, a.fd(st, rd, standardInput), a.single(st, rd.Word))
		case syntax.DplOut:
			v := a.single(st, rd.Word)
			if !v.dyn && !descriptor(v.text) {
				a.redirectTo(st, s, &r, rd, v, catalog.Write) // >&file
				continue
			}
			a.same(&r, rd, a.fd(st, rd, standardOutput), v)
		case syntax.AppOut, syntax.AppAll, syntax.AppClob, syntax.AppAllClob:
			a.redirectTo(st, s, &r, rd, a.single(st, rd.Word), catalog.Append)
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll, syntax.RdrAllClob, syntax.RdrInOut:
			for _, v := range a.one(st, rd.Word) {
				a.redirectTo(st, s, &r, rd, v, catalog.Write)
			}
		default:
			a.opaque("a redirection that is not understood", span)
		}
	}
	return r
}

func (a *analyzer) redirectTo(st *state, s *syntax.Stmt, r *redirects, rd *syntax.Redirect, v value, effect catalog.Effect) {
	span := a.span(rd)
	a.touch(st, effect, v.word(span, false), -1, span, true)
	p := a.resolve(st.dir, v)
	if n := a.fd(st, rd, standardOutput); n != standardOutput {
		if p != "" {
			a.onto(st, s, r, n, p, effect)
		}
		return
	}
	r.taken = true
	if p != "" {
		r.outs = append(r.outs, output{path: p, add: effect == catalog.Append, span: span})
	}
}

func descriptor(s string) bool {
	if s == "-" {
		return true
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			if i > 0 && i == len(s)-1 && s[i] == '-' {
				return true
			}
			return false
		}
	}
	return true
}

// document is the text of a here-document.
func (a *analyzer) document(st *state, rd *syntax.Redirect) value {
	if rd.Hdoc == nil {
		return value{}
	}
	quoted := false
	for _, p := range rd.Word.Parts {
		if l, ok := p.(*syntax.Lit); !ok || len(l.Value) != int(l.End().Offset()-l.Pos().Offset()) {
			quoted = true
		}
	}
	if quoted {
		v := value{}
		for _, p := range rd.Hdoc.Parts {
			if l, ok := p.(*syntax.Lit); ok {
				v = v.join(static(l.Value))
			} else {
				v = v.join(static(a.source(p)))
			}
		}
		v.at = a.verbatim(int(rd.Hdoc.Pos().Offset()), v.text)
		a.data(v, a.span(rd.Hdoc))
		return v
	}
	var b builder
	for _, p := range a.pieces(st, rd.Hdoc.Parts, true, tildeNone) {
		if len(p.alts) == 1 || p.list {
			for _, e := range p.alts {
				b.put(e)
			}
			continue
		}
		b.put(named("…"))
	}
	v := b.value()
	if !v.dyn {
		v.at = a.verbatim(int(rd.Hdoc.Pos().Offset()), v.text)
	}
	a.data(v, a.span(rd.Hdoc))
	return v
}

// data adds a document to the texts.
func (a *analyzer) data(v value, span fact.Span) {
	if v.at > 0 {
		span = fact.Span{Start: v.at - 1, End: v.at - 1 + len(v.text)} // without the delimiter
	}
	a.facts.Texts = append(a.facts.Texts, fact.Text{Value: v.text, Data: true, Span: span, Moved: v.at == 0})
}

// deliver sends what a statement prints to its files, and returns what is
// left for whoever reads its standard output.
func (a *analyzer) deliver(st *state, s *syntax.Stmt, r redirects, out value) value {
	for _, p := range r.others {
		a.store(p, unknown(), true)
	}
	for _, o := range r.outs {
		a.store(o.path, out, o.add)
		a.writes(writing{o.path, out, o.span, st.dir})
	}
	if r.taken {
		return value{}
	}
	return out
}

// content is what a file is known to hold at this point of the line.
func (a *analyzer) content(st *state, name value) (value, bool) {
	p := a.resolve(st.dir, name)
	if p == "" {
		return value{}, false
	}
	return a.held(p)
}

// resolve is the absolute path that a word names in a directory, or "".
func (a *analyzer) resolve(dir fact.Dir, v value) string {
	if v.dyn || v.text == "" {
		return ""
	}
	if path.IsAbs(v.text) {
		return path.Clean(v.text)
	}
	if dir.Path == "" {
		return ""
	}
	return path.Join(dir.Path, v.text)
}
