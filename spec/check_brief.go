package spec

import (
	"regexp"
	"slices"
)

// fillName is a place in a brief where something is filled in.
var fillName = regexp.MustCompile(`\{([a-z]+(?:_[a-z]+)*)\}`)

// briefs checks that each brief has the places that it declares, and no others:
// what is misspelt would reach a model as it stands.
func (c *checker) checkBriefs() {
	for _, b := range c.Briefs {
		where := at{"brief", b.ID}
		var found []string
		for _, m := range fillName.FindAllStringSubmatch(b.Text, -1) {
			found = append(found, m[1])
			c.known(where.field("text"), "fill", b.Fills, m[1])
		}
		for _, name := range b.Fills {
			if !slices.Contains(found, name) {
				c.report(where.field("fills"), "%q is declared, but the text has no {%s}", name, name)
			}
		}
		if b.Data != "" {
			c.known(where.field("data"), "fill", b.Fills, b.Data)
		}
	}
}
