package spec

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// checkSettings reports a key whose parts do not fit each other, and a role that
// no key has.
func (c *checker) checkSettings() {
	if len(c.Settings) == 0 {
		return
	}
	roles := map[string]bool{}
	for _, x := range c.Settings {
		where := at{"setting", x.Name}
		roles[x.Role] = true
		list := slices.Contains([]string{"seats", "rules", "servers", "hosts", "names", "arguments"}, x.Kind)
		if len(x.In) == 0 {
			c.report(where, "it stands in no file: name a place in in")
		}
		if !list && len(x.Default) > 1 {
			c.report(where.field("default"), "a %s has one value, not %d", x.Kind, len(x.Default))
		}
		if x.Own && x.Tighten != "never" {
			c.report(where.field("own"), "what counts in the user's own files alone cannot tighten from others")
		}
		if x.Kind == "choice" {
			c.known(where.field("default"), "value", x.Values, x.Default...)
		} else if len(x.Values) > 0 {
			c.report(where.field("values"), "a %s has no values of its own: only a choice has", x.Kind)
		}
		if lists := x.Tighten == "more" || x.Tighten == "fewer"; lists && !list || !lists && list && x.Tighten != "never" {
			c.report(where.field("tighten"), "%s does not order the values of a %s", x.Tighten, x.Kind)
		}
		for _, part := range x.Path {
			if strings.ContainsAny(part, "<>") {
				c.known(where, "id", []string{catalog.AnyCategory, catalog.AnySeat, catalog.AnyTier}, part)
			}
		}
	}
	for _, role := range catalog.SettingRoles {
		if !roles[role] {
			c.report(at{"setting"}, "no key has the role %s: give one to it", role)
		}
	}
}
