package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/server"
	"github.com/ravenclaude/thing/internal/world"
	"github.com/ravenclaude/thing/internal/yaml"
)

// Keys of the list of MCP servers that may change something.
const (
	keyMCP     = "mcp"
	keyServers = "allowed_servers"
)

// ServerList is a list of MCP servers that one file allows to change something.
type ServerList struct {
	Place
	Names []string // folded
	User  bool     // the user's own file, not one that arrives with a project
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

// Vouched reports whether the user has listed a server, and no other list
// lacks it.
func (p *Posture) Vouched(name string) bool {
	_, lacks := p.Unlisted(name)
	return !lacks && slices.ContainsFunc(p.Servers, func(l ServerList) bool { return l.User })
}

// servers reads a list of servers.
func (r *reader) servers(n *yaml.Node, what string) {
	if n.Null {
		r.stated = true
		return
	}
	if n.Kind != yaml.Mapping {
		r.later(n.Line, "%s is %s: write a mapping", what, describe(n))
		return
	}
	for _, e := range n.Pairs {
		key := strings.ToLower(strings.TrimSpace(e.Key))
		if key != keyServers {
			if near.Name(key, []string{keyServers}) != "" {
				r.later(e.Line, "key %q of %s is not known; did you mean %s?", e.Key, what, keyServers)
			} else {
				r.p.warn(r.file, e.Line, fmt.Sprintf("key %q of %s is not known; it has %s", e.Key, what, keyServers))
			}
			continue
		}
		r.stated = true
		r.serverNames(e.Line, e.Value, what+"."+keyServers)
	}
}

func (r *reader) serverNames(line int, n *yaml.Node, what string) {
	if n.Null {
		return
	}
	if n.Kind != yaml.Sequence {
		r.later(n.Line, "%s is %s: write a list of names", what, describe(n))
		return
	}
	l := ServerList{Place: Place{r.file, line}, User: r.p.user(r.file)}
	for _, e := range n.Items {
		name := ""
		if e.Kind == yaml.Scalar && !e.Null {
			name = server.Fold(e.Text)
		}
		if name == "" {
			r.later(e.Line, "an entry of %s is %s: write the name of a server, the middle part of mcp__NAME__tool", what, describe(e))
			continue
		}
		l.Names = append(l.Names, name)
	}
	if len(n.Items) > 0 {
		r.p.Servers = append(r.p.Servers, l)
	}
}

// later is a problem that only counts once something is reviewed.
func (r *reader) later(line int, format string, args ...any) {
	r.p.later = append(r.p.later, Problem{Place{r.file, line}, fmt.Sprintf(format, args...)})
}

// user reports whether a file is the user's own.
func (p *Posture) user(file string) bool {
	return p.own || p.home != "" && filepath.Dir(filepath.Dir(file)) == p.home
}

// more reads the files that only matter once something is reviewed. A posture
// file that states a list replaces those of its directory.
func (p *Posture) more(t *catalog.Tables, w world.World) {
	if !p.Any {
		return
	}
	for _, dir := range p.dirs {
		for _, name := range t.Posture.More {
			file := filepath.Join(dir, name)
			src, err := readFile(w, file)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			p.Files = append(p.Files, file)
			if err != nil {
				p.problem(file, 0, "the file cannot be read ("+cause(err)+"): make it a readable regular file")
				continue
			}
			p.add(file, src)
			p.settings(t, file, src, slices.Contains(p.stated, dir))
		}
	}
	p.Problems = append(p.Problems, p.later...)
}

// settings reads a file that says how to review.
func (p *Posture) settings(t *catalog.Tables, file string, src []byte, stated bool) {
	doc, err := yaml.Parse(src)
	if err != nil {
		line := 0
		if e, ok := errors.AsType[*yaml.Error](err); ok {
			line = e.Line
		}
		p.problem(file, line, err.Error())
		return
	}
	r := reader{t: t, p: p, file: file}
	for _, e := range r.entries(doc, "the file") {
		if strings.EqualFold(e.Key, keyMCP) && !stated {
			r.servers(e.Value, strconv.Quote(keyMCP))
		}
	}
}
