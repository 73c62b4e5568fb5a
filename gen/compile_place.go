package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func (c *compiler) path(x *spec.Path) catalog.PathRule {
	return catalog.PathRule{
		Class:   c.class([]string{x.Class}),
		Home:    catalog.NewLines(x.Home...),
		Abs:     catalog.NewLines(x.Absolute...),
		Project: catalog.NewLines(x.Project...),
		Base:    catalog.NewLines(x.Base...),
		Segment: catalog.NewLines(x.Segment...),
		Except:  catalog.NewLines(x.Except...),
	}
}

var environmentEffects = []string{"code", "prompt", "search", "load", "config", "options"}

func environment(list []spec.Environment) []catalog.Environment {
	var out []catalog.Environment
	for _, x := range list {
		for _, name := range x.Names {
			e := catalog.Environment{Name: name, Effect: pick[catalog.EnvironmentEffect](environmentEffects, x.Effect), More: x.More, Slash: x.Slash}
			if x.Program != "" {
				e.Program = append([]string{x.Program}, strings.Fields(x.Sub)...)
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b catalog.Environment) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
