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
