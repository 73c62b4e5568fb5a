package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// run is one program run that is to be understood.
type run struct {
	words  []fact.Word
	env    []fact.Assign
	in     *value
	via    []string
	dir    fact.Dir
	span   fact.Span
	maybe  bool
	bare   bool // functions and aliases of the line do not apply
	option bool // what it runs stands in an option that few uses need
	reads  bool // it reads a file
	given  int
}

// maxWrappers bounds how deep one command wraps another in its arguments.
const maxWrappers = 32

// call walks a simple command.
func (a *analyzer) call(st *state, c *syntax.CallExpr, s *syntax.Stmt, r redirects) value {
	given := a.joined
	a.joined, a.ran = 0, 0
	if len(c.Args) == 0 {
		for _, as := range c.Assigns {
			a.assign(st, as)
		}
		return value{}
	}
	span := a.between(int(c.Pos().Offset()), end(c, s))
	var env []fact.Assign
	for _, as := range c.Assigns {
		if as.Name == nil {
			continue
		}
		vals := a.one(st, as.Value)
		for _, v := range vals {
			env = append(env, fact.Assign{Name: as.Name.Value, Value: v.word(a.span(as), len(vals) > 1)})
		}
		a.environment(st, as.Name.Value, vals, a.span(as))
	}
	head := a.heads(st, c.Args[0])
	rest := a.words(st, c.Args[1:])
	var out value
	for i, first := range head {
		words := rest
		if len(first) > 0 {
			words = append(first[:len(first):len(first)], rest...)
		}
		v := a.run(st, run{words: words, env: env, in: r.in, via: st.via, dir: st.dir, span: span, maybe: len(head) > 1, reads: readsFile(s), given: given})
		if i == 0 {
			out = v
		} else {
			out = out.join(v)
			out.dyn = true
		}
	}
	return out
}

// readsFile reports whether a redirection gives a statement a file as input.
func readsFile(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		if r.Op == syntax.RdrIn {
			return true
		}
	}
	return false
}

// end is where a command with its redirections ends.
func end(c *syntax.CallExpr, s *syntax.Stmt) int {
	e := int(c.End().Offset())
	for _, r := range s.Redirs {
		e = max(e, int(r.Word.End().Offset()))
	}
	return e
}

// heads is what the first word of a command can be.
func (a *analyzer) heads(st *state, w *syntax.Word) [][]fact.Word {
	if plain(w) != "" {
		return [][]fact.Word{a.words(st, []*syntax.Word{w})}
	}
	span := a.span(w)
	var out [][]fact.Word
	for _, fs := range settled(a.expand(st, w)) {
		var ws []fact.Word
		for _, v := range fs {
			fw := v.word(span, false)
			a.moved(w, fw)
			ws = append(ws, fw)
		}
		out = append(out, ws)
	}
	return out
}

// settled is what the first word of a command can be, where a part of it that
// the environment gives does not matter: a default stands for the variable that
// it is a default of, and a directory may be any, as long as the name of the
// program in it is written out. Whoever sets the environment of the shell has
// its programs already.
func settled(alts [][]value) [][]value {
	var out [][]value
	for _, fs := range alts {
		if len(fs) > 0 && fs[0].given > 0 {
			v := fs[0]
			rest := v.text[v.given:]
			i := strings.LastIndexAny(rest, `/\\`)
			switch {
			case i >= 0 && i+1 < len(rest) && v.glob == 0:
				v.dyn, v.known = false, len(v.text)
				fs = append([]value{v}, fs[1:]...)
			case rest == "" && len(fs) == 1 && slices.ContainsFunc(alts, isKnown):
				continue
			}
		}
		out = append(out, fs)
	}
	return out
}

// isKnown reports whether the first of some fields is known.
func isKnown(fs []value) bool { return len(fs) > 0 && !fs[0].dyn && fs[0].text != "" }

// run understands one program run: records the invocation, follows what it
// runs in turn, and returns what it prints.
func (a *analyzer) run(st *state, c run) value {
	if len(c.words) == 0 {
		return value{}
	}
	if a.steps++; a.steps > a.limits.Invocations {
		a.full = true
		a.bound("the line runs more commands than can be analysed", c.span)
		return unknown()
	}
	if len(c.via) > maxWrappers {
		a.bound("commands wrap each other deeper than can be analysed", c.span)
		return unknown()
	}
	head := c.words[0]
	if !head.Static() || head.Glob >= 0 {
		return a.dynamic(st, c)
	}
	if !c.bare {
		if fn := st.function(head.Text); fn != nil {
			out := a.function(st, fn, c)
			a.ran = 0
			return out
		}
		if v, ok := st.alias(head.Text); ok {
			a.alias(st, v, c)
		}
	}
	entry, name := a.program(a.called(c.dir, head))
	if a.commands[head.Text] {
		a.opaque("the line itself has put a file where "+clip(head.Text)+" may be found", c.span)
	}
	inv := fact.Invocation{
		Program: name, Path: head.Text, Words: c.words[1:], Assigns: c.env, Via: c.via,
		Dir: c.dir, Place: st.place, Span: c.span, Outer: a.outer != nil, Maybe: c.maybe, Given: c.given, Function: a.inside,
	}
	o := options(entry, c.words[1:])
	inv.Sub, inv.Flags, inv.Operands = o.sub, o.flags, o.operands
	inv.Chain = o.chain
	for _, p := range o.chain {
		inv.Roles |= p.Roles
	}
	if dir := o.dir(a, c.dir); dir != nil {
		inv.Dir = *dir
	}
	index := len(a.facts.Invocations)
	a.facts.Invocations = append(a.facts.Invocations, inv)

	out := a.wrapped(st, c, o, index)
	a.facts.Invocations[index].Wraps = out != nil
	a.feeds(c, index)
	touches := len(a.facts.Touches)
	a.effects(st, c, o, index)
	a.rebind(o, index)
	a.mentions(o, index)
	c.reads = c.reads || len(a.facts.Touches) > touches
	a.addresses(c, o, index)
	a.code(st, c, o, index)
	a.tasks(st, c, o, index)
	if a.byPath(head.Text) {
		a.made(st, c, index)
	}
	a.builtin(st, c, o, index)
	if out == nil {
		v := a.output(st, c, o, index)
		out = &v
	}
	a.ran = index + 1
	return *out
}

// dynamic is a run whose program is not known before the line runs.
func (a *analyzer) dynamic(st *state, c run) value {
	head := c.words[0]
	a.opaqueFrom("which program runs is not known before the command runs: "+clip(head.Text), c.span, head.Origin)
	index := len(a.facts.Invocations)
	a.facts.Invocations = append(a.facts.Invocations, fact.Invocation{
		Path: head.Text, Words: c.words[1:], Operands: c.words[1:], Assigns: c.env, Via: c.via,
		Dir: c.dir, Place: st.place, Span: c.span, Outer: a.outer != nil, Maybe: c.maybe,
	})
	if len(head.Origin) > 0 {
		a.facts.Flows = append(a.facts.Flows, fact.Flow{From: head.Origin, Into: index, Span: c.span})
	}
	a.ran = 0
	return unknownFrom(c.in)
}

func clip(s string) string {
	if len(s) > 60 {
		s = s[:60] + "…"
	}
	return strings.ToValidUTF8(s, "")
}

// maxActive bounds how often a function stands in calls of itself.
const maxActive = 6

// function walks the body of a function of the line with its arguments.
func (a *analyzer) function(st *state, fn *function, c run) value {
	fn.called = true
	if a.depth >= a.limits.Recursion || fn.active >= maxActive { // one that calls itself twice would be walked over and over
		a.bound("functions call each other deeper than can be analysed", c.span)
		return unknown()
	}
	if a.replayed += fn.size(); a.replayed > a.limits.CommandBytes {
		a.bound("functions run more text than can be analysed", c.span)
		return unknown()
	}
	a.depth++
	fn.active++
	defer func() { fn.active-- }()
	params, known, place, locals := st.params, st.paramsKnown, st.place, st.locals
	st.params, st.paramsKnown, st.locals = nil, true, map[string]*variable{}
	st.place |= fact.InFunction
	for _, w := range c.words[1:] {
		st.params = append(st.params, back(w))
	}
	outside := a.inside
	a.inside = fn.name
	var out value
	a.during(st, c.env, c.span, func() {
		a.within(fn.src, fn.base, fn.outer, func() { out = a.stmt(st, fn.body, c.in) })
		for name, v := range st.locals {
			st.restore(name, v)
		}
		if st.ended == returned {
			st.ended = goesOn
		}
	})
	st.params, st.paramsKnown, st.place, st.locals = params, known, place, locals
	a.inside = outside
	a.depth--
	return out
}

// alias also walks what an alias of the line stands for: whether it applies
// depends on the shell.
func (a *analyzer) alias(st *state, v value, c run) {
	if v.dyn || a.depth >= a.limits.Recursion {
		a.opaque("an alias whose text is not known before the command runs", c.span)
		return
	}
	var text strings.Builder
	text.WriteString(v.text)
	for _, w := range c.words[1:] {
		q, err := syntax.Quote(w.Text, syntax.LangBash)
		if err != nil || !w.Static() {
			q = `"$ARGUMENT"`
		}
		text.WriteString(" " + q)
	}
	sub := st.layer()
	sub.aliases = map[string]value{}
	if name := c.words[0].Text; !strings.HasPrefix(v.text, name) {
		a.inner(sub, static(text.String()), c.span, c.in, nil)
		return
	}
	fields := strings.Fields(v.text)
	next := c
	next.words, next.bare = nil, true
	for _, f := range fields {
		next.words = append(next.words, static(f).word(c.span, false))
	}
	next.words = append(next.words, c.words[1:]...)
	a.run(sub, next)
}

// program finds the entry of a program by the name or path it is called by.
func (a *analyzer) program(called string) (*catalog.Program, string) {
	base := strings.TrimPrefix(path.Base(called), "=") // zsh: the file that the name stands for
	if i := strings.LastIndexByte(base, '\\'); i >= 0 {
		base = base[i+1:]
	}
	if e := a.entry(base); e != nil {
		return e, e.Name
	}
	low := strings.ToLower(base)
	low = strings.TrimSuffix(low, ".exe")
	if low != base {
		if e := a.entry(low); e != nil {
			return e, e.Name
		}
	}
	if stem := strings.TrimRight(low, "0123456789."); stem != low && stem != "" {
		if e := a.entry(stem + "*"); e != nil {
			return e, e.Name
		}
	}
	return nil, base
}

func (a *analyzer) entry(name string) *catalog.Program { return a.t.Program(name) }
