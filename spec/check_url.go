package spec

import "slices"

func (c *checker) checkURL(where at, t *URLMatch) {
	c.program(where.field("program"), t.Program)
	c.known(where.field("category"), "category", c.categories, t.Category...)
	c.known(where.field("from"), "role", c.roles, t.From...)
	c.known(where.field("reads"), "path class", c.classes, t.Reads...)
	c.reachableClass(where, t.HostClass, t.NotClass)
	known, taken := flagNames{}, false
	for _, u := range c.uses {
		if len(t.Program) > 0 && !slices.Contains(t.Program, u.top) {
			continue
		}
		known.merge(u.flags)
		taken = taken || len(u.URLs) > 0
	}
	c.flagTest(where.field("flags"), t.Flags, known)
	if len(t.Program) > 0 && !taken {
		c.report(where, "unreachable trigger: no such program takes addresses: name one that does, or add its urls")
	}
}

func (c *checker) checkSend(where at, t *Send) {
	c.known(where.field("from"), "role", c.roles, t.From...)
	c.known(where.field("class"), "path class", c.classes, t.Class...)
	c.known(where.field("except"), "path class", c.classes, t.Except...)
	c.reachableClass(where, t.Class, t.Except)
	if len(t.From) == 0 && len(t.Class) == 0 {
		c.report(where, "asks for no data: add from or class")
	}
}

func (c *checker) checkRegistries() {
	for _, r := range c.Registries {
		c.registries = append(c.registries, r.Name)
		where := at{"registry", r.Name}
		taken := map[string]string{}
		for _, list := range []struct {
			name  string
			names []string
		}{{"popular", r.Popular}, {"known", r.Known}, {"fake", r.Fake}} {
			for i, name := range list.names {
				if other, ok := taken[name]; ok {
					c.report(where.index(list.name, i), "package %q is listed twice, it is also in %s: drop one", name, other)
				}
				taken[name] = list.name
			}
		}
	}
}
