package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/yaml"
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
