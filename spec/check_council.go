package spec

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/fill"
)

// maxFlavor is how many lines a flavor may have: it is a lens, no prompt.
const maxFlavor = 60

// checkCouncil reports names that refer to nothing, templates whose variables
// are not those that are declared, and roles that would see what they must not.
func (c *checker) checkCouncil() {
	x := c.Council
	if x == nil {
		return
	}
	names := func(n int, name func(int) string) []string {
		var list []string
		for i := range n {
			list = append(list, name(i))
		}
		return list
	}
	presets := names(len(x.Presets), func(i int) string { return x.Presets[i].Name })
	prompts := names(len(x.Prompts), func(i int) string { return x.Prompts[i].Name })
	verdicts := names(len(x.Verdicts), func(i int) string { return x.Verdicts[i].ID })
	severities := names(len(x.Severities), func(i int) string { return x.Severities[i].ID })
	here := at{"council"}
	for i, s := range x.Scopes {
		where := here.index("scopes", i)
		c.known(where.field("preset"), "preset", presets, s.Preset)
		c.optional(where.field("prompt"), "prompt", prompts, s.Prompt)
		if !s.Isolate && s.Prompt == "" {
			c.report(where, "nothing extracts claims from it: name a prompt")
		}
	}
	for i, p := range x.Presets {
		c.checkPreset(here.index("presets", i), p)
	}
	for i, l := range x.Labels {
		c.known(here.index("labels", i).field("after"), "severity", severities, l.After)
	}
	for i, t := range x.Feedback.Thresholds {
		c.known(here.index("feedback", i).field("verdict"), "verdict", verdicts, t.Verdict)
	}
	c.checkStrikes(here.field("strikes"))
	c.checkTemplates()
}

func (c *checker) checkPreset(where at, p charter.Preset) {
	var names []string
	for _, f := range c.Council.Flavors {
		names = append(names, f.Name)
	}
	c.known(where.field("flavors"), "flavor", names, p.Flavors...)
	c.optional(where.field("prosecutor"), "flavor", names, p.Prosecutor)
	c.optional(where.field("advocate"), "flavor", names, p.Advocate)
	for _, name := range p.Flavors {
		if f := c.Council.Flavor(name); f != nil && (len(f.Tools) == 0 || f.Shape != "any" && f.Shape != p.Shape) {
			c.report(where.field("flavors"), "flavor %q has no tools, or is for another shape: an investigator looks for itself", name)
		}
	}
	if len(p.Flavors) < c.Council.MinFlavors {
		c.report(where.field("flavors"), "there are %d flavors: a claim needs %d", len(p.Flavors), c.Council.MinFlavors)
	}
	if verdicts := p.Shape == charter.Verdicts; verdicts != (p.Prosecutor != "") || verdicts != (p.Advocate != "") {
		c.report(where, "a run of verdicts has a prosecutor and an advocate, one of findings has neither: mend one")
	}
	if p.Shape == charter.Findings && p.Feedback {
		c.report(where.field("feedback_memory_enabled"), "a fault in code is no fabrication: nothing is remembered of findings")
	}
	for role, name := range map[string]string{"prosecutor": p.Prosecutor, "advocate": p.Advocate} {
		if f := c.Council.Flavor(name); f != nil && f.Role != role {
			c.report(where.field(role), "flavor %q is for a %s: choose another", name, f.Role)
		}
	}
}

// checkStrikes wants the reasons that the code looks for, in its order.
func (c *checker) checkStrikes(where at) {
	var have []string
	for _, s := range c.Council.Strikes {
		have = append(have, s.Code)
	}
	for i, code := range have {
		c.known(at{"council"}.index("strikes", i).field("code"), "strike code", charter.Codes, code)
	}
	if !slices.Equal(have, charter.Codes) {
		c.report(where, "the reasons are not those that are looked for, in that order: write %s", strings.Join(charter.Codes, ", "))
	}
}

func (c *checker) checkTemplates() {
	x := c.Council
	for i, p := range x.Prompts {
		where := at{"council"}.index("prompts", i)
		for _, kind := range p.May {
			if kind == "outcome" || kind == "brief" && p.Name != "judge" {
				c.report(where.field("may"), "prompt %q would show what other roles have said: only the judge sees briefs, and no role an outcome", p.Name)
			}
		}
		c.checkTemplate(where, p.Name, p.Text, p.Variables, p.May)
	}
	for i, r := range x.Reports {
		c.checkTemplate(at{"council"}.index("reports", i), r.Shape, r.Text, r.Variables, []string{"outcome"})
	}
	for i, f := range x.Flavors {
		where := at{"council"}.index("flavors", i)
		if n := strings.Count(f.Text, "\n"); n >= maxFlavor {
			c.report(where, "flavor %q has %d lines: it may have %d", f.Name, n, maxFlavor)
		}
		if used, err := fill.Names(f.Text); err != nil || len(used) > 0 {
			c.report(where, "flavor %q has variables, which nothing fills in: take them out", f.Name)
		}
	}
}

// checkTemplate wants a text to use exactly the variables that are declared for
// it, and only such that hold what may be seen there.
func (c *checker) checkTemplate(where at, name, text string, declared, may []string) {
	used, err := fill.Names(text)
	if err != nil {
		c.report(where, "template %q: %v", name, err)
		return
	}
	var known []string
	for _, v := range c.Council.Variables {
		known = append(known, v.Name)
	}
	for _, v := range slices.Concat(used, declared) {
		d := c.Council.Variable(v)
		switch {
		case d == nil:
			c.report(where, "template %q: %s", name, unknown("variable", v, known))
		case !slices.Contains(may, d.Holds):
			c.report(where, "template %q would show {{%s}}, which holds %s: it may show %s", name, v, d.Holds, strings.Join(may, ", "))
		case !slices.Contains(declared, v):
			c.report(where, "template %q uses {{%s}}, which is not among its variables: declare it", name, v)
		case !slices.Contains(used, v):
			c.report(where, "template %q declares %q and does not use it: drop it", name, v)
		}
	}
}
