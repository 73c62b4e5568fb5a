package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// justRecipe is one recipe of a just file.
type justRecipe struct {
	name   string
	params []string // name, or name=default
	needs  []string
	lines  []makeLine
}

type justfile struct {
	*taskRun
	vars    map[string]string
	recipes map[string]*justRecipe
	aliases map[string]string
	order   []string
}

// justfile walks recipes and what they need, the first one without a name.
func (r *taskRun) justfile(names []string) {
	j := &justfile{taskRun: r, vars: map[string]string{}, recipes: map[string]*justRecipe{}, aliases: map[string]string{}}
	j.parse()
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
	// Words behind a recipe are its arguments, or other recipes: both readings count.
	for i, n := range names {
		if i == 0 || j.find(n) != nil {
			j.run(n, names[i+1:])
		}
	}
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
	j.once(r.name, words, func() {
		vars := map[string]string{}
		for i, p := range r.params {
			p, fallback, _ := strings.Cut(strings.TrimLeft(p, "+*$"), "=")
			vars[p] = strings.Trim(fallback, `'"`)
			if i < len(args) {
				vars[p] = args[i]
			}
		}
		for _, n := range r.needs {
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
	if len(r.lines) == 0 {
		return
	}
	if strings.HasPrefix(r.lines[0].text, "#!") {
		var texts []string
		for _, l := range r.lines {
			texts = append(texts, j.fill(l.text, vars))
		}
		text := static(strings.Join(texts, "\n"))
		for _, word := range shebang(text) {
			entry, _ := j.a.program(word)
			if entry == nil || len(entry.Code) == 0 {
				continue
			}
			if lang := entry.Code[0].Lang; lang != shellLang {
				j.a.facts.Texts = append(j.a.facts.Texts, fact.Text{Value: text.text, Lang: lang, Span: r.lines[0].span, Moved: true})
				return
			}
			break
		}
		j.shell(text.text, r.lines[0].span, nil)
		return
	}
	for _, l := range r.lines {
		if text := strings.TrimLeft(j.fill(l.text, vars), "@-"); text != "" {
			j.shell(text, l.span, nil)
		}
	}
}

// fill puts values in the place of {{…}}.
func (j *justfile) fill(s string, vars map[string]string) string {
	var b strings.Builder
	for {
		head, tail, ok := strings.Cut(s, "{{")
		b.WriteString(head)
		if !ok {
			return b.String()
		}
		expr, after, ok := strings.Cut(tail, "}}")
		if !ok {
			return b.String() + "{{" + tail
		}
		b.WriteString(j.value(strings.TrimSpace(expr), vars))
		s = after
	}
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
	return "${JUST_VALUE}"
}

func (j *justfile) parse() {
	var cur *justRecipe
	indent := ""
	text := j.text.text
	for pos := 0; pos < len(text); {
		start := pos
		line, next := logicalLine(text, pos)
		pos = next
		span := j.at(start, start+len(line))
		blank := strings.TrimSpace(line) == ""
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			if cur == nil || blank {
				continue
			}
			if len(cur.lines) == 0 {
				indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			}
			cur.lines = append(cur.lines, makeLine{strings.TrimPrefix(line, indent), span})
			continue
		}
		if blank || line[0] == '#' || line[0] == '[' {
			continue
		}
		cur = j.statement(joinLines(line), span)
	}
}

// statement reads a line that is not indented. It returns the recipe that the
// line begins, if it does.
func (j *justfile) statement(line string, span fact.Span) *justRecipe {
	word, rest, _ := strings.Cut(line, " ")
	name, value, assigned := strings.Cut(line, ":=")
	if word == "set" || word == "import" || word == "mod" {
		return nil
	}
	if assigned {
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		switch {
		case word == "alias":
			j.aliases[strings.TrimSpace(strings.TrimPrefix(name, word))] = value
			return nil
		case word == "export":
			name = strings.TrimSpace(rest[:len(name)-len(word)-1])
		}
		if n := len(value); n >= 2 && value[0] == '`' && value[n-1] == '`' {
			out := j.shell(value[1:n-1], span, nil).trim()
			if out.dyn {
				return nil
			}
			value = "'" + out.text + "'"
		}
		if syntax.ValidName(strings.ReplaceAll(name, "-", "_")) {
			if v := j.value(value, nil); !strings.HasPrefix(v, "${JUST") {
				j.vars[name] = v
			}
		}
		return nil
	}
	head, needs := cutColon(line)
	fields := strings.Fields(strings.TrimPrefix(head, "@"))
	if len(fields) == 0 || len(head) == len(line) {
		return nil
	}
	r := &justRecipe{name: fields[0], params: fields[1:]}
	r.needs = dependencies(uncommented(needs))
	if j.recipes[r.name] == nil {
		j.order = append(j.order, r.name)
	}
	j.recipes[r.name] = r
	return r
}

// dependencies splits names, and names with arguments in brackets.
func dependencies(s string) []string {
	var out []string
	s = strings.ReplaceAll(s, "&&", " ")
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t")
		if s[0] == '(' {
			end = strings.IndexByte(s, ')') + 1
		}
		if end <= 0 {
			end = len(s)
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}
