package spec

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

func (c *checker) checkTrigger(where at, t *Trigger) {
	var kinds []string
	if t.Invocation != nil {
		kinds = append(kinds, "invocation")
		c.checkInvocation(where.field("invocation"), t.Invocation)
	}
	if t.Flow != nil {
		kinds = append(kinds, "flow")
		c.known(where.field("flow", "from"), "role", c.roles, t.Flow.From...)
		c.known(where.field("flow", "into"), "role", c.roles, t.Flow.Into...)
	}
	if t.Touch != nil {
		kinds = append(kinds, "touch")
		c.checkTouch(where.field("touch"), t.Touch)
	}
	if t.Text != nil {
		kinds = append(kinds, "text")
		c.checkText(where.field("text"), t.Text)
	}
	if t.Secret != nil {
		kinds = append(kinds, "secret")
		if len(c.secrets) == 0 {
			c.report(where, "unreachable trigger: no kind of secret is defined: add one")
		}
	}
	if t.URL != nil {
		kinds = append(kinds, "url")
		c.checkURL(where.field("url"), t.URL)
	}
	if t.Send != nil {
		kinds = append(kinds, "send")
		c.checkSend(where.field("send"), t.Send)
	}
	if t.Instruction != nil {
		kinds = append(kinds, "instruction")
		if len(c.Instruction.Demands) == 0 {
			c.report(where, "unreachable trigger: no demand is defined: add one")
		}
	}
	if t.Server != nil {
		kinds = append(kinds, "server")
		c.checkServer(where.field("server"), t.Server)
	}
	if t.Document != nil {
		kinds = append(kinds, "document")
		c.checkDocument(where.field("document"), t.Document)
	}
	if t.Counter != nil {
		kinds = append(kinds, "counter")
		c.checkCounter(where.field("counter"), t.Counter)
	}
	switch len(kinds) {
	case 0:
		c.report(where, "the trigger has no kind: add one of invocation, flow, touch, text, secret, url, send, instruction, server, document, counter")
	case 1:
	default:
		c.report(where, "the trigger has several kinds, %s: split it", strings.Join(kinds, " and "))
	}
}

// program demands canonical names of known programs.
func (c *checker) program(where at, names []string) (ok bool) {
	ok = true
	for i, name := range names {
		if c.programs[name] != nil {
			continue
		}
		ok = false
		if canonical := c.spelling[name]; canonical != "" {
			c.report(where.field(strconv.Itoa(i)), "program %q is another name of %q: write %q", name, canonical, canonical)
			continue
		}
		c.known(where.field(strconv.Itoa(i)), "program", slices.Sorted(maps.Keys(c.programs)), name)
	}
	return ok
}

func (c *checker) checkInvocation(where at, t *Invocation) {
	ok := c.program(where.field("program"), t.Program)
	c.program(where.field("via"), t.Via)
	c.known(where.field("role"), "role", c.roles, t.Role...)
	c.operands(where, t.Operands)
	c.count(where, t.Count)
	if t.Code != nil {
		c.checkText(where.field("code"), t.Code)
	}
	if t.NotIn != nil {
		c.known(where.field("not_in", "class"), "path class", c.classes, t.NotIn.Class...)
	}
	for _, r := range t.Role {
		ok = ok && slices.Contains(c.roles, r)
	}
	switch {
	case len(t.Program) > 0 && len(t.Role) > 0:
		c.report(where, "asks for programs and for roles: drop one")
	case len(t.Program) == 0 && len(t.Role) == 0 && t.Code == nil && !t.Foreign && !t.Option && !t.Spawned:
		c.report(where, "asks for no program: add program or role")
	case ok:
		c.reachable(where, t)
	}
}

// reachable looks for a program that has what the trigger asks for.
func (c *checker) reachable(where at, t *Invocation) {
	var fitting []use
	var subs []string
	met := map[string]bool{}
	for _, u := range c.uses {
		if !t.names(u) {
			continue
		}
		subs = append(subs, u.sub)
		if len(t.Sub) == 0 {
			fitting = append(fitting, u)
		}
		for _, s := range t.Sub {
			if u.sub == s || strings.HasPrefix(u.sub, s+" ") {
				fitting = append(fitting, u)
				met[s] = true
			}
		}
	}
	for i, s := range t.Sub {
		if !met[s] {
			c.report(where.index("sub", i), "unreachable trigger: no such program has it: %s", unknown("subcommand", s, subs))
		}
	}
	if len(fitting) > 0 {
		known := flagNames{}
		for _, u := range fitting {
			known.merge(u.flags)
		}
		c.flagTest(where.field("flags"), t.Flags, known)
		if t.NotIn != nil {
			c.flagList(where.field("not_in", "flags"), t.NotIn.Flags, known)
		}
	}
	for i, a := range t.After {
		c.known(where.index("after", i).field("sub"), "subcommand", subs, a.Sub...)
		known := flagNames{}
		for _, u := range c.uses {
			if t.names(u) && slices.Contains(a.Sub, u.sub) {
				known.merge(u.flags)
			}
		}
		c.flagList(where.index("after", i).field("flags"), a.Flags, known)
	}
}

// names reports whether the trigger asks for u's program or one of u's roles.
func (t *Invocation) names(u use) bool {
	if len(t.Program) > 0 {
		return slices.Contains(t.Program, u.top)
	}
	return len(t.Role) == 0 || slices.ContainsFunc(t.Role, func(r string) bool { return slices.Contains(u.Roles, r) })
}

func (c *checker) checkTouch(where at, t *Touch) {
	ok := c.program(where.field("program"), t.Program)
	c.program(where.field("not"), t.Not)
	c.known(where.field("class"), "path class", c.classes, t.Class...)
	c.known(where.field("except"), "path class", c.classes, t.Except...)
	c.known(where.field("also"), "path class", c.classes, t.Also...)
	c.reachableClass(where, t.Class, t.Except)
	known, effect := flagNames{}, t.Redirect
	for _, u := range c.uses {
		if len(t.Program) > 0 && !slices.Contains(t.Program, u.top) || slices.Contains(t.Not, u.top) {
			continue
		}
		known.merge(u.flags)
		effect = effect || slices.ContainsFunc(t.Effect, func(e string) bool { return slices.Contains(u.effect, e) })
	}
	c.flagTest(where.field("flags"), t.Flags, known)
	if len(t.Program) > 0 && ok && !effect {
		c.report(where, "unreachable trigger: no such program has the effect %s: name one that does", strings.Join(t.Effect, " or "))
	}
}

func (c *checker) checkText(where at, t *TextMatch) {
	c.known(where.field("lang"), "language", c.langs, t.Lang...)
	c.program(where.field("not_via"), t.NotVia)
	c.checkPattern(where, "pattern", t.Literals, t.Pattern)
}
