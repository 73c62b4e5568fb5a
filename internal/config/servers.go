package config

import (
	"slices"

	"github.com/ravenclaude/thing/internal/server"
)

// ServerList is a list of MCP servers that one file allows to change something.
type ServerList struct {
	Place
	Names []string // folded
	Own   bool     // the user's own, or one that a person trusts
}

func (l *ServerList) has(name string) bool { return slices.Contains(l.Names, server.Fold(name)) }

// Unlisted reports whether a list lacks a server, and which. All lists count:
// that of a project can only take away from the user's.
func (p *Posture) Unlisted(name string) (Place, bool) {
	for i := range p.Servers {
		if !p.Servers[i].has(name) {
			return p.Servers[i].Place, true
		}
	}
	return Place{}, false
}

// Vouched reports whether a list that a person stands for has a server, and no
// other list lacks it.
func (p *Posture) Vouched(name string) bool {
	_, lacks := p.Unlisted(name)
	return !lacks && slices.ContainsFunc(p.Servers, func(l ServerList) bool { return l.Own })
}

// servers adds a list, or replaces all that are weaker by it. It reports
// whether it makes a difference.
func (l *loader) servers(g given, own bool) bool {
	list := ServerList{Place: g.at, Names: g.list, Own: own}
	switch {
	case own && len(g.list) == 0:
		l.p.Servers = nil
	case own:
		l.p.Servers = []ServerList{list}
	case len(g.list) == 0:
		return len(l.p.Servers) == 0
	default:
		l.p.Servers = append(l.p.Servers, list)
	}
	return true
}
