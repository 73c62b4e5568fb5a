package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/yaml"
)

// Levels in the form that catalog.Posture.Levels maps all names to.
const (
	levelDeny      = "deny"
	levelAutopilot = "autopilot"
	levelInherit   = "inherit"
)

// maxVisits bounds the entries that are looked at; aliases can repeat them.
const maxVisits = 4 * yaml.MaxTokens

// reader interprets one file.
type reader struct {
	*loader
	s      *source
	visits int
	rules  int
}

func (r *reader) problem(line int, format string, args ...any) {
	r.p.problem(r.s.file, line, fmt.Sprintf(format, args...))
}

func (r *reader) warn(line int, format string, args ...any) {
	r.p.warn(r.s.file, line, fmt.Sprintf(format, args...))
}

// wrong is a problem that only counts once something is reviewed.
func (r *reader) wrong(line int, format string, args ...any) {
	r.later = append(r.later, Problem{Place{r.s.file, line}, fmt.Sprintf(format, args...)})
}

func (r *reader) at(line int) Place { return Place{r.s.file, line} }

// entries lists a mapping's pairs by folded key. A null has none.
func (r *reader) entries(n *yaml.Node, what string) []yaml.Pair {
	if n.Null {
		return nil
	}
	if n.Kind != yaml.Mapping {
		r.problem(n.Line, "%s is %s: write a mapping", what, describe(n))
		return nil
	}
	if r.visits += len(n.Pairs); r.visits > maxVisits {
		if r.visits-len(n.Pairs) <= maxVisits {
			r.problem(n.Line, "aliases repeat too many entries: write them out")
		}
		return nil
	}
	folded := slices.Clone(n.Pairs)
	seen := make(map[string]int, len(folded))
	for i := range folded {
		p := &folded[i]
		p.Key = strings.TrimSpace(p.Key)
		low := strings.ToLower(p.Key)
		if first, ok := seen[low]; ok {
			r.problem(p.Line, "key %q stands there twice, first on line %d: remove one", p.Key, first)
		}
		seen[low] = p.Line
	}
	return folded
}

func (r *reader) document(doc *yaml.Node) {
	top := r.entries(doc, "the file")
	version := 0
	for _, e := range top {
		switch r.role(e.Key) {
		case catalog.RoleVersion:
			version = r.version(e.Value)
		case catalog.RoleReview:
			r.settings(e.Value, way{in: catalog.InReview})
		}
	}
	for _, e := range top {
		switch r.role(e.Key) {
		case catalog.RoleVersion, catalog.RoleReview:
		case catalog.RoleCategories:
			r.categories(e.Value)
		case catalog.RoleDeny:
			r.denyList(e.Value)
		case catalog.RoleDecide:
			r.routes = true
			r.setting(e, way{in: catalog.InPosture})
		case catalog.RoleGlobal:
			if version == 3 || version == 4 {
				r.global(doc, e.Value)
			}
		default:
			r.unknownTop(e)
		}
	}
}

// role is that of a key at the top of a posture file.
func (r *reader) role(key string) catalog.Role {
	if s := find(r.t.Settings, catalog.InPosture, nil, key); s != nil {
		return s.Role
	}
	return catalog.RoleOther
}

// unknownTop passes over what belongs to other readers, but not over a switch
// that stands in the wrong place, for whoever wrote it believes that it is on.
func (r *reader) unknownTop(e yaml.Pair) {
	low := strings.ToLower(e.Key)
	toggle, categories := r.name(catalog.RoleToggle), r.name(catalog.RoleCategories)
	switch {
	case low == toggle:
		r.problem(e.Line, "%q stands outside a category: write it below %s.<category>", e.Key, categories)
	case r.isCategory(low):
		r.problem(e.Line, "category %q stands at the top: write it below %s", e.Key, categories)
	case slices.ContainsFunc(e.Value.Pairs, func(p yaml.Pair) bool { return r.isCategory(strings.ToLower(p.Key)) && r.holdsToggle(p.Value, 1) }):
		r.problem(e.Line, "key %q is not known, and the %s switches below it do nothing: write them below %s", e.Key, toggle, categories)
	case find(r.t.Settings, catalog.InPosture, nil, low) != nil:
	case find(r.t.Settings, catalog.InReview, nil, low) != nil:
		r.warn(e.Line, "key %q stands at the top, where it does nothing: write it below %s", e.Key, r.name(catalog.RoleReview))
	default:
		r.warn(e.Line, "key %q is not known%s", e.Key, meant(e.Key, names(r.t, catalog.InPosture, nil)))
	}
}

// holdsToggle reports whether a toggle's key stands at most depth mappings
// down.
func (r *reader) holdsToggle(n *yaml.Node, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, p := range n.Pairs {
		if strings.EqualFold(p.Key, r.name(catalog.RoleToggle)) || r.holdsToggle(p.Value, depth-1) {
			return true
		}
	}
	return false
}

func (r *reader) isCategory(low string) bool {
	return slices.ContainsFunc(r.t.Categories, func(c catalog.Category) bool { return c.ID == low })
}

func (r *reader) version(n *yaml.Node) int {
	v, err := strconv.Atoi(n.Text)
	switch {
	case n.Kind != yaml.Scalar || err != nil:
		r.problem(n.Line, "%s is %s: write 5", r.name(catalog.RoleVersion), describe(n))
	case v < 3 || v > 5:
		r.warn(n.Line, "%s %d is not known, and the file is read as version 5: write 5", r.name(catalog.RoleVersion), v)
	}
	return v
}

// global fills in the categories that a file of version 3 or 4 leaves out.
func (r *reader) global(doc, n *yaml.Node) {
	if r.level(n, r.name(catalog.RoleGlobal)) != levelDeny {
		return
	}
	named := map[string]bool{}
	for _, e := range doc.Pairs {
		if r.role(e.Key) == catalog.RoleCategories {
			for _, c := range e.Value.Pairs {
				named[strings.ToLower(c.Key)] = true
			}
		}
	}
	for _, c := range r.t.Categories {
		if !named[c.ID] {
			r.deny(c.ID, n.Line)
		}
	}
}

func (r *reader) categories(n *yaml.Node) {
	for _, e := range r.entries(n, r.name(catalog.RoleCategories)) {
		id := strings.ToLower(e.Key)
		if !r.isCategory(id) {
			r.unknownCategory(e)
			continue
		}
		r.category(id, e)
	}
}

// unknownCategory is a problem only where the entry asks for something.
func (r *reader) unknownCategory(e yaml.Pair) {
	ids := make([]string, 0, len(r.t.Categories))
	for _, c := range r.t.Categories {
		ids = append(ids, c.ID)
	}
	message := fmt.Sprintf("category %q is not known%s", e.Key, near.Choice(e.Key, ids))
	denied := e.Value.Kind == yaml.Scalar && r.canonical(e.Value.Text) == levelDeny
	for _, p := range e.Value.Pairs {
		denied = denied || p.Value.Kind == yaml.Scalar && r.canonical(p.Value.Text) == levelDeny
	}
	if denied || r.holdsToggle(e.Value, 2) || strings.EqualFold(e.Key, r.name(catalog.RoleToggle)) {
		r.problem(e.Line, "%s", message)
		return
	}
	r.warn(e.Line, "%s", message)
}

// category reads one category's entry: a level alone, or a mapping.
func (r *reader) category(id string, e yaml.Pair) {
	if e.Value.Kind == yaml.Scalar {
		if !e.Value.Null && r.level(e.Value, "category "+id) == levelDeny {
			r.deny(id, e.Line)
		}
		return
	}
	above := []string{r.name(catalog.RoleCategories), catalog.AnyCategory}
	said, on, level := Place{}, false, ""
	for _, f := range r.entries(e.Value, "category "+id) {
		what := id + "." + strings.ToLower(f.Key)
		role := catalog.RoleOther
		if s := find(r.t.Settings, catalog.InPosture, above, f.Key); s != nil {
			role = s.Role
		}
		switch role {
		case catalog.RoleToggle:
			if v, ok := r.toggle(f.Value, what); ok {
				said, on = r.at(f.Line), v || on
			}
		case catalog.RoleOverrides:
			if r.overrides(f.Value, what) {
				said, on = r.at(f.Line), true
			}
		case catalog.RoleLevel:
			if l := r.level(f.Value, what); stricter(l, level) {
				level = l
			}
			if level == levelDeny {
				r.deny(id, f.Line)
			}
		default:
			if toggle := r.name(catalog.RoleToggle); near.Name(f.Key, []string{toggle}) != "" {
				// A misspelt switch must not pass for none.
				r.problem(f.Line, "key %q of category %s is not known; did you mean %s?", f.Key, id, toggle)
			} else {
				r.warn(f.Line, "key %q of category %s is not known%s", f.Key, id, meant(f.Key, names(r.t, catalog.InPosture, above)))
			}
		}
	}
	if on {
		r.p.Any = true
	}
	switch {
	case level == levelAutopilot:
		r.s.wants = append(r.s.wants, want{id, false, r.at(e.Line)})
	case said.File != "":
		r.s.wants = append(r.s.wants, want{id, on && r.s.none.File == "", said})
	}
}

// deny keeps the first place that denies a category.
func (r *reader) deny(id string, line int) {
	if r.p.Deny == nil {
		r.p.Deny = map[string]Place{}
	}
	if _, ok := r.p.Deny[id]; !ok {
		r.p.Deny[id] = r.at(line)
	}
}

// overrides reads levels per pattern and reports whether one of them carries
// a switch, which is as good as the category's own: the rest of the category
// is then reviewed too.
func (r *reader) overrides(n *yaml.Node, what string) bool {
	on := false
	for _, e := range r.entries(n, what) {
		if e.Value.Kind == yaml.Scalar {
			if r.level(e.Value, what+" "+strconv.Quote(e.Key)) == levelDeny {
				r.rule(e.Key, e.Line)
			}
			continue
		}
		denied := false
		for _, f := range r.entries(e.Value, what+" "+strconv.Quote(e.Key)) {
			key := strings.ToLower(f.Key)
			s := find(r.t.Settings, catalog.InPosture, []string{r.name(catalog.RoleCategories), catalog.AnyCategory}, key)
			switch what := what + " " + strconv.Quote(e.Key) + "." + key; {
			case s == nil:
			case s.Role == catalog.RoleToggle:
				v, ok := r.toggle(f.Value, what)
				on = on || ok && v
			case s.Role == catalog.RoleLevel:
				denied = denied || r.level(f.Value, what) == levelDeny
			}
		}
		if denied {
			r.rule(e.Key, e.Line)
		}
	}
	return on
}

func (r *reader) denyList(n *yaml.Node) {
	if n.Null {
		return
	}
	if n.Kind != yaml.Sequence {
		r.problem(n.Line, "%s is %s: write a list of patterns", r.name(catalog.RoleDeny), describe(n))
		return
	}
	for _, e := range n.Items {
		if e.Kind != yaml.Scalar || e.Null {
			r.problem(e.Line, "an entry of %s is %s: write a pattern such as \"Bash(sudo:*)\"", r.name(catalog.RoleDeny), describe(e))
			continue
		}
		r.rule(e.Text, e.Line)
	}
}

// maxRules bounds the patterns of one file: each is tried on each command.
const maxRules = 1000

func (r *reader) rule(text string, line int) {
	if r.rules++; r.rules > maxRules {
		if r.rules == maxRules+1 {
			r.problem(line, "the file denies more than %d patterns: remove some", maxRules)
		}
		return
	}
	rule, err := ParseRule(text)
	if err != nil {
		r.problem(line, "%s", err)
		return
	}
	rule.Place = r.at(line)
	r.p.Rules = append(r.p.Rules, rule)
}

// toggle reads a switch in any spelling that the tables list.
func (r *reader) toggle(n *yaml.Node, what string) (on, ok bool) {
	if n.Kind == yaml.Scalar && !n.Null {
		word := strings.ToLower(strings.TrimSpace(n.Text))
		if slices.Contains(r.t.Posture.On, word) {
			return true, true
		}
		if slices.Contains(r.t.Posture.Off, word) {
			return false, true
		}
	}
	r.problem(n.Line, "%s is %s: write on or off", what, describe(n))
	return false, false
}

// level reads a level's name and returns its canonical form, "" for none.
func (r *reader) level(n *yaml.Node, what string) string {
	if n.Null {
		return ""
	}
	hint := ""
	if n.Kind == yaml.Scalar {
		switch l := r.canonical(n.Text); l {
		case levelInherit:
			return ""
		case "":
			hint = near.Hint(n.Text, r.levelNames())
		default:
			return l
		}
	}
	if hint == "" {
		hint = ": write one of " + strings.Join(r.levelNames(), ", ")
	}
	r.problem(n.Line, "%s is %s%s", what, describe(n), hint)
	return ""
}

// canonical maps a level's name to its canonical form, "" if there is none.
func (r *reader) canonical(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, l := range r.t.Posture.Levels {
		if name, canonical, _ := strings.Cut(l, "="); name == text {
			return canonical
		}
	}
	return ""
}

func (r *reader) levelNames() []string {
	names := make([]string, 0, len(r.t.Posture.Levels))
	for _, l := range r.t.Posture.Levels {
		name, _, _ := strings.Cut(l, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// stricter reports whether a is a stricter level than b, "" being none.
func stricter(a, b string) bool {
	order := []string{"", levelAutopilot, "allow", "ask", levelDeny}
	return slices.Index(order, a) > slices.Index(order, b)
}

// describe names a value in a message.
func describe(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.Mapping:
		return "a mapping"
	case n.Kind == yaml.Sequence:
		return "a list"
	case n.Null:
		return "empty"
	case len(n.Text) > 40:
		return strconv.Quote(n.Text[:40]) + "…"
	}
	return strconv.Quote(n.Text)
}
