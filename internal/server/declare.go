package server

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// declaration is what one file says about a server.
type declaration struct {
	name    string // folded
	project bool   // the file arrives with the project
	command string
	args    []string
	env     []string // names of the variables that it is started with
	url     string
}

// same reports whether two declarations start the same thing.
func (d declaration) same(e declaration) bool {
	return d.command == e.command && d.url == e.url && strings.Join(d.args, "\x00") == strings.Join(e.args, "\x00") && strings.Join(d.env, "\x00") == strings.Join(e.env, "\x00")
}

// maxFile bounds a file of declarations in bytes. Clients keep much else there.
const maxFile = 8 << 20

// declared reads the host's files. known is false if one of them is there but
// cannot be read.
func declared(h *catalog.Host, w world.World, dir, project string) (list []declaration, known bool) {
	known = true
	read := map[string][]byte{}
	for i := range h.Servers {
		f := &h.Servers[i]
		for _, base := range bases(f, w, dir, project) {
			path := filepath.Join(base, filepath.FromSlash(f.Path))
			src, ok := read[path]
			if !ok {
				if _, err := w.Lstat(path); err == nil {
					if src, err = w.ReadFile(path, maxFile); err != nil {
						known = false
					}
				}
				read[path] = src
			}
			if src == nil {
				continue
			}
			found, ok := declarations(f, src, dir)
			known = known && ok
			list = append(list, found...)
		}
	}
	return list, known
}

// bases are the directories that a file may lie in: the home directory, or the
// working directory and those above it up to the project.
func bases(f *catalog.ServerFile, w world.World, dir, project string) []string {
	if f.Home {
		if home := w.Home(); home != "" {
			return []string{home}
		}
		return nil
	}
	list := []string{dir}
	for d := dir; d != project && within(d, project); {
		d = filepath.Dir(d)
		list = append(list, d)
	}
	return list
}

func within(dir, base string) bool {
	if base == "" {
		return false
	}
	rel, err := filepath.Rel(base, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func declarations(f *catalog.ServerFile, src []byte, dir string) (list []declaration, ok bool) {
	if f.TOML {
		return tomlTables(f, src), true
	}
	return objects(f, src, f.Keys, dir)
}

// objects reads the declarations below some keys of a JSON object.
func objects(f *catalog.ServerFile, src []byte, keys []string, dir string) (list []declaration, ok bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal(src, &m) != nil {
		return nil, false
	}
	if len(keys) > 0 {
		ok = true
		for key, value := range m {
			if key == keys[0] || keys[0] == "<dir>" && within(dir, filepath.Clean(key)) {
				more, fine := objects(f, value, keys[1:], dir)
				list = append(list, more...)
				ok = ok && fine
			}
		}
		return list, ok
	}
	for name, value := range m {
		var d struct {
			Command string            `json:"command"`
			Args    []string          `json:"args"`
			Env     map[string]string `json:"env"`
			URL     string            `json:"url"`
			HTTPURL string            `json:"httpUrl"`
		}
		fine := json.Unmarshal(value, &d) == nil
		x := declaration{name: Fold(name), project: f.Project, command: d.Command, args: d.Args, url: d.URL}
		if x.url == "" {
			x.url = d.HTTPURL
		}
		if !fine {
			x = declaration{name: x.name, project: f.Project, command: string(value)}
		}
		x.env = sorted(d.Env)
		list = append(list, x)
	}
	return list, true
}
