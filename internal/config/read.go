package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
)

// Keys of a posture file. Others belong to other readers of the file.
const (
	keyVersion    = "schema_version"
	keyGlobal     = "global_default"
	keyCategories = "categories"
	keyDeny       = "security_deny"
	keyReview     = "command_review"

	keyToggle    = "thing"
	keyOverrides = "overrides"
	keyEnabled   = "enabled"
)

var (
	topKeys = []string{keyVersion, keyGlobal, keyCategories, keyDeny, keyReview}
	// levelKeys hold the category's level: per layer since version 5, before that under
	// default; level is the form that the toggle was first described in.
	levelKeys    = []string{"user", "local", "project", "default", "level"}
	categoryKeys = append([]string{keyToggle, keyOverrides}, levelKeys...)
)

// Levels in the form that catalog.Posture.Levels maps all names to.
const (
	levelDeny      = "deny"
	levelAutopilot = "autopilot"
	levelInherit   = "inherit"
)

// maxVisits bounds the entries that are looked at; aliases can repeat them.
const maxVisits = 4 * maxTokens

// reader interprets one file.
type reader struct {
	t      *catalog.Tables
	p      *Posture
	file   string
	visits int
	off    bool // command_review.enabled is off
	rules  int
}

func (r *reader) problem(line int, format string, args ...any) {
	r.p.problem(r.file, line, fmt.Sprintf(format, args...))
}

// entries lists a mapping's pairs by folded key. A null has none.
func (r *reader) entries(n *node, what string) []pair {
	if n.null {
		return nil
	}
	if n.kind != mapping {
		r.problem(n.line, "%s is %s: write a mapping", what, describe(n))
		return nil
	}
	if r.visits += len(n.pairs); r.visits > maxVisits {
		if r.visits-len(n.pairs) <= maxVisits {
			r.problem(n.line, "aliases repeat too many entries: write them out")
		}
		return nil
	}
	folded := slices.Clone(n.pairs)
	seen := make(map[string]int, len(folded))
	for i := range folded {
		p := &folded[i]
		p.key = strings.TrimSpace(p.key)
		low := strings.ToLower(p.key)
		if first, ok := seen[low]; ok {
			r.problem(p.line, "key %q stands there twice, first on line %d: remove one", p.key, first)
		}
		seen[low] = p.line
	}
	return folded
}

func (r *reader) document(doc *node) {
	top := r.entries(doc, "the file")
	version := 0
	for _, e := range top {
		switch strings.ToLower(e.key) {
		case keyVersion:
			version = r.version(e.value)
		case keyReview:
			r.review(e.value)
		}
	}
	for _, e := range top {
		switch low := strings.ToLower(e.key); low {
		case keyVersion, keyReview:
		case keyCategories:
			r.categories(e.value)
		case keyDeny:
			r.denyList(e.value)
		case keyGlobal:
			if version == 3 || version == 4 {
				r.global(doc, e.value)
			}
		default:
			r.unknownTop(e)
		}
	}
}

// unknownTop passes over what belongs to other readers, but not over a switch
// that stands in the wrong place, for whoever wrote it believes that it is on.
func (r *reader) unknownTop(e pair) {
	low := strings.ToLower(e.key)
	switch {
	case low == keyToggle:
		r.problem(e.line, "%q stands outside a category: write it below %s.<category>", e.key, keyCategories)
	case r.isCategory(low):
		r.problem(e.line, "category %q stands at the top: write it below %s", e.key, keyCategories)
	case slices.ContainsFunc(e.value.pairs, func(p pair) bool { return r.isCategory(strings.ToLower(p.key)) && holdsToggle(p.value, 1) }):
		r.problem(e.line, "key %q is not known, and the %s switches below it do nothing: write them below %s", e.key, keyToggle, keyCategories)
	default:
		if n := near.Name(e.key, topKeys); n != "" {
			r.p.warn(r.file, e.line, fmt.Sprintf("key %q is not known; did you mean %s?", e.key, n))
		}
	}
}

// holdsToggle reports whether a toggle's key stands at most depth mappings
// down.
func holdsToggle(n *node, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, p := range n.pairs {
		if strings.EqualFold(p.key, keyToggle) || holdsToggle(p.value, depth-1) {
			return true
		}
	}
	return false
}

func (r *reader) isCategory(low string) bool {
	return slices.ContainsFunc(r.t.Categories, func(c catalog.Category) bool { return c.ID == low })
}

func (r *reader) version(n *node) int {
	v, err := strconv.Atoi(n.text)
	switch {
	case n.kind != scalar || err != nil:
		r.problem(n.line, "%s is %s: write 5", keyVersion, describe(n))
	case v < 3 || v > 5:
		r.p.warn(r.file, n.line, fmt.Sprintf("%s %d is not known, and the file is read as version 5: write 5", keyVersion, v))
	}
	return v
}

// review reads the master switch.
func (r *reader) review(n *node) {
	for _, e := range r.entries(n, keyReview) {
		if strings.ToLower(e.key) != keyEnabled {
			continue // the rest says how to review, not what
		}
		on, ok := r.toggle(e.value, keyReview+"."+keyEnabled)
		r.off = ok && !on
	}
}

// global fills in the categories that a file of version 3 or 4 leaves out.
func (r *reader) global(doc, n *node) {
	if r.level(n, keyGlobal) != levelDeny {
		return
	}
	named := map[string]bool{}
	for _, e := range doc.pairs {
		if strings.EqualFold(e.key, keyCategories) {
			for _, c := range e.value.pairs {
				named[strings.ToLower(c.key)] = true
			}
		}
	}
	for _, c := range r.t.Categories {
		if !named[c.ID] {
			r.deny(c.ID, n.line)
		}
	}
}

func (r *reader) categories(n *node) {
	for _, e := range r.entries(n, keyCategories) {
		id := strings.ToLower(e.key)
		if !r.isCategory(id) {
			r.unknownCategory(e)
			continue
		}
		r.category(id, e)
	}
}

// unknownCategory is a problem only where the entry asks for something.
func (r *reader) unknownCategory(e pair) {
	ids := make([]string, 0, len(r.t.Categories))
	for _, c := range r.t.Categories {
		ids = append(ids, c.ID)
	}
	message := fmt.Sprintf("category %q is not known%s", e.key, near.Hint(e.key, ids))
	denied := e.value.kind == scalar && r.canonical(e.value.text) == levelDeny
	for _, p := range e.value.pairs {
		denied = denied || p.value.kind == scalar && r.canonical(p.value.text) == levelDeny
	}
	if denied || holdsToggle(e.value, 2) || strings.EqualFold(e.key, keyToggle) {
		r.problem(e.line, "%s", message)
		return
	}
	r.p.warn(r.file, e.line, message)
}

// category reads one category's entry: a level alone, or a mapping.
func (r *reader) category(id string, e pair) {
	if e.value.kind == scalar {
		if !e.value.null && r.level(e.value, "category "+id) == levelDeny {
			r.deny(id, e.line)
		}
		return
	}
	on, level := false, ""
	for _, f := range r.entries(e.value, "category "+id) {
		key := strings.ToLower(f.key)
		what := id + "." + key
		switch {
		case key == keyToggle:
			v, ok := r.toggle(f.value, what)
			on = ok && v
		case key == keyOverrides:
			on = r.overrides(f.value, what) || on
		case slices.Contains(levelKeys, key):
			if l := r.level(f.value, what); stricter(l, level) {
				level = l
			}
			if level == levelDeny {
				r.deny(id, f.line)
			}
		default:
			hint := near.Hint(f.key, categoryKeys)
			if near.Name(f.key, []string{keyToggle}) != "" {
				// A misspelt switch must not pass for none.
				r.problem(f.line, "key %q of category %s is not known; did you mean %s?", f.key, id, keyToggle)
			} else {
				r.p.warn(r.file, f.line, fmt.Sprintf("key %q of category %s is not known%s", f.key, id, hint))
			}
		}
	}
	if !on {
		return
	}
	r.p.Any = true
	if level != levelAutopilot && !r.off {
		if r.p.Reviewed == nil {
			r.p.Reviewed = map[string]bool{}
		}
		r.p.Reviewed[id] = true
	}
}

// deny keeps the first place that denies a category.
func (r *reader) deny(id string, line int) {
	if r.p.Deny == nil {
		r.p.Deny = map[string]Place{}
	}
	if _, ok := r.p.Deny[id]; !ok {
		r.p.Deny[id] = Place{r.file, line}
	}
}

// overrides reads levels per pattern and reports whether one of them carries
// a switch, which is as good as the category's own: the rest of the category
// is then reviewed too.
func (r *reader) overrides(n *node, what string) bool {
	on := false
	for _, e := range r.entries(n, what) {
		if e.value.kind == scalar {
			if r.level(e.value, what+" "+strconv.Quote(e.key)) == levelDeny {
				r.rule(e.key, e.line)
			}
			continue
		}
		denied := false
		for _, f := range r.entries(e.value, what+" "+strconv.Quote(e.key)) {
			switch key := strings.ToLower(f.key); {
			case key == keyToggle:
				v, ok := r.toggle(f.value, what+" "+strconv.Quote(e.key)+"."+key)
				on = on || ok && v
			case slices.Contains(levelKeys, key):
				denied = denied || r.level(f.value, what+" "+strconv.Quote(e.key)+"."+key) == levelDeny
			}
		}
		if denied {
			r.rule(e.key, e.line)
		}
	}
	return on
}

func (r *reader) denyList(n *node) {
	if n.null {
		return
	}
	if n.kind != sequence {
		r.problem(n.line, "%s is %s: write a list of patterns", keyDeny, describe(n))
		return
	}
	for _, e := range n.items {
		if e.kind != scalar || e.null {
			r.problem(e.line, "an entry of %s is %s: write a pattern such as \"Bash(sudo:*)\"", keyDeny, describe(e))
			continue
		}
		r.rule(e.text, e.line)
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
	rule.Place = Place{r.file, line}
	r.p.Rules = append(r.p.Rules, rule)
}

// toggle reads a switch in any spelling that the tables list.
func (r *reader) toggle(n *node, what string) (on, ok bool) {
	if n.kind == scalar && !n.null {
		word := strings.ToLower(strings.TrimSpace(n.text))
		if slices.Contains(r.t.Posture.On, word) {
			return true, true
		}
		if slices.Contains(r.t.Posture.Off, word) {
			return false, true
		}
	}
	r.problem(n.line, "%s is %s: write on or off", what, describe(n))
	return false, false
}

// level reads a level's name and returns its canonical form, "" for none.
func (r *reader) level(n *node, what string) string {
	if n.null {
		return ""
	}
	hint := ""
	if n.kind == scalar {
		switch l := r.canonical(n.text); l {
		case levelInherit:
			return ""
		case "":
			hint = near.Hint(n.text, r.levelNames())
		default:
			return l
		}
	}
	if hint == "" {
		hint = ": write one of " + strings.Join(r.levelNames(), ", ")
	}
	r.problem(n.line, "%s is %s%s", what, describe(n), hint)
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
func describe(n *node) string {
	switch {
	case n.kind == mapping:
		return "a mapping"
	case n.kind == sequence:
		return "a list"
	case n.null:
		return "empty"
	case len(n.text) > 40:
		return strconv.Quote(n.text[:40]) + "…"
	}
	return strconv.Quote(n.text)
}
