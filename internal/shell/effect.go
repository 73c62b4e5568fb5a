package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// effects records what the program at index does to paths.
func (a *analyzer) effects(st *state, c run, o *parsed, index int) {
	var read *value // content of the first file that it reads or moves
	for _, p := range o.chain {
		for i := range p.Effects {
			e := &p.Effects[i]
			if !fact.Holds(o.flags, e.If) {
				continue
			}
			var words []fact.Word
			if e.Flag != "" {
				words = o.values(e.Flag)
			} else {
				words = choose(e.At, e.Skip, o.operands)
			}
			if len(words) == 0 && e.Here {
				words = []fact.Word{static(".").word(c.span, false)}
			}
			deep := e.Deep != "" && fact.Holds(o.flags, e.Deep)
			for _, w := range words {
				if len(a.facts.Touches) >= a.limits.Touches {
					a.bound(tooManyPaths, a.whole())
					return
				}
				if w.Text == "-" {
					continue
				}
				if p := e.Part; p != nil && (p.Lead != "" || len(p.After) > 0) {
					var ok bool
					if w, ok = marked(w, p); !ok {
						continue
					}
				}
				if e.Base {
					w = baseOf(w)
				}
				dir := a.facts.Invocations[index].Dir
				for _, t := range a.narrow(w, o, e) {
					a.touchIn(dir, e.Effect, t.word, index, w.Span, false, deep && !t.narrowed)
				}
				v := back(w)
				if (e.Effect == catalog.Read || e.Effect == catalog.Move) && read == nil {
					if got, ok := a.held(a.resolve(dir, v)); ok {
						read = &got
						inv := &a.facts.Invocations[index]
						inv.Feeds = merge(inv.Feeds, got.from)
					}
				}
				if e.Effect == catalog.Write || e.Effect == catalog.Append {
					p := a.resolve(dir, v)
					a.written(c, o, index, p, read, e)
					a.builds(c, o, index, p)
				}
			}
		}
	}
}

// marked is the path in a word that names one only behind a mark, such as the
// @ of "--data @file".
func marked(w fact.Word, e *catalog.EffectPart) (fact.Word, bool) {
	at := -1
	if e.Lead != "" && strings.HasPrefix(w.Text, e.Lead) {
		at = len(e.Lead)
	}
	for _, mark := range e.After {
		if i := strings.Index(w.Text, mark); i >= 0 && (at < 0 || i+len(mark) < at) {
			at = i + len(mark)
		}
	}
	if at < 0 {
		return w, false
	}
	w = *cut(w, at)
	if i := strings.IndexAny(w.Text, e.Until); i >= 0 {
		w.Text, w.Known = w.Text[:i], min(w.Known, i)
	}
	return w, w.Text != "" && w.Text != "-"
}

type target struct {
	word     fact.Word
	narrowed bool
}

// narrow is what an effect really means of a path: names below it that fit.
func (a *analyzer) narrow(w fact.Word, o *parsed, e *catalog.PathEffect) []target {
	names := narrowed(o, e.Narrow())
	if e.Narrow() == nil || names[0] == "*" {
		return []target{{word: w}}
	}
	out := make([]target, 0, len(names))
	for _, n := range names {
		v := back(w)
		if !strings.HasSuffix(v.text, "/") {
			v = v.join(static("/"))
		}
		g := static(n)
		if strings.ContainsAny(n, "*?[") {
			g.glob = 1
		}
		out = append(out, target{v.join(g).word(w.Span, w.Maybe), true})
	}
	return out
}

// baseOf is the file name that a download of a URL is saved under.
func baseOf(w fact.Word) fact.Word {
	text := w.Text
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
		if !strings.Contains(text, "/") {
			text += "/"
		}
	}
	base := path.Base(text)
	if strings.HasSuffix(text, "/") || base == "." || base == "/" {
		base = "index.html"
	}
	v := static(base)
	if !w.Static() {
		v.dyn = true
		v.known = 0
	}
	return v.word(w.Span, w.Maybe)
}

// written remembers what a program writes to a file, as far as that matters
// when the file is run later in the line.
func (a *analyzer) written(c run, o *parsed, index int, p string, read *value, e *catalog.PathEffect) {
	if p == "" || e.Dir {
		return
	}
	v := unknown()
	switch {
	case a.kind(o) == catalog.OutInput && c.in != nil:
		v = *c.in
	case read != nil:
		v = *read
	case c.in != nil:
		v.from = c.in.from
	}
	if a.facts.Invocations[index].Roles != 0 {
		v.from = merge(v.from, fact.Origins{index})
	}
	a.store(p, v, e.Effect == catalog.Append)
	a.writes(writing{p, v, c.span, a.facts.Invocations[index].Dir})
}

// touch records an effect of a redirection.
func (a *analyzer) touch(st *state, effect catalog.Effect, w fact.Word, index int, span fact.Span, redirect bool) {
	if redirect {
		a.device(w)
	}
	a.touchIn(st.dir, effect, w, index, span, redirect, false)
}

const tooManyPaths = "the line names more paths than can be analysed"

// touchIn records an effect on the path that a word names in a directory.
func (a *analyzer) touchIn(dir fact.Dir, effect catalog.Effect, w fact.Word, index int, span fact.Span, redirect, deep bool) {
	if len(a.facts.Touches) >= a.limits.Touches {
		a.bound(tooManyPaths, a.whole())
		return
	}
	t := fact.Touch{Effect: effect, Word: w, Deep: deep, Redirect: redirect, Invocation: index, Span: span}
	t.Path, t.Class = a.env.Places.Locate(dir, w)
	if a.makes(&t) {
		t.Class |= catalog.Fresh
	}
	targets, known := a.followed(t.Path, effect)
	if !known {
		t.Path, t.Class = "", t.Class|catalog.Unknown
	}
	a.facts.Touches = append(a.facts.Touches, t)
	a.matches(dir, t)
	for _, p := range targets {
		t.Path, t.Class = p, a.env.Places.Classify(p)
		a.facts.Touches = append(a.facts.Touches, t)
	}
}
