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
const maxVisits = 4 * yaml.MaxTokens

// reader interprets one file.
type reader struct {
	t      *catalog.Tables
	p      *Posture
	file   string
	visits int
	off    bool // command_review.enabled is off
	rules  int
	stated bool // it says which servers are allowed
}

func (r *reader) problem(line int, format string, args ...any) {
	r.p.problem(r.file, line, fmt.Sprintf(format, args...))
}

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
		switch strings.ToLower(e.Key) {
		case keyVersion:
			version = r.version(e.Value)
		case keyReview:
			r.review(e.Value)
		}
	}
	for _, e := range top {
		switch low := strings.ToLower(e.Key); low {
		case keyVersion, keyReview:
		case keyCategories:
			r.categories(e.Value)
		case keyDeny:
			r.denyList(e.Value)
		case keyGlobal:
			if version == 3 || version == 4 {
				r.global(doc, e.Value)
			}
		default:
			r.unknownTop(e)
		}
	}
}

// unknownTop passes over what belongs to other readers, but not over a switch
// that stands in the wrong place, for whoever wrote it believes that it is on.
func (r *reader) unknownTop(e yaml.Pair) {
	low := strings.ToLower(e.Key)
	switch {
	case low == keyToggle:
		r.problem(e.Line, "%q stands outside a category: write it below %s.<category>", e.Key, keyCategories)
	case r.isCategory(low):
		r.problem(e.Line, "category %q stands at the top: write it below %s", e.Key, keyCategories)
	case slices.ContainsFunc(e.Value.Pairs, func(p yaml.Pair) bool { return r.isCategory(strings.ToLower(p.Key)) && holdsToggle(p.Value, 1) }):
		r.problem(e.Line, "key %q is not known, and the %s switches below it do nothing: write them below %s", e.Key, keyToggle, keyCategories)
	default:
		if n := near.Name(e.Key, topKeys); n != "" {
			r.p.warn(r.file, e.Line, fmt.Sprintf("key %q is not known; did you mean %s?", e.Key, n))
		}
	}
}

// holdsToggle reports whether a toggle's key stands at most depth mappings
// down.
func holdsToggle(n *yaml.Node, depth int) bool {
	if depth == 0 {
		return false
	}
	for _, p := range n.Pairs {
		if strings.EqualFold(p.Key, keyToggle) || holdsToggle(p.Value, depth-1) {
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
		r.problem(n.Line, "%s is %s: write 5", keyVersion, describe(n))
	case v < 3 || v > 5:
		r.p.warn(r.file, n.Line, fmt.Sprintf("%s %d is not known, and the file is read as version 5: write 5", keyVersion, v))
	}
	return v
}

// review reads the master switch.
func (r *reader) review(n *yaml.Node) {
	for _, e := range r.entries(n, keyReview) {
		switch strings.ToLower(e.Key) { // the rest says how to review, not what
		case keyEnabled:
			on, ok := r.toggle(e.Value, keyReview+"."+keyEnabled)
			r.off = ok && !on
		case keyMCP:
			r.servers(e.Value, keyReview+"."+keyMCP)
		}
	}
}

// global fills in the categories that a file of version 3 or 4 leaves out.
func (r *reader) global(doc, n *yaml.Node) {
	if r.level(n, keyGlobal) != levelDeny {
		return
	}
	named := map[string]bool{}
	for _, e := range doc.Pairs {
		if strings.EqualFold(e.Key, keyCategories) {
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
	for _, e := range r.entries(n, keyCategories) {
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
	message := fmt.Sprintf("category %q is not known%s", e.Key, near.Hint(e.Key, ids))
	denied := e.Value.Kind == yaml.Scalar && r.canonical(e.Value.Text) == levelDeny
	for _, p := range e.Value.Pairs {
		denied = denied || p.Value.Kind == yaml.Scalar && r.canonical(p.Value.Text) == levelDeny
	}
	if denied || holdsToggle(e.Value, 2) || strings.EqualFold(e.Key, keyToggle) {
		r.problem(e.Line, "%s", message)
		return
	}
	r.p.warn(r.file, e.Line, message)
}

// category reads one category's entry: a level alone, or a mapping.
func (r *reader) category(id string, e yaml.Pair) {
	if e.Value.Kind == yaml.Scalar {
		if !e.Value.Null && r.level(e.Value, "category "+id) == levelDeny {
			r.deny(id, e.Line)
		}
		return
	}
	on, level := false, ""
	for _, f := range r.entries(e.Value, "category "+id) {
		key := strings.ToLower(f.Key)
		what := id + "." + key
		switch {
		case key == keyToggle:
			v, ok := r.toggle(f.Value, what)
			on = ok && v
		case key == keyOverrides:
			on = r.overrides(f.Value, what) || on
		case slices.Contains(levelKeys, key):
			if l := r.level(f.Value, what); stricter(l, level) {
				level = l
			}
			if level == levelDeny {
				r.deny(id, f.Line)
			}
		default:
			hint := near.Hint(f.Key, categoryKeys)
			if near.Name(f.Key, []string{keyToggle}) != "" {
				// A misspelt switch must not pass for none.
				r.problem(f.Line, "key %q of category %s is not known; did you mean %s?", f.Key, id, keyToggle)
			} else {
				r.p.warn(r.file, f.Line, fmt.Sprintf("key %q of category %s is not known%s", f.Key, id, hint))
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
			switch key := strings.ToLower(f.Key); {
			case key == keyToggle:
				v, ok := r.toggle(f.Value, what+" "+strconv.Quote(e.Key)+"."+key)
				on = on || ok && v
			case slices.Contains(levelKeys, key):
				denied = denied || r.level(f.Value, what+" "+strconv.Quote(e.Key)+"."+key) == levelDeny
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
		r.problem(n.Line, "%s is %s: write a list of patterns", keyDeny, describe(n))
		return
	}
	for _, e := range n.Items {
		if e.Kind != yaml.Scalar || e.Null {
			r.problem(e.Line, "an entry of %s is %s: write a pattern such as \"Bash(sudo:*)\"", keyDeny, describe(e))
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
	rule.Place = Place{r.file, line}
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
