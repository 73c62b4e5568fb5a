package main

import (
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func category(x spec.Category) catalog.Category {
	return catalog.Category{
		ID:          x.ID,
		Title:       x.Title,
		Group:       x.Group,
		Base:        pick[catalog.Tier](tiers, x.Base),
		Read:        x.Read,
		Recommended: x.Recommended,
		Emissions:   x.Emissions,
	}
}

func route(x spec.Route) catalog.Route {
	r := catalog.Route{
		GateFloor: pick[catalog.Tier](tiers, x.GateFloor),
		Limits: catalog.Limits{
			CommandBytes: x.Limits.CommandBytes,
			Depth:        x.Limits.Depth,
			Words:        x.Limits.Words,
			Decoded:      x.Limits.Decoded,
			Recursion:    x.Limits.Recursion,
			Invocations:  x.Limits.Invocations,
			Touches:      x.Limits.Touches,
			FileBytes:    x.Limits.FileBytes,
			FilesBytes:   x.Limits.FilesBytes,
			Leaves:       x.Limits.Leaves,
			Nesting:      x.Limits.Nesting,
		},
		Timers:  catalog.Timers{Seat: x.Timers.Seat, Panel: x.Timers.Panel, Hook: x.Timers.Hook},
		Builtin: catalog.Certainty(x.Builtin),
	}
	for _, name := range tiers[1:] {
		rule := x.Tiers[name]
		r.Tiers = append(r.Tiers, catalog.TierRule{
			Tier:       pick[catalog.Tier](tiers, name),
			Seats:      rule.Seats,
			Mandatory:  rule.Mandatory,
			Confidence: rule.Confidence,
		})
	}
	for _, name := range severities[1:] {
		bump := x.Bumps[name]
		r.Bumps = append(r.Bumps, catalog.Bump{
			Severity: pick[catalog.Severity](severities, name),
			Steps:    bump.Steps,
			To:       pick[catalog.Tier](tiers, bump.To),
		})
	}
	return r
}

func posture(x spec.Posture) catalog.Posture {
	p := catalog.Posture{Dir: x.Dir, File: x.File, Local: x.Local, More: x.More, On: x.On, Off: x.Off, Branches: x.Branches, Hosts: x.Hosts, Floor: x.Floor}
	for _, name := range slices.Sorted(maps.Keys(x.Levels)) {
		p.Levels = append(p.Levels, name+"="+x.Levels[name])
	}
	return p
}
