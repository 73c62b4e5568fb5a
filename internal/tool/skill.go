package tool

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/script"
	"github.com/ravenclaude/thing/internal/shell"
)

// skill looks at the commands that the text of a skill embeds. The client runs
// them when it reads the text, without asking any hook.
func (a *analyzer) skill(field, name string) {
	for _, file := range a.skillFiles(strings.TrimPrefix(name, "/")) {
		text, ok := a.load(file)
		if !ok {
			continue
		}
		for _, c := range script.Skill(text, a.c.Text) {
			at := fact.At{Field: field, File: a.name(file), Line: c.Line}
			span := fact.Span{End: len(name)}
			env := a.env
			env.Field = field
			found := shell.Analyze(c.Text, env)
			for i := range found.Texts {
				found.Texts[i].Moved = true
			}
			for i := range found.Invocations {
				found.Invocations[i].Outer = true
			}
			a.f.Join(found, func(in fact.At, _ fact.Span) (fact.At, fact.Span) {
				if in.File != "" {
					return fact.At{Field: field, File: in.File, Line: in.Line}, span
				}
				return at, span
			})
		}
		return
	}
}

// maxAbove bounds how far above the working directory skills are looked for.
const maxAbove = 32

// skillFiles lists where the text of a skill may lie, the first that counts
// first.
func (a *analyzer) skillFiles(name string) []string {
	skills := a.skills()
	if skills == nil || name == "" || strings.ContainsAny(name, `\`) || slices.Contains(strings.Split(name, "/"), "..") {
		return nil
	}
	// Directories that commands lie in are a part of their names.
	plain := strings.ReplaceAll(name, ":", "/")
	var out []string
	below := func(dir string, forms []string, name string) {
		for _, form := range forms {
			out = append(out, filepath.Join(dir, strings.ReplaceAll(form, "%", name)))
		}
	}
	dirs := []string{}
	root := a.env.Places.Project()
	for dir := a.env.Dir; len(dirs) < maxAbove; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if dir == root || dir == filepath.Dir(dir) || root == "" {
			break
		}
	}
	if home := a.env.World.Home(); home != "" {
		dirs = append(dirs, home)
	}
	for _, dir := range dirs {
		below(dir, skills.Files, plain)
	}
	if plugin, own, ok := strings.Cut(name, ":"); ok {
		for _, dir := range a.plugins(skills, plugin) {
			below(dir, skills.Plugin, strings.ReplaceAll(own, ":", "/"))
		}
	}
	return out
}

func (a *analyzer) skills() *catalog.Skills {
	for i := range a.env.Tables.Hosts {
		if h := &a.env.Tables.Hosts[i]; h.ID == a.c.Host {
			return h.Skills
		}
	}
	return nil
}

// plugins lists the directories of the installed plugins of a name.
func (a *analyzer) plugins(s *catalog.Skills, name string) []string {
	if s.Installed == "" || a.env.World.Home() == "" {
		return nil
	}
	text, ok := a.load(path.Join(filepath.ToSlash(a.env.World.Home()), s.Installed))
	if !ok {
		return nil
	}
	var list struct {
		Plugins map[string]json.RawMessage `json:"plugins"`
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil
	}
	type install struct {
		Path string `json:"installPath"`
	}
	var out []string
	for id, raw := range list.Plugins {
		if of, _, _ := strings.Cut(id, "@"); of != name {
			continue
		}
		var several []install
		if err := json.Unmarshal(raw, &several); err != nil {
			var one install
			if err := json.Unmarshal(raw, &one); err != nil {
				continue
			}
			several = []install{one} // as older clients write it
		}
		for _, x := range several {
			if filepath.IsAbs(x.Path) {
				out = append(out, x.Path)
			}
		}
	}
	slices.Sort(out)
	return out
}
