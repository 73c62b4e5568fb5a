package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// justfile is a just file with those that it imports.
type justfile struct {
	*taskRun
	vars    map[string]string
	recipes map[string]*justRecipe
	aliases map[string]string
	modules []task.Module
	order   []string
	files   map[string]bool // that have been read
}

// justRecipe is a recipe and the file that it stands in.
type justRecipe struct {
	task.Recipe
	at int // 1 + the offset of that file's text, 0 for none
}

// maxImports bounds how many files one imports.
const maxImports = 32

// justfile walks recipes and what they need, the first one without a name.
func (r *taskRun) justfile(names []string) {
	j := &justfile{taskRun: r, vars: map[string]string{}, recipes: map[string]*justRecipe{}, aliases: map[string]string{}, files: map[string]bool{}}
	j.add(r.text, r.name)
	if r.all {
		for _, n := range j.order {
			j.run(n, nil)
		}
		return
	}
	for len(names) > 0 && strings.Contains(names[0], "=") {
		name, value, _ := strings.Cut(names[0], "=")
		j.vars[name] = value
		names = names[1:]
	}
	if len(names) == 0 && len(j.order) > 0 {
		names = j.order[:1]
	}
	if len(names) > 0 && j.module(names) {
		return
	}
	// Words behind a recipe are its arguments, or other recipes: both readings count.
	for i, n := range names {
		if i == 0 || j.find(n) != nil {
			j.run(n, names[i+1:])
		}
	}
}

// add takes a file in. What stands in it itself counts before what it imports.
func (j *justfile) add(text value, name string) {
	if j.files[name] {
		return
	}
	if j.files[name] = true; len(j.files) > maxImports {
		j.a.bound("just files import more than can be analysed", j.c.span)
		return
	}
	f := task.Just(text.text)
	for name, other := range f.Aliases {
		if j.aliases[name] == "" {
			j.aliases[name] = other
		}
	}
	for _, v := range f.Variables {
		j.assign(v, text.at)
	}
	own := map[string]bool{}
	for _, r := range f.Recipes {
		if j.recipes[r.Name] == nil {
			j.order = append(j.order, r.Name)
		} else if !own[r.Name] {
			continue
		}
		own[r.Name] = true
		j.recipes[r.Name] = &justRecipe{r, text.at}
	}
	j.modules = append(j.modules, f.Modules...)
	for _, p := range f.Imports {
		if name == "" {
			return
		}
		if p = besides(name, p); p != "" {
			if v, ok := j.load(p); ok {
				j.add(v, p)
			}
		}
	}
}

// module runs recipes of a module: as "module recipe" or "module::recipe".
func (j *justfile) module(names []string) bool {
	name, recipe, qualified := strings.Cut(names[0], "::")
	if qualified {
		names = append([]string{recipe}, names[1:]...)
	} else {
		names = names[1:]
	}
	for _, m := range j.modules {
		if m.Name != name || j.find(name) != nil && !qualified || j.name == "" {
			continue
		}
		paths := []string{m.Path}
		if m.Path == "" {
			paths = nil
			for _, p := range j.form.Modules {
				paths = append(paths, strings.ReplaceAll(p, "%", name))
			}
		}
		for _, p := range paths {
			p = besides(j.name, p)
			if j.a.directoryAt(p) {
				p = path.Join(p, j.form.Files[0])
			}
			v, ok := j.load(p)
			if !ok {
				continue
			}
			sub := *j.taskRun
			sub.name, sub.text, sub.dir = p, v, fact.Dir{Path: path.Dir(p)}
			sub.once("\x00module", nil, func() { sub.justfile(names) })
			return true
		}
	}
	return false
}

func (j *justfile) find(name string) *justRecipe {
	if other, ok := j.aliases[name]; ok {
		name = other
	}
	return j.recipes[name]
}

func (j *justfile) run(name string, args []string) {
	r := j.find(name)
	if r == nil {
		return
	}
	words := make([]fact.Word, 0, len(args))
	for _, s := range args {
		words = append(words, static(s).word(j.c.span, false))
	}
	j.once(r.Name, words, func() {
		vars := map[string]string{}
		for i, p := range r.Params {
			p, fallback, _ := strings.Cut(strings.TrimLeft(p, "+*$"), "=")
			vars[p] = strings.Trim(fallback, `'"`)
			if i < len(args) {
				vars[p] = args[i]
			}
		}
		for _, n := range r.Needs {
			fields := strings.Fields(strings.Trim(n, "()"))
			if len(fields) > 0 {
				j.run(fields[0], fields[1:])
			}
		}
		j.body(r, vars)
	})
}

// body walks a recipe: each line in a shell of its own, or all of it as the
// script that its first line says.
func (j *justfile) body(r *justRecipe, vars map[string]string) {
	if len(r.Lines) == 0 {
		return
	}
	if strings.HasPrefix(r.Lines[0].Text, "#!") {
		var texts []string
		for _, l := range r.Lines {
			texts = append(texts, j.fill(l.Text, vars))
		}
		text := static(strings.Join(texts, "\n"))
		for _, word := range shebang(text) {
			entry, _ := j.a.program(word)
			if entry == nil || len(entry.Code) == 0 {
				continue
			}
			if lang := entry.Code[0].Lang; lang != shellLang {
				j.a.facts.Texts = append(j.a.facts.Texts, fact.Text{Value: text.text, Lang: lang, Span: j.span(r.at, r.Lines[0]), Moved: true})
				return
			}
			break
		}
		j.shell(text.text, j.span(r.at, r.Lines[0]), nil)
		return
	}
	for _, l := range r.Lines {
		if text := strings.TrimLeft(j.fill(l.Text, vars), "@-"); text != "" {
			j.shell(text, j.span(r.at, l), nil)
		}
	}
}

// openRecipe stands for what an expression leaves open.
const openRecipe = "${JUST_VALUE}"

// fill puts values in the place of {{…}}.
func (j *justfile) fill(s string, vars map[string]string) string {
	return template(s, openRecipe, func(expr string) (string, bool) { return j.value(strings.TrimSpace(expr), vars), true })
}

// value is what an expression stands for: a text, a name, or something that is
// not known.
func (j *justfile) value(expr string, vars map[string]string) string {
	if n := len(expr); n >= 2 && (expr[0] == '"' || expr[0] == '\'') && strings.IndexByte(expr[1:], expr[0]) == n-2 {
		return expr[1 : n-1]
	}
	if v, ok := vars[expr]; ok {
		return v
	}
	if v, ok := j.vars[expr]; ok {
		return v
	}
	if syntax.ValidName(expr) {
		return "${" + expr + "}"
	}
	return openRecipe
}

// assign takes a variable in, whose value may be what a command prints.
func (j *justfile) assign(v task.Variable, at int) {
	value := v.Value.Text
	if n := len(value); n >= 2 && value[0] == '`' && value[n-1] == '`' {
		out := j.shell(value[1:n-1], j.span(at, v.Value), nil).trim()
		if out.dyn {
			return
		}
		value = "'" + out.text + "'"
	}
	if text := j.value(value, nil); !strings.HasPrefix(text, "${JUST") {
		j.vars[v.Name] = text
	}
}
