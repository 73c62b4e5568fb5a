package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/world"
)

// Sources that a host names.
const (
	sourceProject = "project"
	sourcePlugin  = "plugin"
)

// Of returns the server that a call of an MCP tool goes to: as the host names
// it, else by the tool's name, which is mcp__SERVER__VERB. Who connected it, and
// whether its name can be taken for another's, stands in the host's own files;
// project is the root that the working directory belongs to.
func Of(t *catalog.Tables, w world.World, c call.Call, project string) *fact.Server {
	s := &fact.Server{Name: c.Server.Name, Source: c.Server.Source}
	name, verb := split(c.Tool, c.Server.Name)
	if s.Name == "" {
		s.Name = name
		if strings.HasPrefix(strings.ToLower(name), sourcePlugin+"_") {
			s.Source = sourcePlugin
		}
	}
	s.Verb, s.Words = verb, Words(verb)
	folded := Fold(s.Name)
	s.Folded = folded
	s.Writes = Writes(&t.Argument, s.Words, folded)
	s.Shared = shared(t, s.Name)
	x := identity{t: t, s: s, name: folded}
	if i := slices.IndexFunc(t.Hosts, func(h catalog.Host) bool { return h.ID == c.Host }); i >= 0 {
		var all []declaration
		all, x.known = declared(&t.Hosts[i], w, c.Dir, project)
		for _, d := range all {
			switch {
			case d.name != folded:
			case d.project:
				x.projects = append(x.projects, d)
			default:
				x.users = append(x.users, d)
			}
		}
	}
	x.settle()
	return s
}

// split divides mcp__SERVER__VERB. The server's name may hold the same sign, so
// that the one that the host gives counts.
func split(tool, server string) (name, verb string) {
	_, rest, ok := strings.Cut(tool, "__")
	if !ok {
		return "", tool
	}
	if server != "" {
		for i := 0; i < len(rest); i++ {
			if strings.HasPrefix(rest[i:], "__") && Fold(rest[:i]) == Fold(server) {
				return rest[:i], rest[i+2:]
			}
		}
	}
	name, verb, _ = strings.Cut(rest, "__")
	return name, verb
}

// identity is what the files say about the server of a call.
type identity struct {
	t        *catalog.Tables
	s        *fact.Server
	name     string
	users    []declaration
	projects []declaration
	known    bool // every file could be read
}

// settle says who connected the server, and whether it is the one that its
// name makes one expect.
func (x *identity) settle() {
	s := x.s
	switch {
	case s.Source == sourceProject, s.Source == "" && len(x.projects) > 0 && !x.agree():
		s.Origin = catalog.OriginProject
	case s.Source != "", len(x.users) > 0:
		s.Origin = catalog.OriginUser
	case len(x.projects) > 0:
		s.Origin = catalog.OriginProject
	default:
		s.Origin = catalog.OriginUnknown
	}
	if s.Origin != catalog.OriginProject {
		return
	}
	s.Missing = len(x.projects) == 0 && x.known
	if len(x.projects) == 0 || x.agree() {
		return
	}
	k, exact := known(x.t, x.name)
	if k != nil && exact && !slices.ContainsFunc(x.projects, func(d declaration) bool { return !vouched(x.t, k, d) }) {
		return
	}
	switch {
	case len(x.users) > 0:
		s.Shadow = fmt.Sprintf("the project gives the name of the user's server %q to another one", s.Name)
	case k != nil && exact:
		s.Shadow = fmt.Sprintf("the project's server %q is not the one that is known by the name %s", s.Name, k.Name)
	case k != nil:
		s.Shadow = fmt.Sprintf("the name of the project's server %q is easily taken for %s", s.Name, k.Name)
	}
}

// agree reports whether the user's own settings declare the same server as
// every file of the project.
func (x *identity) agree() bool {
	return !slices.ContainsFunc(x.projects, func(d declaration) bool { return !slices.ContainsFunc(x.users, d.same) })
}

// shared reports whether a name, or one or two words in it, is that of a service
// that other people see.
func shared(t *catalog.Tables, name string) bool {
	is := func(name string) bool {
		return slices.ContainsFunc(t.Servers.Known, func(k catalog.KnownServer) bool {
			return k.Shared && (k.Name == name || slices.Contains(k.Aliases, name))
		})
	}
	words := Words(name)
	for i, w := range words {
		if is(w) || i > 0 && is(words[i-1]+w) {
			return true
		}
	}
	return false
}
