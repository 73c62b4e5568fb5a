package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/task"
)

// makefile is what a make file says, as far as it decides which commands run.
// Both branches of a condition count: which one holds depends on the system.
type makefile struct {
	*taskRun
	vars     map[string]*makeVariable
	rules    map[string][]*makeRule // by target
	order    []string               // targets as they stand
	patterns []*makeRule
	lets     map[string]*variable // what expansions left open, for the shell to hold
	included map[string]bool
	oneShell bool

	conditions int
	depth      int
	targets    int // walked
	spent      int // bytes that expansions made
}

type makeVariable struct {
	values []string // alternatives
	ready  bool     // they are expanded already
	fixed  bool     // given on the command line
}

type makeRule struct {
	target  string // or pattern
	needs   []string
	recipe  []makeLine
	stem    string
	visited bool
}

type makeLine struct {
	text string
	span fact.Span
}

// Bounds of one file's expansions.
const (
	maxMakeDepth = 40
	maxMakeItems = 200
)

// makefile walks targets and what they need, the first one without a name.
func (r *taskRun) makefile(names []string) {
	m := &makefile{taskRun: r, vars: map[string]*makeVariable{}, rules: map[string][]*makeRule{}, lets: map[string]*variable{}, included: map[string]bool{}}
	for _, v := range r.form.Variables {
		name, value, _ := strings.Cut(v, "=")
		m.vars[name] = &makeVariable{values: []string{value}, ready: true}
	}
	var targets []string
	for _, n := range names {
		if i := strings.IndexByte(n, '='); i > 0 {
			m.vars[strings.TrimRight(n[:i], ":+?!")] = &makeVariable{values: []string{n[i+1:]}, fixed: true}
		} else if n != "" {
			targets = append(targets, n)
		}
	}
	r.once(strings.Join(names, "\x00"), nil, func() {
		at := r.text.at
		m.parse(r.text.text, at)
		switch {
		case r.all:
			targets = m.order
			for _, p := range m.patterns {
				m.recipe(p)
			}
		case len(targets) == 0:
			targets = m.goal()
		}
		for _, t := range targets {
			m.build(t)
		}
	})
}

// goal is the target that is made when none is named.
func (m *makefile) goal() []string {
	if v := m.vars[".DEFAULT_GOAL"]; v != nil {
		var goals []string
		for _, s := range v.values {
			goals = append(goals, strings.Fields(m.value(v, s, nil))...)
		}
		return goals
	}
	for _, t := range m.order {
		if !strings.HasPrefix(t, ".") || strings.Contains(t, "/") {
			return []string{t}
		}
	}
	return nil
}

// build walks a target's needs and then its recipe.
func (m *makefile) build(target string) {
	if m.targets++; m.a.full || m.targets > m.a.limits.Invocations {
		m.a.bound("a make file leads to more targets than can be analysed", m.c.span)
		return
	}
	rules := m.rules[target]
	if len(rules) == 0 {
		if p, r := m.pattern(target); p != nil {
			// As in make, a pattern applies once in a chain.
			p.visited = true
			defer func() { p.visited = false }()
			rules = []*makeRule{r}
			m.rules[target] = rules
		}
	}
	for _, rule := range rules {
		if rule.visited {
			continue
		}
		rule.visited = true
		for _, n := range rule.needs {
			m.build(n)
		}
		m.recipe(rule)
	}
}

// pattern finds the first pattern that fits a target, and makes a rule of it.
func (m *makefile) pattern(target string) (pattern, rule *makeRule) {
	for _, p := range m.patterns {
		head, tail, _ := strings.Cut(p.target, "%")
		if p.visited || len(target) < len(head)+len(tail) || !strings.HasPrefix(target, head) || !strings.HasSuffix(target, tail) || len(p.recipe) == 0 {
			continue
		}
		r := &makeRule{target: target, recipe: p.recipe, stem: target[len(head) : len(target)-len(tail)]}
		for _, n := range p.needs {
			r.needs = append(r.needs, strings.Replace(n, "%", r.stem, 1))
		}
		return p, r
	}
	return nil, nil
}

// recipe walks a rule's lines, each in a shell of its own.
func (m *makefile) recipe(r *makeRule) {
	auto := map[string]string{"@": r.target, "^": strings.Join(r.needs, " "), "+": strings.Join(r.needs, " "), "?": strings.Join(r.needs, " "), "*": r.stem, "<": "", "|": ""}
	if len(r.needs) > 0 {
		auto["<"] = r.needs[0]
	}
	lines := r.recipe
	if m.oneShell && len(lines) > 0 {
		var texts []string
		for _, l := range lines {
			texts = append(texts, l.text)
		}
		lines = []makeLine{{strings.Join(texts, "\n"), lines[0].span}}
	}
	for _, l := range lines {
		text := strings.TrimLeft(m.expand(l.text, l.span, auto), "@-+ \t")
		if text != "" {
			m.command(text, l.span)
		}
	}
}

// command walks a line as the shell that the file asks for reads it.
func (m *makefile) command(text string, span fact.Span) value {
	a := m.a
	if v := m.vars["SHELL"]; v != nil {
		for _, word := range strings.Fields(strings.Join(v.values, " ")) {
			entry, _ := a.program(word)
			if entry == nil || len(entry.Code) == 0 {
				continue
			}
			if lang := entry.Code[0].Lang; lang != shellLang {
				a.facts.Texts = append(a.facts.Texts, fact.Text{Value: text, Lang: lang, Span: span, Moved: true})
				return unknown()
			}
			break
		}
	}
	st := m.fresh()
	for name, v := range m.lets {
		st.set(name, v)
	}
	return a.inner(st, static(text), span, nil, nil)
}

// parse carries out a file's statements; at is 1 + the offset of its text, 0
// for none.
func (m *makefile) parse(text string, at int) {
	if m.depth++; m.depth > maxMakeDepth {
		m.a.bound("make files include each other deeper than can be analysed", m.c.span)
		m.depth--
		return
	}
	defer func() { m.depth-- }()
	for _, s := range task.Make(text) {
		span := m.span(at, task.Line{Start: s.Start, End: s.End})
		switch s.Kind {
		case task.Assign:
			m.set(strings.TrimSpace(m.expand(s.Name, span, nil)), s.Op, s.Text, span)
		case task.Local:
			m.conditions++
			m.set(strings.TrimSpace(s.Name), s.Op, s.Text, span)
			m.conditions--
		case task.Rule:
			m.rule(s, at, span)
		case task.Include:
			m.include(m.expand(s.Text, span, nil), span)
		case task.If:
			m.conditions++
			m.expand(s.Text, span, nil)
		case task.EndIf:
			m.conditions = max(m.conditions-1, 0)
		case task.Expansion:
			m.expand(s.Text, span, nil)
		}
	}
}

// set carries out an assignment.
func (m *makefile) set(name, op, text string, span fact.Span) {
	old := m.vars[name]
	if name == "" || old != nil && old.fixed {
		return
	}
	v := &makeVariable{values: []string{text}}
	switch op {
	case ":=":
		v.values[0], v.ready = m.expand(text, span, nil), true
	case "!=":
		v.values[0], v.ready = m.output(text, span, nil), true
	case "?=":
		if old != nil && m.conditions == 0 {
			return
		}
	case "+=":
		if old == nil {
			break
		}
		v.ready, v.values = old.ready, nil
		if v.ready {
			text = m.expand(text, span, nil)
		}
		for _, o := range old.values {
			if m.spent += len(o) + len(text); m.spent > m.a.limits.Decoded {
				m.tooMuch(span)
				return
			}
			v.values = append(v.values, o+" "+text)
		}
		m.vars[name] = v
		return
	}
	if m.conditions > 0 && old != nil && old.ready == v.ready && !slices.Contains(old.values, v.values[0]) && len(old.values) < maxAlternatives {
		v.values = append(slices.Clip(old.values), v.values...)
	}
	m.vars[name] = v
}

// rule takes a rule in, for each of its targets.
func (m *makefile) rule(s task.Statement, at int, span fact.Span) {
	targets := strings.Fields(strings.TrimSuffix(m.expand(s.Name, span, nil), "&"))
	right := m.expand(s.Text, span, nil)
	pattern := ""
	if p, needs, _ := task.CutColon(right); needs != "" {
		pattern, right = strings.TrimSpace(p), needs
	}
	needs := strings.Fields(strings.ReplaceAll(right, "|", " "))
	var recipe []makeLine
	for _, l := range s.Recipe {
		recipe = append(recipe, makeLine{l.Text, m.span(at, l)})
	}
	for _, t := range targets {
		r := &makeRule{target: t, recipe: recipe}
		for _, n := range needs {
			if head, tail, ok := strings.Cut(pattern, "%"); ok && strings.HasPrefix(t, head) && strings.HasSuffix(t, tail) && len(t) >= len(head)+len(tail) {
				r.stem = t[len(head) : len(t)-len(tail)]
				n = strings.Replace(n, "%", r.stem, 1)
			}
			r.needs = append(r.needs, n)
		}
		switch {
		case t == ".ONESHELL":
			m.oneShell = true
		case strings.Contains(t, "%"):
			m.patterns = append(m.patterns, r)
		default:
			if m.rules[t] == nil {
				m.order = append(m.order, t)
			}
			m.rules[t] = append(m.rules[t], r)
		}
	}
}

// include reads other files of the same kind.
func (m *makefile) include(names string, span fact.Span) {
	for _, n := range strings.Fields(names) {
		if strings.ContainsAny(n, "*?[$") || m.dir.Path == "" {
			continue
		}
		p := n
		if !path.IsAbs(n) {
			p = path.Join(m.dir.Path, n)
		}
		if m.included[p] {
			continue
		}
		m.included[p] = true
		if v, ok := m.a.runs(p, span); ok {
			m.parse(v.text, v.at)
		}
	}
}
