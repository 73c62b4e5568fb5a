package spec

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Check reports every name that refers to nothing, every trigger that nothing
// can meet, and every name that is taken twice. CUE cannot say these briefly.
// The error is a Problems, in the order of files and lines.
func Check(s *Spec) error {
	c := &checker{Spec: s, programs: map[string]*Program{}, spelling: map[string]string{}}
	c.collect()
	c.checkRegistries()
	c.checkPrograms()
	c.checkCategories()
	c.checkRoute()
	c.checkHosts()
	c.checkSession()
	c.checkPresets()
	c.checkEmbeds()
	c.checkEnvironment()
	c.checkArguments()
	c.checkServers()
	c.checkSettings()
	c.checkBriefs()
	c.checkBackends()
	for _, x := range s.Concerns {
		c.checkConcern(x)
	}
	for _, x := range s.Secrets {
		pattern := x.Pattern
		if x.Within == "value" {
			pattern = "" // the literals stand in the name
		}
		c.checkPattern(at{"secret", x.Kind}, "pattern", x.Literals, pattern)
	}
	c.checkInstruction()
	c.checkCouncil()
	return c.problems.Err()
}

type checker struct {
	*Spec
	problems Problems

	categories, roles, classes, seats, hosts, langs, secrets, registries []string

	programs map[string]*Program // by canonical name
	spelling map[string]string   // canonical name of each name
	uses     []use
}

// at is the path of a fact.
type at []string

func (a at) field(names ...string) at { return append(a[:len(a):len(a)], names...) }

func (a at) index(field string, i int) at { return a.field(field, strconv.Itoa(i)) }

func (c *checker) report(where at, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if subject := subject(where); subject != "" {
		text = subject + ": " + text
	}
	c.problems = append(c.problems, c.Problem(text, where...))
}

// known reports each of names that is not in list.
func (c *checker) known(where at, what string, list []string, names ...string) {
	for i, name := range names {
		if slices.Contains(list, name) {
			continue
		}
		if len(names) > 1 || c.at[key(where.field("0"))] != nil {
			c.report(where.field(strconv.Itoa(i)), "%s", unknown(what, name, list))
		} else {
			c.report(where, "%s", unknown(what, name, list))
		}
	}
}

// optional is known for a name that may be absent.
func (c *checker) optional(where at, what string, list []string, name string) {
	if name != "" {
		c.known(where, what, list, name)
	}
}

func (c *checker) collect() {
	for _, x := range c.Categories {
		c.categories = append(c.categories, x.ID)
	}
	for _, x := range c.Seats {
		c.seats = append(c.seats, x.ID)
	}
	for _, x := range c.Hosts {
		c.hosts = append(c.hosts, x.ID)
	}
	for _, x := range c.Secrets {
		c.secrets = append(c.secrets, x.Kind)
	}
	c.classes = slices.Clone(catalog.Structural)
	for _, x := range c.Paths {
		c.classes = append(c.classes, x.Class)
	}
	for _, p := range c.Programs {
		c.programs[p.Name] = p
		c.walk(p, nil, at{"program", p.Name}, "")
	}
	roles, langs := map[string]bool{}, map[string]bool{"shell": true}
	for _, u := range c.uses {
		for _, r := range u.Roles {
			roles[r] = true
		}
		for _, x := range u.Code {
			langs[x.Lang] = true
		}
	}
	c.roles, c.langs = slices.Sorted(maps.Keys(roles)), slices.Sorted(maps.Keys(langs))
}

func (c *checker) checkCategories() {
	for i, id := range c.categories {
		if slices.Contains(c.categories[:i], id) {
			c.report(at{}.index("category", i), "category %q is defined twice: drop one", id)
		}
	}
	f := at{"fallback"}
	c.known(f.field("program"), "category", c.categories, c.Fallback.Program)
	c.known(f.field("project"), "category", c.categories, c.Fallback.Project)
	c.known(f.field("write"), "category", c.categories, c.Fallback.Write)
	c.known(f.field("outside"), "category", c.categories, c.Fallback.Outside)
	c.known(f.field("sink"), "path class", c.classes, c.Fallback.Sink)
	c.optional(f.field("script"), "path class", c.classes, c.Fallback.Script)
	c.known(f.field("unasked"), "path class", c.classes, c.Fallback.Unasked...)
	for _, p := range c.Paths {
		if slices.Contains(catalog.Structural, p.Class) {
			c.report(at{"path", p.Class}, "the name stands for a class that is decided by code: choose another")
		}
	}
	if most := 64 - len(catalog.Structural); len(c.Paths) > most {
		c.report(at{"path"}, "there are %d path classes and room for %d: join some", len(c.Paths), most)
	}
	if len(c.roles) > 64 {
		c.report(at{"program"}, "there are %d roles and room for 64: join some", len(c.roles))
	}
}

func (c *checker) checkRoute() {
	for _, name := range []string{"low", "medium", "high", "extreme"} {
		where := at{"route", "tiers", name}
		rule, ok := c.Route.Tiers[name]
		if !ok {
			c.report(where, "is missing: write it")
		}
		c.known(where.field("seats"), "seat", c.seats, rule.Seats...)
		for i, seat := range rule.Mandatory {
			if !slices.Contains(rule.Seats, seat) {
				c.report(where.index("mandatory", i), "seat %q is not convened: add it to seats", seat)
			}
		}
	}
	for _, name := range []string{"low", "medium", "high", "critical"} {
		if _, ok := c.Route.Bumps[name]; !ok {
			c.report(at{"route", "bumps", name}, "is missing: write it")
		}
	}
}

func (c *checker) checkEnvironment() {
	seen := map[string]bool{}
	for i, e := range c.Environment {
		where := at{}.index("environment", i)
		for j, name := range e.Names {
			if seen[name] {
				c.report(where.index("names", j), "variable %q is defined twice: drop one", name)
			}
			seen[name] = true
		}
		if (e.Effect == "options") != (e.Program != "") {
			c.report(where, "a program is named if the effect is options, and only then: mend one of the two")
		}
		c.optional(where.field("program"), "program", slices.Sorted(maps.Keys(c.programs)), e.Program)
	}
}

func (c *checker) checkSession() {
	for field, list := range map[string][]string{"from": c.Session.Taint.From, "guards": c.Session.Taint.Guards} {
		for i, id := range list {
			c.known(at{"session", "taint"}.index(field, i), "category", c.categories, id)
		}
	}
}

func (c *checker) checkPresets() {
	for i, p := range c.Presets {
		for j, id := range p.Categories {
			c.known(at{"preset", strconv.Itoa(i)}.index("categories", j), "category", c.categories, id)
		}
	}
}

func (c *checker) checkHosts() {
	for _, h := range c.Hosts {
		for name, tool := range h.Tools {
			where := at{"host", h.ID, "tools", name}
			c.optional(where.field("inside"), "category", c.categories, tool.Inside)
			c.optional(where.field("outside"), "category", c.categories, tool.Outside)
			c.checkReader(where, &tool)
			c.checkContent(where.field("content"), tool.Content)
		}
	}
	for _, h := range c.Hooks {
		c.known(at{"hook", h.ID, "host"}, "host", c.hosts, h.Host)
	}
	for _, x := range c.Transcripts {
		where := at{"transcript", x.Host}
		c.known(where, "host", c.hosts, x.Host)
		for i, call := range x.Calls {
			if (call.Tool == "") == (len(call.Name) == 0) {
				c.report(where.index("calls", i), "the tool's name is to be known in one way: write name or tool")
			}
			if len(call.Entry) == 0 {
				c.report(where.index("calls", i), "every entry would be a call: write what one holds")
			}
		}
	}
}

func (c *checker) checkConcern(x *Concern) {
	where := at{"concern", x.ID}
	c.known(where.field("category"), "category", append(c.categories, catalog.CrossCutting), x.Category)
	for field, text := range map[string]string{
		"description": x.Description, "gating_reason": x.GatingReason, "resolution": x.Resolution, "remedy": x.Remedy,
	} {
		c.checkProse(where.field(field), text)
	}
	for i := range x.Triggers {
		c.checkTrigger(where.index("triggers", i), &x.Triggers[i])
		for j := range i {
			if sameTrigger(x.Triggers[i], x.Triggers[j]) {
				c.report(where.index("triggers", i), "unreachable trigger: triggers[%d] is the same: drop one", j)
			}
		}
	}
	for i := range x.Edits {
		if x.Severity == "critical" {
			c.report(where.index("edits", i), "a critical concern is answered in words only: put the safe form into its remedy")
			break
		}
		c.checkEdit(where.index("edits", i), &x.Edits[i])
	}
	c.checkSamples(where.field("samples", "hit"), x.Samples.Hit)
	c.checkSamples(where.field("samples", "miss"), x.Samples.Miss)
}

func sameTrigger(a, b Trigger) bool {
	a.Message, b.Message = "", ""
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}

var reference = regexp.MustCompile(`\b[a-z]{2,4}\.[a-z0-9]+(-[a-z0-9]+)*\b`)

// References lists the words of text that have the form of a concern's id and
// the family of one that exists.
func (s *Spec) References(text string) []string {
	var refs []string
	for _, word := range reference.FindAllString(text, -1) {
		family, _, _ := strings.Cut(word, ".")
		if slices.ContainsFunc(s.Concerns, func(c *Concern) bool { return strings.HasPrefix(c.ID, family+".") }) {
			refs = append(refs, word)
		}
	}
	return refs
}

// UnknownConcern says what is wrong with a concern's id, or "" if it exists.
func (s *Spec) UnknownConcern(id string) string {
	var ids []string
	for _, c := range s.Concerns {
		if c.ID == id {
			return ""
		}
		ids = append(ids, c.ID)
	}
	return unknown("concern", id, ids)
}

// checkProse looks at the concerns that a text mentions.
func (c *checker) checkProse(where at, text string) {
	for _, id := range c.References(text) {
		if text := c.UnknownConcern(id); text != "" {
			c.report(where, "%s", text)
		}
	}
}

var secretKind = regexp.MustCompile(`«([^»]*)»`)

func (c *checker) checkSamples(where at, samples []json.RawMessage) {
	for i, raw := range samples {
		for _, m := range secretKind.FindAllStringSubmatch(string(raw), -1) {
			c.known(where.field(strconv.Itoa(i)), "secret kind", c.secrets, m[1])
		}
	}
}

// checkPattern looks for an expression that is never tried where it could match.
func (c *checker) checkPattern(where at, field string, literals []string, pattern string) {
	for i, l := range literals {
		if l != strings.ToLower(l) || len(l) < 3 {
			c.report(where.index("literals", i), "literal %q: write it in lower case, three bytes at least", l)
		}
	}
	if pattern == "" || slices.ContainsFunc(literals, func(l string) bool { return canHold(pattern, l) }) {
		return
	}
	c.report(where.field(field), "unreachable: no match of the pattern holds one of the literals: add one that it needs")
}
