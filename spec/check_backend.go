package spec

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

var (
	placeholder = regexp.MustCompile(`\{[a-z]+\}`)
	inDirectory = regexp.MustCompile(`\{dir\}/([a-z.-]+)`)
)

// checkBackends reports a template that names what it is not given, and an
// argument that names a file which is not there.
func (c *checker) checkBackends() {
	question := []string{"{system}", "{user}", "{schema}"}
	outside := []string{"{schema}", "{model}", "{dir}"}
	for _, b := range c.Backends {
		where := at{"backend", b.ID}
		c.template(where.field("stdin"), question, b.Stdin)
		for _, name := range slices.Sorted(maps.Keys(b.Files)) {
			c.template(where.field("files", name), question, b.Files[name])
		}
		for _, name := range slices.Sorted(maps.Keys(b.Environment)) {
			c.template(where.field("environment", name), outside, b.Environment[name])
		}
		for _, list := range []struct {
			name string
			args []string
		}{{"args", b.Args}, {"model_args", b.ModelArgs}} {
			for _, a := range list.args {
				c.template(where.field(list.name), outside, a)
				if m := inDirectory.FindStringSubmatch(a); m != nil && b.Files[m[1]] == "" {
					c.report(where.field(list.name), "argument %q names a file that is not there: add it to files", a)
				}
			}
		}
		if len(b.ModelArgs) > 0 && !strings.Contains(strings.Join(b.ModelArgs, " "), "{model}") {
			c.report(where.field("model_args"), "no argument holds {model}: add one")
		}
	}
	system := append(outside, "{home}", "{path}", "{mark}")
	for _, family := range []struct {
		name string
		vars map[string]string
	}{{"unix", c.Transport.Environment.Unix}, {"windows", c.Transport.Environment.Windows}} {
		for _, name := range slices.Sorted(maps.Keys(family.vars)) {
			c.template(at{"transport", "environment", family.name, name}, system, family.vars[name])
		}
	}
}

// template reports what a template asks for in vain.
func (c *checker) template(where at, known []string, text string) {
	for _, p := range placeholder.FindAllString(text, -1) {
		c.known(where, "placeholder", known, p)
	}
}
