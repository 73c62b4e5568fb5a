package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/embed"
	"github.com/ravenclaude/thing/internal/fact"
)

// script is a file that the program at index runs.
func (a *analyzer) script(st *state, c run, index int, lang string, w fact.Word, args []fact.Word, p *catalog.Program) {
	dir := a.facts.Invocations[index].Dir
	a.touchIn(dir, catalog.Run, w, index, w.Span, false, false)
	v := back(w)
	name := a.resolve(dir, v)
	if v.dyn || name == "" && dir.Away == nil {
		reason := "which file " + a.facts.Invocations[index].Program + " runs is not known before the command runs"
		if (!v.dyn || w.Env) && !a.brings() { // as with a program that is called by such a path
			a.unclear(reason, w.Span, true)
		} else {
			a.opaqueFrom(reason, w.Span, v.from)
		}
	}
	if name == "" || dir.Away != nil {
		return
	}
	if text, ok := a.runs(name, w.Span); ok {
		a.start(st, c, index, lang, text, w, name, args, p)
	}
}

// brings reports whether the line has a program so far that gets data from
// elsewhere, which can be what lies where it is not known.
func (a *analyzer) brings() bool {
	tainted := a.tainted()
	return slices.ContainsFunc(a.facts.Invocations, func(i fact.Invocation) bool { return i.Roles&tainted != 0 })
}

// start runs text, which a file of that name holds. A file that is running
// already with the same arguments does nothing new.
func (a *analyzer) start(st *state, c run, index int, lang string, text value, w fact.Word, name string, args []fact.Word, p *catalog.Program) {
	key := key(name, args)
	if slices.Contains(a.running, key) {
		return
	}
	a.running = append(a.running, key)
	defer func() { a.running = a.running[:len(a.running)-1] }()
	span := w.Span
	if text.at > 0 && a.file(text.at-1) != nil {
		span = fact.Span{Start: text.at - 1, End: text.at - 1 + len(text.text)}
	}
	source := given(static(name))
	if p.Shell != catalog.ShellSource {
		st = st.layer()
		st.set("0", given(static(w.Text)))
		st.set("BASH_SOURCE", source)
		a.code1(st, c, index, lang, text, span, p, args)
		return
	}
	old, _ := st.get("BASH_SOURCE")
	params, known := st.params, st.paramsKnown
	if len(args) > 0 {
		st.params, st.paramsKnown = backs(args), true
	}
	st.set("BASH_SOURCE", source)
	a.code1(st, c, index, lang, text, span, p, args)
	st.params, st.paramsKnown = params, known
	st.restore("BASH_SOURCE", old)
}

// key names a run of a file.
func key(name string, args []fact.Word) string {
	var b strings.Builder
	b.WriteString(name)
	for _, w := range args {
		b.WriteString("\x00" + w.Text)
	}
	return b.String()
}

// given is a variable that a new shell surely has.
func given(vals ...value) *variable {
	v := oneOf(vals)
	v.exported = true
	return v
}

// builds notes that a program writes a file and is not known to copy another
// into it, as with a compiler: what it makes is a program like any other that
// is not known.
func (a *analyzer) builds(c run, o *parsed, index int, name string) {
	if name == "" || c.in != nil || a.facts.Invocations[index].Roles&a.tainted() != 0 {
		return
	}
	for _, p := range o.chain {
		for _, e := range p.Effects {
			if e.Effect&(catalog.Read|catalog.Move|catalog.Link) != 0 {
				return
			}
		}
	}
	if a.built == nil {
		a.built = map[string]bool{}
	}
	a.built[name] = true
}

// byPath reports whether a program is called by a path that is not one of the
// directories that programs are installed in.
func (a *analyzer) byPath(called string) bool {
	i := strings.LastIndexByte(called, '/')
	return i >= 0 && !slices.Contains(a.t.Fallback.BinDirs, called[:i])
}

// made runs a file that is called by its path: by the interpreter that its
// first line names, or as the shell does without one.
func (a *analyzer) made(st *state, c run, index int) {
	head := c.words[0]
	name := a.resolve(c.dir, back(head))
	if name == "" && c.dir.Away == nil && a.brings() {
		a.bound("which file "+clip(head.Text)+" is, of those that the line may have put there, is not known before the command runs", head.Span)
	}
	if name == "" || c.dir.Away != nil {
		return
	}
	if f := a.read(name); a.built[name] && (!f.there || f.binary) {
		return
	}
	text, p, wrote := a.behind(name)
	if !wrote {
		if f := a.read(p); strings.HasPrefix(f.text, "#!") {
			text = static(f.text) // its interpreter opens it
		} else if text, wrote = a.open(p, head.Span); !wrote {
			return
		}
	}
	if interpreter := shebang(text); interpreter != nil {
		next := c
		next.via = append(c.via[:len(c.via):len(c.via)], a.facts.Invocations[index].Program)
		next.bare, next.words = true, nil
		for _, s := range interpreter {
			next.words = append(next.words, static(s).word(head.Span, false))
		}
		next.words = append(next.words, c.words...)
		a.run(st, next)
		return
	}
	a.start(st, c, index, shellLang, text, head, name, c.words[1:], &catalog.Program{Detail: &catalog.Detail{Extra: &catalog.Extra{}}})
}

// maxShebang bounds the first line, as systems do.
const maxShebang = 256

// shebang is the command that a text's first line names, or nil.
func shebang(v value) []string {
	line, _, _ := strings.Cut(v.text, "\n")
	if v.dyn && len(line) >= v.known || !strings.HasPrefix(line, "#!") || len(line) > maxShebang {
		return nil
	}
	words := strings.Fields(line[2:])
	if len(words) == 0 {
		return nil
	}
	return words
}

// writing is a text that the line wrote to a file.
type writing struct {
	path string
	text value
	span fact.Span
	dir  fact.Dir
}

// writes notes a text that the line writes.
func (a *analyzer) writes(w writing) {
	if len(a.wrote) >= a.limits.Touches {
		a.bound(tooManyPaths, a.whole())
		return
	}
	a.wrote = append(a.wrote, w)
}

// writings walks the scripts that the line writes and does not run: something
// later will.
func (a *analyzer) writings() {
	if len(a.wrote) == 0 {
		return
	}
	a.drafting = true
	for i := 0; i < len(a.wrote); i++ {
		w := a.wrote[i]
		if w.text.text == "" || a.started[w.path] || w.dir.Away != nil {
			continue
		}
		st := newState(w.dir.Path)
		st.dir, st.place = w.dir, fact.InDraft
		st.paramsKnown = false
		// What a person or a pipeline starts is a call of its own then.
		class := a.env.Places.Classify(w.path)
		apart := class&a.t.Fallback.Unasked == 0
		if f := a.taskFile(w.path); f != nil {
			a.drafted(apart, func() { a.draft(st, f, w) })
			continue
		}
		if !a.isScript(w.text, class) {
			if kind := embed.Kind(a.t, w.path); kind != nil {
				a.draftCommands(w, kind, embed.Commands(kind, w.text.text))
			}
			continue
		}
		text := w.text
		text.dyn = false // what is not known stands as an expansion in the text
		a.drafted(apart, func() { a.inner(st, text, w.span, nil, nil) })
	}
	a.drafting = false
}

// isScript reports whether what is written is shell code.
func (a *analyzer) isScript(text value, class catalog.Class) bool {
	for _, word := range shebang(text) {
		if entry, _ := a.program(word); entry != nil && len(entry.Code) > 0 {
			return entry.Code[0].Lang == shellLang
		}
	}
	return class&a.t.Fallback.Script != 0
}

// makes reports whether what a script takes away can only be what it has made
// itself: a path of the project at which nothing lies now.
func (a *analyzer) makes(t *fact.Touch) bool {
	if t.Effect&(catalog.Delete|catalog.Move) == 0 || t.Class&catalog.Project == 0 || !t.Word.Static() || t.Word.Glob >= 0 || t.Path == "" {
		return false
	}
	if !a.drafting && a.file(t.Span.Start) == nil {
		return false
	}
	_, err := a.env.World.Lstat(t.Path)
	return missing(err)
}
