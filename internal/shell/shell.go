// Package shell understands shell commands: it parses a text and works out
// which programs would run with which words, where data becomes code, and
// which paths are touched, without running anything.
//
// It is an abstract interpreter over the syntax tree. Every value is a text
// of which a known part is marked; a variable holds all the values that it
// can have at a point of the line; branches are joined. What is not known is
// marked, never guessed (DESIGN.md §3.1).
package shell

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/world"
)

// Env is what an analysis may look at.
type Env struct {
	Tables *catalog.Tables
	World  world.World
	Places *place.Classifier
	Dir    string // absolute working directory
	Field  string // name of the input field, for spans
}

// Analyze returns what src would do when a shell ran it in env.Dir. It never
// fails: what cannot be understood stands in Facts.Opaque with its reason.
// Time and memory are linear in len(src), bounded by env.Tables.Route.Limits.
func Analyze(src string, env Env) *fact.Facts {
	f := &fact.Facts{Field: env.Field, Source: src}
	a := newAnalyzer(f, env)
	defer a.settle()
	whole := fact.Span{Start: 0, End: len(src)}
	f.Texts = append(f.Texts, fact.Text{Value: src, Span: whole})
	if reason := unreadable(src); reason != "" {
		a.opaque(reason, whole)
	}
	st := newState(env.Dir)
	a.text(st, src, nil, nil)
	a.leftover(st)
	a.writings()
	for n := 1; n <= a.pipes; n++ { // in order, so that the facts are the same each time
		if sink, ok := a.sinks[fdName(n)]; ok {
			sink(unknown())
		}
	}
	return f
}

// AnalyzeIn is Analyze for a shell whose language is another one.
func AnalyzeIn(lang, src string, env Env) *fact.Facts {
	f := &fact.Facts{Field: env.Field, Source: src}
	a := newAnalyzer(f, env)
	defer a.settle()
	whole := fact.Span{Start: 0, End: len(src)}
	f.Texts = append(f.Texts, fact.Text{Value: src, Span: whole}, fact.Text{Value: src, Lang: lang, Span: whole})
	if reason := unreadable(strings.ReplaceAll(src, "\r\n", "\n")); reason != "" {
		a.opaque(reason, whole)
	}
	if len(src) > a.limits.CommandBytes {
		a.bound("the command is longer than can be analysed", whole)
		return f
	}
	st := newState(env.Dir)
	a.foreign(st, run{span: whole, dir: st.dir}, -1, lang, static(src), whole)
	a.writings()
	return f
}

func newAnalyzer(f *fact.Facts, env Env) *analyzer {
	return &analyzer{env: env, t: env.Tables, limits: env.Tables.Route.Limits, facts: f, files: map[string]holding{}, sinks: map[string]func(value){}}
}

// unreadable names what keeps src from being read as a shell reads it.
func unreadable(src string) string {
	switch {
	case strings.IndexByte(src, 0) >= 0:
		return "the command holds a NUL byte"
	case !utf8.ValidString(src):
		return "the command is not valid UTF-8"
	case strings.IndexByte(src, '\r') >= 0:
		return "the command holds a carriage return, which shells read in different ways"
	}
	return ""
}

// analyzer carries one analysis.
type analyzer struct {
	env    Env
	t      *catalog.Tables
	limits catalog.Limits
	facts  *fact.Facts

	src   string     // the text that node positions refer to
	base  int        // offset of src in facts.Source, when it stands there verbatim
	outer *fact.Span // else: the span of the text that src was made from

	depth   int // code within code, and calls of functions
	decoded int // bytes of text within text so far
	steps   int // commands so far
	joined  int // fact.Invocation.Given of the next simple command
	ran     int // 1 + the index of the run that the last simple command was, 0 for none or several
	full    bool
	globbed int // directories that patterns were compared with

	files  map[string]holding     // content that the line itself wrote, by absolute path
	sinks  map[string]func(value) // what reads a name that the line may write to, >(…)
	finds  map[int][]fact.Word    // what programs that look for files can find, by invocation
	pipes  int                    // process substitutions so far
	chosen int                    // descriptors that the shell has chosen so far
	funcs  []*function            // all that the line defines

	inside   string // the function of the line that is walked
	looked   int    // invocations that were asked whether they change anything
	changed  bool   // one of them may
	replayed int    // bytes of functions that were called
	skimmed  int    // bytes of functions that loops were looked through for

	events   int             // writes and namings so far
	bindings []binding       // names that the line gives to what is there
	commands map[string]bool // programs that the line puts where they are found by name

	contents  map[string]*content // files that were read, by absolute path
	opens     []*opened           // each time that one runs, by base
	fileBytes int                 // of all of opens
	running   []string            // files and tasks that are being walked, with their arguments
	wrote     []writing           // what the line wrote to files
	started   map[string]bool     // files that it wrote and ran
	built     map[string]bool     // files that a compiler of the line wrote

	walked     int                    // tasks of files
	workspaces map[string][]workspace // of a project's root
	peeked     int                    // bytes of files that were read to find them
	drafting   bool                   // what is walked is only written, not run
}

// opaque notes a part that is not known. Within a file it is worth no more
// than a note: the scripts of a project are full of such parts.
func (a *analyzer) opaque(reason string, span fact.Span) {
	a.unclear(reason, span, a.drafting || a.file(span.Start) != nil)
}

// opaqueFrom is opaque for data of some invocations: what comes from elsewhere
// or was decoded is a question even within a file.
func (a *analyzer) opaqueFrom(reason string, span fact.Span, from fact.Origins) {
	for _, i := range from {
		if a.facts.Invocations[i].Roles&a.tainted() != 0 {
			a.bound(reason, span)
			return
		}
	}
	a.opaque(reason, span)
}

// bound notes a part that could not be analysed at all, wherever it stands.
func (a *analyzer) bound(reason string, span fact.Span) { a.unclear(reason, span, false) }

func (a *analyzer) unclear(reason string, span fact.Span, note bool) {
	for _, o := range a.facts.Opaque {
		if o.Reason == reason && o.Note == note && (o.Span == span || len(a.facts.Opaque) > 64) {
			return
		}
	}
	a.facts.Opaque = append(a.facts.Opaque, fact.Opaque{Reason: reason, Span: span, Note: note})
}

// span is the range of a node in the input field.
func (a *analyzer) span(n syntax.Node) fact.Span {
	return a.between(int(n.Pos().Offset()), int(n.End().Offset()))
}

func (a *analyzer) between(start, end int) fact.Span {
	if a.outer != nil {
		return *a.outer
	}
	if end > len(a.src) {
		end = len(a.src)
	}
	if start > end {
		start = end
	}
	return fact.Span{Start: a.base + start, End: a.base + end}
}

// source is a node's text as written.
func (a *analyzer) source(n syntax.Node) string {
	s, e := int(n.Pos().Offset()), int(n.End().Offset())
	if e > len(a.src) {
		e = len(a.src)
	}
	if s >= e {
		return "$"
	}
	return a.src[s:e]
}

// whole is the span of the text being read.
func (a *analyzer) whole() fact.Span { return a.between(0, len(a.src)) }

// text parses src and walks it in st, with in as its standard input, and
// returns what it would print.
func (a *analyzer) text(st *state, src string, in *value, params []value) value {
	saved, savedSrc := st.params, a.src
	a.src = src
	defer func() { a.src, st.params = savedSrc, saved }()
	if params != nil {
		st.params = params
	}
	if len(src) > a.limits.CommandBytes {
		a.bound("the command is longer than can be analysed", a.whole())
		return unknown()
	}
	if reason := tooDeep(src, a.limits.Depth); reason != "" {
		a.bound(reason, a.whole())
		return unknown()
	}
	file, err := parse(src)
	if err != nil {
		a.unparsed("the command cannot be parsed: " + parseReason(err))
	}
	if file == nil {
		return unknown()
	}
	a.comments(file)
	return a.stmts(st, file.Stmts, in)
}

// parse reads src as bash, or as zsh if bash would refuse it. On an error it
// returns the complete commands before it, which a shell that reads line by
// line would have run.
func parse(src string) (file *syntax.File, err error) {
	keep := strings.IndexByte(src, '#') >= 0
	parsing(syntax.LangBash, keep, func(p *syntax.Parser) {
		if file, err = p.Parse(strings.NewReader(src), ""); err != nil {
			file = orZsh(p, src, keep, &err)
		}
	})
	return file, err
}

// orZsh reads src as zsh, after p has refused it as bash.
func orZsh(p *syntax.Parser, src string, keep bool, err *error) *syntax.File {
	if zsh, zerr := syntax.NewParser(syntax.Variant(syntax.LangZsh), syntax.KeepComments(keep)).Parse(strings.NewReader(src), ""); zerr == nil {
		*err = nil
		return zsh
	}
	part := &syntax.File{}
	for stmt, serr := range p.StmtsSeq(bytes.NewReader([]byte(src))) {
		// The parser goes on after it was told to stop at an error, so it is let
		// run to its end, which is the error.
		if serr == nil && stmt != nil {
			part.Stmts = append(part.Stmts, stmt)
		}
	}
	return part
}

func parseReason(err error) string {
	s := err.Error()
	if len(s) > 200 {
		s = s[:200]
	}
	return s
}

// unparsed notes that the text being read is not all understood. In a file
// that git keeps that is often another shell's language.
func (a *analyzer) unparsed(reason string) {
	f := a.file(a.base)
	if a.outer == nil && f != nil && !f.drafted && !a.kept(f) {
		a.bound(reason, a.whole())
		return
	}
	a.opaque(reason, a.whole())
}

// maxComments bounds how many comments are texts of their own.
const maxComments = 1 << 12

// comments adds what comments say to the texts: they are data that a reviewer
// would read. Where there are very many, the last text holds the rest of them.
func (a *analyzer) comments(file *syntax.File) {
	if strings.IndexByte(a.src, '#') < 0 {
		return
	}
	var rest strings.Builder
	var span fact.Span
	n := 0
	syntax.Walk(file, func(x syntax.Node) bool {
		c, ok := x.(*syntax.Comment)
		if !ok {
			return true
		}
		if n++; n < maxComments {
			a.facts.Texts = append(a.facts.Texts, fact.Text{Value: c.Text, Data: true, Span: a.span(c), Moved: a.outer != nil})
			return true
		}
		if rest.Len() == 0 {
			span = a.span(c)
		}
		span.End = a.span(c).End
		rest.WriteString(c.Text + "\n")
		return true
	})
	if rest.Len() > 0 {
		a.facts.Texts = append(a.facts.Texts, fact.Text{Value: rest.String(), Data: true, Span: span, Moved: true})
	}
}

// leftover walks the functions that were defined and never called: something
// later may call them. Those of a file end with the shell that runs it.
func (a *analyzer) leftover(st *state) {
	for i := 0; i < len(a.funcs); i++ {
		fn := a.funcs[i]
		if fn.called || fn.outer == nil && a.file(fn.base) != nil || fn.outer != nil && a.file(fn.outer.Start) != nil {
			continue
		}
		fn.called = true
		a.within(fn.src, fn.base, fn.outer, func() {
			sub := st.layer()
			sub.place |= fact.InFunction
			sub.params, sub.paramsKnown = nil, false
			a.inside = fn.name
			a.stmt(sub, fn.body, nil)
			a.inside = ""
		})
	}
}

// within runs f while node positions refer to another text.
func (a *analyzer) within(src string, base int, outer *fact.Span, f func()) {
	s, b, o := a.src, a.base, a.outer
	a.src, a.base, a.outer = src, base, outer
	f()
	a.src, a.base, a.outer = s, b, o
}

// inner analyses v, a text that the line runs as shell code, in st.
func (a *analyzer) inner(st *state, v value, span fact.Span, in *value, params []value) value {
	inFile := v.at > 0 && a.file(v.at-1) != nil // its length has been looked at
	if a.depth >= a.limits.Recursion || !inFile && a.decoded+len(v.text) > a.limits.Decoded {
		a.bound("code within code goes deeper than can be analysed", span)
		return unknown()
	}
	a.depth++
	if !inFile {
		a.decoded += len(v.text)
	}
	defer func() { a.depth-- }()
	base, outer := 0, &span
	if v.at > 0 {
		base, outer = v.at-1, nil
	} else {
		a.facts.Texts = append(a.facts.Texts, fact.Text{Value: v.text, Span: span, Moved: true})
		st.place |= fact.InDecoded
	}
	var out value
	a.within(v.text, base, outer, func() { out = a.text(st, v.text, in, params) })
	return out
}
