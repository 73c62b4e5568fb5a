package main

import (
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func (c *compiler) url(x *spec.URLMatch) *catalog.URLTrigger {
	return &catalog.URLTrigger{
		Class:      bits[catalog.HostClass](catalog.HostClasses, x.HostClass),
		Except:     bits[catalog.HostClass](catalog.HostClasses, x.NotClass),
		Hosts:      x.Host,
		NotHosts:   x.NotHost,
		Unlisted:   x.Unlisted,
		Schemes:    x.Scheme,
		Paths:      x.Path,
		Ports:      x.Port,
		NotPorts:   x.NotPort,
		Programs:   x.Program,
		Categories: x.Category,
		Flags:      flags(x.Flags),
		From:       bits[catalog.Roles](c.roles, x.From),
		Reads:      c.class(x.Reads),
		User:       x.User,
		Secret:     x.Secret,
		Shown:      x.Shown,
		Tool:       x.Tool,
		Guise:      x.Guise,
		Carries:    x.Carries,
	}
}

func (c *compiler) sends(x *spec.Sends) *catalog.Sends {
	if x == nil {
		return nil
	}
	return &catalog.Sends{Aside: catalog.AnyFlag(x.Aside...), Flags: flags(x.Flags), Operands: each(x.Operands, c.operand)}
}

func urlWords(x spec.URLWords) catalog.URLWords {
	return catalog.URLWords{At: pick[catalog.At](positions, x.At), Skip: x.Skip, Flag: x.Flag, If: flags(x.If), Bare: x.Bare}
}

func registry(x *spec.Registry) catalog.Registry {
	sorted := func(list []string) []string { return slices.Sorted(slices.Values(list)) }
	return catalog.Registry{Name: x.Name, Popular: sorted(x.Popular), Known: sorted(x.Known), Fake: sorted(x.Fake), Version: x.Version}
}
