package spec

import (
	"maps"
	"slices"
)

// checkArguments refuses names that would mean two things.
func (c *checker) checkArguments() {
	c.distinct(at{"argument", "keys"}, "argument", c.Argument.Keys)
	names := map[string][]string{}
	for i, l := range c.Argument.Languages {
		if l.SQL && l.Command != "" {
			c.report(at{"argument"}.index("languages", i), "SQL has no command that runs it here: drop one")
		}
		names[l.Names[0]] = l.Names
	}
	c.distinct(at{"argument", "languages"}, "language", names)
	v := c.Argument.Verbs
	c.distinct(at{"argument", "verbs"}, "word", map[string][]string{"read": v.Read, "write": v.Write, "noun": v.Noun})
	c.distinct(at{"argument", "verbs", "effects"}, "word", v.Effects)
}

// distinct reports each name that stands in two lists.
func (c *checker) distinct(where at, what string, lists map[string][]string) {
	first := map[string]string{}
	for _, list := range slices.Sorted(maps.Keys(lists)) {
		for i, name := range lists[list] {
			if other, ok := first[name]; ok {
				c.report(where.index(list, i), "%s %q is listed twice, it is also in %s: drop one", what, name, other)
			}
			first[name] = list
		}
	}
}

func (c *checker) checkServers() {
	if len(c.Servers.Known) == 0 {
		return
	}
	c.known(at{"servers", "unlisted"}, "concern", c.concerns(), c.Servers.Unlisted)
	first := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(c.Servers.Known)) {
		for _, n := range append([]string{name}, c.Servers.Known[name].Aliases...) {
			if other, ok := first[n]; ok {
				c.report(at{"servers", "known", name}, "name %q is taken by %s: drop one", n, other)
			}
			first[n] = name
		}
	}
	for _, h := range c.Hosts {
		for i, f := range h.Servers {
			if (f.Home == "") == (f.Project == "") {
				c.report(at{"host", h.ID}.index("servers", i), "the file lies in one place: write home or project")
			}
		}
	}
}

func (c *checker) concerns() []string {
	ids := make([]string, 0, len(c.Concerns))
	for _, x := range c.Concerns {
		ids = append(ids, x.ID)
	}
	return ids
}

// checkServer refuses a trigger that would hold for every call of a server, and
// names that no server and no tool can have.
func (c *checker) checkServer(where at, t *ServerMatch) {
	if len(t.Any)+len(t.All)+len(t.None)+len(t.Name)+len(t.Origin) == 0 && t.Access == "" && !t.Shared && !t.Shadow && !t.Missing && !t.Bare && t.Code == nil {
		c.report(where, "asks for nothing: say which calls are meant")
	}
	if t.Code != nil {
		c.checkText(where.field("code"), t.Code)
	}
	for _, word := range slices.Concat(t.Any, t.All) {
		if slices.Contains(t.None, word) {
			c.report(where.field("none"), "word %q is asked for too: drop one", word)
		}
	}
}
