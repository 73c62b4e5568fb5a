package review

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
)

// denied is the index of the first rule that a part of the call matches, or -1.
func (d *decider) denied() int {
	if len(d.p.Rules) == 0 {
		return -1
	}
	var commands []string
	for i := range d.in.Facts.Invocations {
		commands = append(commands, command(&d.in.Facts.Invocations[i]))
	}
	return slices.IndexFunc(d.p.Rules, func(r config.Rule) bool { return d.meets(&r, commands) })
}

// meets reports whether a part of the call is what a rule speaks of. Rules for
// tools that read or edit files hold for whatever else does the same: a program
// in a command, and the tool of a server.
func (d *decider) meets(r *config.Rule, commands []string) bool {
	if name, ok := r.Server(); ok {
		return d.c.Entry != nil && d.c.Entry.Shape == catalog.ShapeMCP && d.serves(name)
	}
	entry := d.tool(r.Tool)
	switch {
	case entry == nil:
		return r.Path == "" && strings.EqualFold(d.c.Tool, r.Tool)
	case entry.Shape == catalog.ShapeShell:
		if r.Path == "" {
			return d.c.Entry != nil && d.c.Entry.Shape == catalog.ShapeShell
		}
		return len(commands) > 0 && r.Match(commands)
	case r.Path == "":
		return strings.EqualFold(d.c.Tool, r.Tool) || entry.General && d.c.Entry != nil && d.c.Entry.Shape == entry.Shape
	case entry.Shape == catalog.ShapeRead:
		return d.touches(r, entry, catalog.Read|catalog.List|catalog.Run)
	case entry.Shape == catalog.ShapeEdit:
		return d.touches(r, entry, catalog.Mutating)
	case entry.Shape == catalog.ShapeFetch:
		return slices.ContainsFunc(d.in.Facts.URLs, func(u fact.URL) bool { return r.MatchHost(u.Host) })
	}
	return false
}

// tool is the entry of the tool that a rule names, in the table of the call's
// host.
func (d *decider) tool(name string) *catalog.Tool {
	for i := range d.t.Hosts {
		if d.t.Hosts[i].ID != d.c.Host {
			continue
		}
		for j := range d.t.Hosts[i].Tools {
			if tool := &d.t.Hosts[i].Tools[j]; strings.EqualFold(tool.Name, name) {
				return tool
			}
		}
	}
	return nil
}

// serves reports whether the call goes to a server, or to one tool of it, that
// a rule names: SERVER, SERVER__TOOL, with * for any rest.
func (d *decider) serves(name string) bool {
	s := d.in.Facts.Server
	for _, full := range []string{s.Name + "__" + s.Verb, strings.TrimPrefix(strings.ToLower(d.c.Tool), config.ServerPrefix)} {
		server, _, _ := strings.Cut(full, "__")
		if config.FitsServer(name, full) || config.FitsServer(name, server) || config.FitsServer(name, s.Name) {
			return true
		}
	}
	return false
}

// touches reports whether a path with one of some effects is what a rule for
// paths speaks of. A rule for one tool among several of its kind holds for that
// tool and for what no table of tools describes.
func (d *decider) touches(r *config.Rule, entry *catalog.Tool, effect catalog.Effect) bool {
	if own := d.c.Entry; own != nil && own.Shape == entry.Shape && own != entry && !entry.General {
		return false
	}
	base := filepath.ToSlash(filepath.Dir(filepath.Dir(r.File)))
	home := filepath.ToSlash(d.home)
	return slices.ContainsFunc(d.in.Facts.Touches, func(t fact.Touch) bool {
		if t.Effect&effect == 0 || t.Path == "" || t.Class&d.t.Fallback.Sink != 0 {
			return false
		}
		if r.MatchPath(t.Path, base, home) {
			return true
		}
		real, ok := d.in.places.Real(t.Path)
		return ok && real != t.Path && r.MatchPath(real, base, home)
	})
}
