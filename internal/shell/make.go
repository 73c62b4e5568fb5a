package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
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

// parse reads a file's lines; at is 1 + the offset of its text, 0 for none.
func (m *makefile) parse(text string, at int) {
	if m.depth++; m.depth > maxMakeDepth {
		m.a.bound("make files include each other deeper than can be analysed", m.c.span)
		m.depth--
		return
	}
	defer func() { m.depth-- }()
	var rules []*makeRule // those that a recipe line belongs to
	define, defined := "", []string(nil)
	for pos := 0; pos < len(text); {
		start := pos
		line, next := logicalLine(text, pos)
		pos = next
		span := m.c.span
		if at > 0 {
			span = fact.Span{Start: at - 1 + start, End: at - 1 + start + len(strings.TrimRight(text[start:next], "\n"))}
		}
		if define != "" {
			if strings.TrimSpace(line) == "endef" {
				m.set(define, "=", strings.Join(defined, "\n"), span)
				define = ""
			} else {
				defined = append(defined, line)
			}
			continue
		}
		if strings.HasPrefix(line, "\t") && rules != nil {
			for _, r := range rules {
				r.recipe = append(r.recipe, makeLine{strings.TrimPrefix(line, "\t"), span})
			}
			continue
		}
		line = strings.TrimSpace(joinLines(uncommented(line)))
		if line == "" {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch word {
		case "ifeq", "ifneq", "ifdef", "ifndef":
			m.conditions++
			m.expand(rest, span, nil)
			continue
		case "else":
			continue
		case "endif":
			m.conditions = max(m.conditions-1, 0)
			continue
		case "include", "-include", "sinclude":
			m.include(m.expand(rest, span, nil), span)
			continue
		case "define":
			define, _, _ = strings.Cut(strings.TrimRight(rest, " :+?="), " ")
			defined = nil
			continue
		case "export", "override", "private", "unexport":
			if line = rest; line == "" {
				continue
			}
		case "vpath", "undefine":
			continue
		}
		if name, op, value, ok := makeAssignment(line); ok {
			m.set(strings.TrimSpace(m.expand(name, span, nil)), op, value, span)
			rules = nil
			continue
		}
		if strings.IndexByte(line, ':') < 0 {
			m.expand(line, span, nil) // a call that makes rules, or nothing
			continue
		}
		rules = m.rule(line, span)
	}
}

// logicalLine is the line at pos with those that a backslash adds to it, and
// where the next one begins.
func logicalLine(text string, pos int) (string, int) {
	start := pos
	for {
		n := strings.IndexByte(text[pos:], '\n')
		if n < 0 {
			return text[start:], len(text)
		}
		end := pos + n
		slashes := 0
		for end-slashes > start && text[end-slashes-1] == '\\' {
			slashes++
		}
		pos = end + 1
		if slashes%2 == 0 {
			return text[start:end], pos
		}
	}
}

// joinLines makes one line of those that backslashes join.
func joinLines(s string) string {
	if strings.IndexByte(s, '\n') < 0 {
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\\\n", " "), "\n", " ")
}

// uncommented cuts off a comment.
func uncommented(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] == '#' && (i == 0 || s[i-1] != '\\') {
			return s[:i]
		}
	}
	return s
}

// makeAssignment cuts NAME op VALUE.
func makeAssignment(line string) (name, op, value string, ok bool) {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ':':
			if depth > 0 {
				continue
			}
			end := i
			for end < len(line) && line[end] == ':' {
				end++
			}
			if end < len(line) && line[end] == '=' {
				return strings.TrimSpace(line[:i]), ":=", strings.TrimSpace(line[end+1:]), i > 0
			}
			return "", "", "", false
		case '=':
			if depth > 0 {
				continue
			}
			n, op := i, "="
			if i > 0 && strings.IndexByte("+?!", line[i-1]) >= 0 {
				n, op = i-1, line[i-1:i+1]
			}
			name := strings.TrimSpace(line[:n])
			return name, op, strings.TrimSpace(line[i+1:]), name != ""
		}
	}
	return "", "", "", false
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

// rule reads "targets: needs; command" and returns the rules that it makes.
func (m *makefile) rule(line string, span fact.Span) []*makeRule {
	head, command := line, ""
	if i := strings.IndexByte(line, ';'); i >= 0 {
		head, command = line[:i], strings.TrimSpace(line[i+1:])
	}
	left, right := cutColon(head)
	right = strings.TrimPrefix(right, ":")
	if name, op, value, ok := makeAssignment(right); ok { // for these targets alone
		m.conditions++
		m.set(strings.TrimSpace(name), op, value, span)
		m.conditions--
		return nil
	}
	targets := strings.Fields(strings.TrimSuffix(m.expand(left, span, nil), "&"))
	right = m.expand(right, span, nil)
	pattern := ""
	if p, needs := cutColon(right); needs != "" {
		pattern, right = strings.TrimSpace(p), needs
	}
	needs := strings.Fields(strings.ReplaceAll(right, "|", " "))
	rules := []*makeRule{}
	for _, t := range targets {
		r := &makeRule{target: t}
		for _, n := range needs {
			if head, tail, ok := strings.Cut(pattern, "%"); ok && strings.HasPrefix(t, head) && strings.HasSuffix(t, tail) && len(t) >= len(head)+len(tail) {
				r.stem = t[len(head) : len(t)-len(tail)]
				n = strings.Replace(n, "%", r.stem, 1)
			}
			r.needs = append(r.needs, n)
		}
		if command != "" {
			r.recipe = append(r.recipe, makeLine{command, span})
		}
		rules = append(rules, r)
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
	return rules
}

// cutColon cuts at the first colon outside of brackets.
func cutColon(s string) (left, right string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ':':
			if depth <= 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
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
		v, ok := m.a.own(p)
		if !ok {
			v, ok = m.a.open(p, span)
		}
		if ok {
			m.parse(v.text, v.at)
		}
	}
}
