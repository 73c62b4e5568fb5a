package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// taskRun is one use of a program that runs named commands of a file.
type taskRun struct {
	a     *analyzer
	st    *state
	c     run
	index int
	form  *catalog.TaskFile
	name  string   // of the file
	dir   fact.Dir // where its commands run
	text  value
	all   bool // every command of the file is walked, whichever a later use runs
}

// The languages of task files.
const (
	packageLang = "package"
	makeLang    = "make"
	justLang    = "just"
	taskLang    = "task"
)

// tasks walks the commands that the program at index runs from its project's
// task file.
func (a *analyzer) tasks(st *state, c run, o *parsed, index int) {
	if len(o.chain) == 0 {
		return
	}
	t := o.chain[len(o.chain)-1].Tasks
	dir := a.facts.Invocations[index].Dir
	if t == nil || dir.Away != nil || t.Unless != "" && fact.Holds(o.flags, t.Unless) {
		return
	}
	var form *catalog.TaskFile
	for _, p := range o.chain {
		if p.TaskFile != nil {
			form = p.TaskFile
		}
	}
	names, args := chosen(t, o)
	if form == nil || len(names) == 0 && len(t.Names) > 0 {
		return
	}
	r := &taskRun{a: a, st: st, c: c, index: index, form: form}
	if r.elsewhere(t, o, names, args) {
		return
	}
	if form.Flag != "" && o.has(form.Flag) {
		for _, w := range o.values(form.Flag) {
			r.named(w, dir)
			r.walk(names, args)
		}
		return
	}
	if dir.Path != "" && r.nearest(dir) {
		r.walk(names, args)
	}
}

// chosen lists the commands that a use runs, and their arguments.
func chosen(t *catalog.Tasks, o *parsed) (names []string, args []fact.Word) {
	if t.Flag != "" {
		for _, w := range o.values(t.Flag) {
			names = append(names, w.Text)
		}
		if len(names) > 0 {
			return names, o.operands
		}
	}
	switch {
	case t.Named == catalog.NamedFirst && len(o.operands) > 0:
		return []string{o.operands[0].Text}, o.operands[1:]
	case t.Named == catalog.NamedAll && len(o.operands) > 0:
		for _, w := range o.operands {
			names = append(names, w.Text)
		}
		return names, nil
	case t.Named == catalog.NamedNone && len(t.Names) == 1:
		return t.Names, o.operands
	}
	return t.Names, nil
}

// named reads the task file that a flag names.
func (r *taskRun) named(w fact.Word, dir fact.Dir) {
	a, v := r.a, back(w)
	r.dir, r.text = dir, unknown()
	r.name = a.resolve(dir, v)
	switch {
	case w.Text == "-" || w.Text == "/dev/stdin":
		if r.c.in != nil {
			r.text = *r.c.in
		}
	case r.name == "":
		a.opaqueFrom("which file "+a.facts.Invocations[r.index].Program+" runs is not known before the command runs", w.Span, v.from)
	default:
		if r.form.Up {
			r.dir = fact.Dir{Path: path.Dir(r.name)}
		}
		r.read(w.Span)
	}
}

// nearest finds the task file of a directory.
func (r *taskRun) nearest(dir fact.Dir) bool {
	for d := dir.Path; ; d = path.Dir(d) {
		for _, f := range r.form.Files {
			p := path.Join(d, f)
			if !r.a.there(p) {
				continue
			}
			r.name, r.dir = p, dir
			if d != dir.Path {
				r.dir = fact.Dir{Path: d}
			}
			r.read(r.c.span)
			return true
		}
		if !r.form.Up || d == "/" || d == "." || d == path.Dir(d) {
			break
		}
	}
	if r.a.fetched() {
		r.a.bound("the commands that run are not there yet, and may be brought by the command itself", r.c.span)
	}
	return false
}

func (r *taskRun) read(span fact.Span) {
	var ok bool
	if r.text, ok = r.a.runs(r.name, span); !ok {
		r.text = value{}
	}
}

// walk runs commands of the file.
func (r *taskRun) walk(names []string, args []fact.Word) {
	a := r.a
	if len(names) == 0 && !r.all && r.form.Lang == packageLang {
		return // no command is asked for
	}
	if r.text.dyn {
		a.opaqueFrom("the commands that "+a.facts.Invocations[r.index].Program+" runs are not known before the command runs", r.c.span, r.text.from)
		if len(r.text.from) > 0 {
			a.facts.Flows = append(a.facts.Flows, fact.Flow{From: r.text.from, Into: r.index, Span: r.c.span})
		}
	}
	if r.text.text == "" {
		return
	}
	switch r.form.Lang {
	case packageLang:
		r.scripts(names, args)
	case makeLang:
		r.makefile(names)
	case justLang:
		r.justfile(names)
	case taskLang:
		r.taskfile(names)
	}
}

// shell walks shell text of the file; span is where it stands.
func (r *taskRun) shell(text string, span fact.Span, params []value) value {
	return r.a.inner(r.fresh(), static(text), span, nil, params)
}

// fresh is the state of a new shell in the file's directory.
func (r *taskRun) fresh() *state {
	st := r.st.child(r.c.env)
	st.place |= fact.InSubshell
	st.dir, st.alone = r.dir, true
	st.params, st.paramsKnown = nil, !r.all
	return st
}

// maxChain bounds how many files and tasks run each other.
const maxChain = 256

// once runs f unless the same command of the file is being walked already.
func (r *taskRun) once(name string, args []fact.Word, f func()) {
	a := r.a
	key := key(r.name+"\x00\x00"+name, args)
	if slices.Contains(a.running, key) {
		return
	}
	if a.walked++; a.walked > a.limits.Invocations || len(a.running) > maxChain {
		a.bound("more tasks lead to each other than can be analysed", r.c.span)
		return
	}
	a.running = append(a.running, key)
	f()
	a.running = a.running[:len(a.running)-1]
}

// span is where a line of a text stands that begins at at - 1; that of the
// command if the text stands nowhere.
func (r *taskRun) span(at int, l task.Line) fact.Span {
	if at == 0 {
		return r.c.span
	}
	return fact.Span{Start: at - 1 + l.Start, End: at - 1 + l.End}
}

// load is the content of another file that the task file brings in.
func (r *taskRun) load(p string) (value, bool) {
	if !r.a.there(p) {
		return value{}, false
	}
	return r.a.runs(p, r.c.span)
}

// besides is a path as seen from the directory of a file, "" if it is not
// known.
func besides(file, p string) string {
	if path.IsAbs(p) {
		return path.Clean(p)
	}
	if file == "" {
		return ""
	}
	return path.Join(path.Dir(file), p)
}

// quoted is text with arguments behind it.
func quoted(text string, args []fact.Word) string {
	var b strings.Builder
	b.WriteString(text)
	for i, w := range args {
		if i == 0 && w.Text == "--" {
			continue
		}
		q, err := syntax.Quote(w.Text, syntax.LangBash)
		if err != nil || !w.Static() {
			q = `"$ARGUMENT"`
		}
		b.WriteString(" " + q)
	}
	return b.String()
}

// taskFile is the form of the task file that a path names, or nil.
func (a *analyzer) taskFile(p string) *catalog.TaskFile {
	base := path.Base(p)
	for i := range a.t.Programs {
		if f := a.t.Programs[i].TaskFile; f != nil && slices.Contains(f.Files, base) {
			return f
		}
	}
	return nil
}

// draft walks every command of a task file that the line writes.
func (a *analyzer) draft(st *state, form *catalog.TaskFile, w writing) {
	r := &taskRun{a: a, st: st, c: run{span: w.span}, index: -1, form: form, name: w.path, dir: w.dir, text: w.text, all: true}
	r.text.dyn = false
	r.walk(nil, nil)
}
