package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/lexer"
	"github.com/ravenclaude/thing/internal/script"
)

// embedded is code in another language that the program at index runs.
type embedded struct {
	language string
	a        *analyzer
	st       *state
	c        run
	index    int
	span     fact.Span
	dir      fact.Dir
	text     string
	known    int // bytes of text that are known; the rest stands as it is written
}

// foreign follows code in another language: the commands that it hands to a
// shell and the paths that it touches, as far as they stand in it as strings.
// It returns the text for text triggers.
func (a *analyzer) foreign(st *state, c run, index int, lang string, v value, span fact.Span) string {
	if a.depth >= a.limits.Recursion {
		a.opaque("code within code goes deeper than can be analysed", span)
		return v.text
	}
	a.depth++
	defer func() { a.depth-- }()
	e := &embedded{language: lang, a: a, st: st, c: c, index: index, span: span, dir: c.dir, text: v.text, known: len(v.text)}
	if index >= 0 {
		e.dir = a.facts.Invocations[index].Dir
	}
	if v.dyn {
		e.known = v.known
	}
	switch lang { // languages whose effects show in more than calls
	case "sed":
		e.steps(script.Sed(v.text))
	case "awk":
		e.awk(v.text)
	case "vim":
		e.steps(script.Ex(v.text))
	case "crontab":
		e.steps(script.Crontab(v.text))
	}
	l := a.language(lang)
	if l == nil {
		return v.text
	}
	if lang == powerLang || lang == batchLang {
		e.power(l)
		return v.text
	}
	code := lexer.Scan(l, v.text)
	if code.Cut {
		a.bound("the code is longer than can be analysed", span)
	}
	e.lines(l)
	follow := &calls{embedded: e, lang: l, tokens: code.Tokens, vars: map[string]value{}, names: map[string]string{}}
	follow.group("")
	follow.lost()
	if l.Exact {
		return code.Masked()
	}
	return v.text
}

func (a *analyzer) language(name string) *catalog.Language {
	i, ok := slices.BinarySearchFunc(a.t.Languages, name, func(l catalog.Language, s string) int { return strings.Compare(l.Name, s) })
	if !ok {
		return nil
	}
	return &a.t.Languages[i]
}

// lines follows calls that take the rest of their line as a command.
func (e *embedded) lines(l *catalog.Language) {
	var names []string
	for i := range l.Calls {
		if l.Calls[i].Line {
			names = append(names, l.Calls[i].Name)
		}
	}
	if len(names) == 0 {
		return
	}
	for _, line := range strings.Split(e.text, "\n") {
		for _, n := range names {
			if rest, ok := begins(line, n); ok {
				e.shell(e.value(unquoted(rest)))
				break
			}
		}
	}
}

// begins finds a command of this name at the start of a line or behind a mark
// that a command can follow, and returns what comes after it.
func begins(line, name string) (rest string, ok bool) {
	for from := 0; ; {
		i := strings.Index(line[from:], name)
		if i < 0 {
			return "", false
		}
		before, after := strings.TrimRight(line[:from+i], " \t"), line[from+i+len(name):]
		start := before == "" || strings.HasSuffix(before, ":") || strings.IndexByte(";[{|", before[len(before)-1]) >= 0 || strings.IndexByte(name, ' ') > 0
		if start && (after == "" || !lexer.InWord(after[0]) || !lexer.InWord(name[len(name)-1])) {
			return strings.TrimSpace(after), true
		}
		from += i + len(name)
	}
}

// unquoted is what stands in the quotes that text begins with, or text.
func unquoted(text string) string {
	if len(text) > 1 && text[0] == '"' {
		if end := strings.LastIndexByte(text, '"'); end > 0 {
			return escape.ANSI(text[1:end])
		}
	}
	return text
}

// shell analyses a text that the code hands to a shell.
func (e *embedded) shell(v value) {
	if strings.TrimSpace(v.text) == "" || v.dyn && v.known == 0 {
		return
	}
	if v.dyn {
		e.a.opaque("the command that the code runs is not known before it runs: "+clip(v.text), e.span)
	}
	v.dyn = false
	sub := e.st.layer()
	sub.place |= fact.InSubshell
	sub.dir = e.dir
	sub.via = e.via()
	e.a.inner(sub, v, e.span, nil, nil)
}

// command analyses a program with its words that the code runs.
func (e *embedded) command(words []value) {
	next := e.c
	next.words, next.env, next.in, next.via, next.dir, next.bare = nil, nil, nil, e.via(), e.dir, true
	for _, v := range words {
		next.words = append(next.words, v.word(e.span, false))
	}
	if len(next.words) > 0 && next.words[0].Known > 0 {
		e.a.run(e.st, next)
	}
}

// via is how what the code runs is reached.
func (e *embedded) via() []string {
	if e.index < 0 { // the code is the command itself
		return nil
	}
	return append(e.c.via[:len(e.c.via):len(e.c.via)], e.a.facts.Invocations[e.index].Program)
}

// touch records what the code does to a path, unless nothing of it is known.
func (e *embedded) touch(effect catalog.Effect, v value, deep bool) {
	if v.text == "" || v.dyn && v.known == 0 {
		return
	}
	e.a.touchIn(e.dir, effect, v.word(e.span, false), e.index, e.span, false, deep)
	if effect&(catalog.Write|catalog.Append) != 0 {
		if p := e.a.resolve(e.dir, v); p != "" {
			e.a.store(p, unknown(), false)
		}
	}
}
