package install

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Scopes beside those that are installed for.
const (
	Managed = "managed" // the settings that an administrator writes
	Nested  = "nested"  // those of a directory within the project, for sessions that begin there
)

// Place is a settings file.
type Place struct {
	Scope, File string
	Own         bool // it is the user's or an administrator's, and so no project brought it
}

// Places lists the settings files that count in a project, the weakest first.
// Between the project and the directory dir below it, those of every directory
// may. The managed file is named by its path.
func Places(c *catalog.Client, home, project, dir, managed string) []Place {
	var list []Place
	for _, s := range c.Settings {
		switch {
		case s.Home != "" && home != "":
			list = append(list, Place{s.Scope, filepath.Join(home, filepath.FromSlash(s.Home)), true})
		case s.Project != "" && project != "" && project != home:
			list = append(list, Place{s.Scope, filepath.Join(project, filepath.FromSlash(s.Project)), false})
		}
	}
	if rel, err := filepath.Rel(project, dir); err == nil && project != "" && filepath.IsLocal(rel) && rel != "." {
		at := project
		for _, name := range strings.Split(rel, string(filepath.Separator)) {
			at = filepath.Join(at, name)
			for _, s := range c.Settings {
				if s.Project != "" && at != home {
					list = append(list, Place{Nested, filepath.Join(at, filepath.FromSlash(s.Project)), false})
				}
			}
		}
	}
	return append(list, Place{Managed, filepath.FromSlash(managed), true})
}

// State is what one settings file says.
type State struct {
	Place
	*Document       // nil if there is no file, or it cannot be read
	Err       error // why it cannot be read
}

// Plugin is our plugin, as the host has it.
type Plugin struct {
	ID   string // NAME@MARKETPLACE
	Root string // its directory, "" if that is not known
	On   bool   // no settings switch it off
	User bool   // installed for all of the user's projects
	State
}

// Registered lists the registrations that can be read.
func (s State) Registered() []Handler {
	if s.Document == nil {
		return nil
	}
	return s.Handlers
}

// ReadFile returns the content of a file that may be a link to one.
type ReadFile func(path string) ([]byte, error)

// Survey reads all settings files, and what is known of our plugin.
func Survey(c *catalog.Client, places []Place, home string, read ReadFile) ([]State, []Plugin) {
	var states []State
	on := map[string]bool{}
	for _, p := range places {
		s := State{Place: p}
		src, err := read(p.File)
		if err == nil {
			s.Document, err = Read(c, src)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			s.Err = err
		}
		if s.Document != nil {
			maps.Copy(on, s.Plugins) // the strongest file comes last
		}
		states = append(states, s)
	}
	return states, plugins(c, home, on, read)
}

// plugins lists what the host has installed under our name, and what settings
// switch on without that.
func plugins(c *catalog.Client, home string, on map[string]bool, read ReadFile) []Plugin {
	roots, users := map[string]string{}, map[string]bool{}
	for id, x := range on {
		if x {
			roots[id] = ""
		}
	}
	var all struct {
		Plugins map[string][]struct {
			Scope       string `json:"scope"`
			InstallPath string `json:"installPath"`
		} `json:"plugins"`
	}
	if src, err := read(filepath.Join(home, filepath.FromSlash(c.Installed))); err == nil && json.Unmarshal(src, &all) == nil {
		for id, list := range all.Plugins {
			if name, _, _ := strings.Cut(id, "@"); name == c.Plugin && len(list) > 0 {
				for _, x := range list {
					roots[id], users[id] = x.InstallPath, users[id] || x.Scope == "user"
				}
				if root := inPlace(c, home, id, read); root != "" {
					roots[id] = root
				}
			}
		}
	}
	var out []Plugin
	for _, id := range slices.Sorted(maps.Keys(roots)) {
		x, said := on[id]
		p := Plugin{ID: id, Root: roots[id], On: x || !said, User: users[id]}
		if p.Root != "" {
			p.State = State{Place: Place{Scope: "plugin", File: filepath.Join(p.Root, filepath.FromSlash(c.Registration))}}
			src, err := read(p.File)
			if err == nil {
				p.Document, err = Read(c, src)
			}
			p.Err = err
			if p.Document != nil {
				for i := range p.Handlers {
					p.Handlers[i].within(c, p.Root)
				}
			}
		}
		out = append(out, p)
	}
	return out
}

// inPlace is where a plugin lies whose marketplace is a directory, since it runs
// from there and not from the host's copy; "" for any other.
func inPlace(c *catalog.Client, home, id string, read ReadFile) string {
	name, market, _ := strings.Cut(id, "@")
	var known map[string]struct {
		Source          struct{ Source string }
		InstallLocation string
	}
	src, err := read(filepath.Join(home, filepath.FromSlash(c.Marketplaces)))
	if err != nil || json.Unmarshal(src, &known) != nil || known[market].Source.Source != "directory" {
		return ""
	}
	root := known[market].InstallLocation
	var list struct {
		Plugins []struct {
			Name   string
			Source string
		}
	}
	src, err = read(filepath.Join(root, filepath.FromSlash(c.Marketplace)))
	if err != nil || json.Unmarshal(src, &list) != nil {
		return ""
	}
	for _, p := range list.Plugins {
		if p.Name == name {
			return filepath.Join(root, filepath.FromSlash(p.Source))
		}
	}
	return ""
}

// within puts the plugin's directory where the registration names it.
func (h *Handler) within(c *catalog.Client, root string) {
	h.Command.Command = filepath.FromSlash(strings.ReplaceAll(h.Command.Command, c.Root, filepath.ToSlash(root)))
	for i, a := range h.Args {
		h.Args[i] = strings.ReplaceAll(a, c.Root, root)
	}
}

// Registration is a place that registers our hook.
type Registration struct {
	Where    string // the file, or the plugin
	Scope    string
	Own      bool // no project brought it
	Handlers []Handler
}

// Registrations lists the places that register our hook, and count.
func Registrations(states []State, plugins []Plugin) []Registration {
	var list []Registration
	for _, s := range states {
		if own := s.Registered(); len(own) > 0 {
			list = append(list, Registration{s.File, s.Scope, s.Own, own})
		}
	}
	for _, p := range plugins {
		if p.On && p.Root != "" { // what settings name alone runs nowhere
			list = append(list, Registration{p.ID, "plugin", true, p.Registered()})
		}
	}
	return list
}
