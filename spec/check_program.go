package spec

import (
	"maps"
	"slices"
	"strings"
)

// use is one program, or one of its subcommands, with what it inherits.
type use struct {
	*Program
	where  at
	top    string // canonical name of the program
	sub    string // subcommand words joined by a space
	flags  flagNames
	effect []string // of the program and of what stands above it
}

// walk adds p and its subcommands to c.uses.
func (c *checker) walk(p *Program, above *use, where at, sub string) {
	u := use{Program: p, where: where, top: where[1], sub: sub, flags: flagNames{}}
	if above != nil {
		maps.Copy(u.flags, above.flags)
		u.effect = slices.Clone(above.effect)
	}
	u.flags.add(p.AllFlags())
	for _, e := range p.Effects {
		u.effect = append(u.effect, e.Effect)
	}
	for _, x := range p.Code {
		if x.File {
			u.effect = append(u.effect, "run")
		}
	}
	c.uses = append(c.uses, u)
	for _, name := range slices.Sorted(maps.Keys(p.Sub)) {
		c.walk(p.Sub[name], &u, where.field("sub", name), strings.TrimSpace(sub+" "+name))
	}
}

func (c *checker) checkPrograms() {
	for _, p := range c.Programs {
		where := at{"program", p.Name}
		c.checkTwice(where)
		for i, name := range append([]string{p.Name}, p.Aliases...) {
			if other, taken := c.spelling[name]; taken {
				if i > 0 {
					where = at{"program", p.Name}.index("aliases", i-1)
				}
				c.report(where, "name %q is defined twice, it is also that of %q: drop one", name, other)
			}
			c.spelling[name] = p.Name
		}
	}
	for _, u := range c.uses {
		c.checkProgram(u)
		taken := map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(u.Sub)) {
			for _, word := range append([]string{name}, u.Sub[name].Aliases...) {
				if other, ok := taken[word]; ok {
					c.report(u.where.field("sub", name), "name %q is defined twice, it is also that of %q: drop one", word, other)
				}
				taken[word] = name
			}
		}
	}
}

// checkTwice looks for what two files say of one program. Each may say a part
// of it: CUE unites the parts, and complains only of those that differ.
func (c *checker) checkTwice(where at) {
	for _, field := range []string{"aliases", "category", "flags", "acts", "effects", "code", "class", "runs", "taskfile", "tasks", "urls", "sends"} {
		below := where.field(field)
		if ps := c.at[key(below)]; len(ps) > 1 {
			c.report(below, "is defined twice, also at %s:%d: drop one", ps[1].Filename(), ps[1].Line())
		}
	}
}

func (c *checker) checkProgram(u use) {
	c.optional(u.where.field("category"), "category", c.categories, u.Category)
	own := map[string]bool{}
	for _, f := range u.AllFlags() {
		for _, name := range f.Names {
			if own[name] {
				c.report(u.where, "flag %q is defined twice: drop one", name)
			}
			own[name] = true
		}
	}
	for i, x := range u.Class {
		where := u.where.index("class", i)
		c.known(where.field("category"), "category", c.categories, x.Category)
		c.flagTest(where.field("flags"), x.Flags, u.flags)
		c.operands(where, x.Operands)
		c.count(where, x.Count)
	}
	for i, x := range u.Effects {
		where := u.where.index("effects", i)
		c.flag(where.field("flag"), x.Flag, u.flags)
		c.flagTest(where.field("if"), x.If, u.flags)
		if x.Deep != nil {
			c.flagTest(where.field("deep"), x.Deep.Flags, u.flags)
		}
		c.flagList(where.field("narrow"), x.Narrow, u.flags)
	}
	for i, x := range u.Code {
		where := u.where.index("code", i)
		c.flag(where.field("flag"), x.Flag, u.flags)
		c.flagTest(where.field("unless"), x.Unless, u.flags)
		if !x.File && x.Flag == "" && !x.Join && !x.First && !x.Stdin && !x.Each {
			c.report(where, "says nowhere that code comes from: add one of flag, file, join, first, each, stdin")
		}
	}
	if x := u.Sends; x != nil {
		where := u.where.field("sends")
		c.flagTest(where.field("flags"), x.Flags, u.flags)
		c.operands(where, x.Operands)
	}
	for i, x := range u.URLs {
		where := u.where.index("urls", i)
		c.flag(where.field("flag"), x.Flag, u.flags)
		c.flagTest(where.field("if"), x.If, u.flags)
	}
	c.flag(u.where.field("chdir"), u.Chdir, u.flags)
	if u.TaskFile != nil {
		c.flag(u.where.field("taskfile", "flag"), u.TaskFile.Flag, u.flags)
	}
	if t := u.Tasks; t != nil {
		where := u.where.field("tasks")
		c.flag(where.field("flag"), t.Flag, u.flags)
		c.flagTest(where.field("unless"), t.Unless, u.flags)
	}
	c.flag(u.where.field("decodes"), u.Decodes, u.flags)
	if r := u.Runs; r != nil {
		where := u.where.field("runs")
		c.flagList(where.field("flags"), r.Flags, u.flags)
		c.flag(where.field("chdir"), r.Chdir, u.flags)
		c.flagList(where.field("clears"), r.Clears, u.flags)
		c.flagTest(where.field("if"), r.If, u.flags)
		c.flagTest(where.field("lookup"), r.Lookup, u.flags)
		c.flag(where.field("split"), r.Split, u.flags)
		c.flag(where.field("null"), r.Null, u.flags)
		c.flag(where.field("delimiter"), r.Delimiter, u.flags)
		c.flagList(where.field("batch"), r.Batch, u.flags)
		c.flagList(where.field("lines"), r.Lines, u.flags)
		c.flagList(where.field("beside"), r.Beside, u.flags)
		c.flag(where.field("name"), r.Name, u.flags)
		c.flag(where.field("file"), r.File, u.flags)
		c.flag(where.field("piped"), r.Piped, u.flags)
	}
	if u.Away != nil {
		where := u.where.field("away")
		c.flagList(where.field("mounts"), u.Away.Mounts, u.flags)
		c.flagTest(where.field("host"), u.Away.Host, u.flags)
	}
}

func (c *checker) flag(where at, name string, known flagNames) {
	if name != "" {
		c.flagList(where, []string{name}, known)
	}
}

// flagTest looks at the names in a test of flags, and whether it can hold.
func (c *checker) flagTest(where at, test Flags, known flagNames) {
	c.flagList(where.field("any"), test.Any, known)
	c.flagList(where.field("all"), test.All, known)
	c.flagList(where.field("none"), test.None, known)
	excluded := func(name string) bool { return slices.Contains(test.None, name) }
	if i := slices.IndexFunc(test.All, excluded); i >= 0 {
		c.report(where, "unreachable: flag %q is both asked for and excluded: drop one", test.All[i])
	}
	free := func(name string) bool { return !excluded(name) }
	if len(test.Any) > 0 && !slices.ContainsFunc(test.Any, free) {
		c.report(where, "unreachable: every flag of any is excluded by none: drop one")
	}
}

// flagList demands canonical names of known flags.
func (c *checker) flagList(where at, list []string, known flagNames) {
	listed := func(name string) bool {
		return slices.ContainsFunc(list, func(other string) bool { return flagName(other) == name })
	}
	for _, test := range list {
		name := flagName(test)
		canonical := known[name]
		switch {
		case name == "--": // ends the options of every program
		case len(canonical) == 0:
			c.report(where, "%s", unknown("flag", name, slices.Sorted(maps.Keys(known))))
		case slices.Contains(canonical, name):
		case !slices.ContainsFunc(canonical, func(n string) bool { return !listed(n) }):
		default:
			c.report(where, "flag %q is another name of %q: write %q", name, canonical[0], canonical[0])
		}
	}
}

func (c *checker) operands(where at, tests []Operand) {
	for i, o := range tests {
		below := where.index("operands", i)
		c.known(below.field("class"), "path class", c.classes, o.Class...)
		c.known(below.field("except"), "path class", c.classes, o.Except...)
		c.reachableClass(below, o.Class, o.Except)
		c.optional(below.field("similar"), "registry", c.registries, o.Similar)
	}
}

func (c *checker) reachableClass(where at, class, except []string) {
	outside := func(name string) bool { return !slices.Contains(except, name) }
	if len(class) > 0 && !slices.ContainsFunc(class, outside) {
		c.report(where, "unreachable: every path class is also excepted: drop one")
	}
}

func (c *checker) count(where at, n *Count) {
	if n != nil && n.Max > 0 && n.Max < n.Min {
		c.report(where.field("count"), "unreachable: max %d is below min %d: raise it", n.Max, n.Min)
	}
}
