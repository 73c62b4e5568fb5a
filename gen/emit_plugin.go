package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// emitPlugin renders the installable plugin: manifest, hook registration, and
// the documents that spec/skill holds templates of. A spec without a plugin has none.
func emitPlugin(s *spec.Spec, t *catalog.Tables) (map[string][]byte, error) {
	if s.Plugin.Name == "" {
		return nil, nil
	}
	files := map[string][]byte{}
	var err error
	if files["plugin/.claude-plugin/plugin.json"], err = manifest(s.Plugin); err != nil {
		return nil, err
	}
	if files["plugin/hooks/hooks.json"], err = registration(s); err != nil {
		return nil, err
	}
	docs, err := documents(s, t)
	maps.Copy(files, docs)
	return files, err
}

// manifest has no mark: the client warns of manifest keys that it does not
// know, and shows the description to people.
func manifest(p spec.Plugin) ([]byte, error) {
	type person struct {
		Name string `json:"name"`
	}
	return marshal(struct {
		Name        string   `json:"name"`
		Version     string   `json:"version"`
		Description string   `json:"description"`
		Author      person   `json:"author"`
		Keywords    []string `json:"keywords"`
	}{p.Name, p.Version, p.Description, person{p.Author}, p.Keywords})
}

// registration is the plugin's hooks.json: the hooks of the spec by event.
func registration(s *spec.Spec) ([]byte, error) {
	type handler struct {
		Type          string   `json:"type"`
		Command       string   `json:"command"`
		Args          []string `json:"args"`
		Timeout       int      `json:"timeout"`
		OnFailure     string   `json:"onFailure"`
		StatusMessage string   `json:"statusMessage"`
	}
	type entry struct {
		Matcher string    `json:"matcher"`
		Hooks   []handler `json:"hooks"`
	}
	events := map[string][]entry{}
	for _, h := range s.Hooks {
		events[h.Event] = append(events[h.Event], entry{h.Matcher, []handler{
			{"command", h.Command, h.Args, h.Timeout, h.OnFailure, h.StatusMessage},
		}})
	}
	return marshal(struct {
		Description string             `json:"description"`
		Hooks       map[string][]entry `json:"hooks"`
	}{mark, events})
}

// documents renders the templates of spec/skill. One that defines a
// description becomes a skill, any other a page of knowledge.
func documents(s *spec.Spec, t *catalog.Tables) (map[string][]byte, error) {
	files := map[string][]byte{}
	names, err := fs.Glob(s.FS(), "skill/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		source, err := fs.ReadFile(s.FS(), name)
		if err != nil {
			return nil, err
		}
		tmpl, err := template.New(path.Join("spec", name)).Option("missingkey=error").Funcs(template.FuncMap{
			"concernsOf": func(category string) []catalog.Concern { return concernsOf(t, category) },
		}).Parse(string(source))
		if err != nil {
			return nil, err
		}
		var body bytes.Buffer
		if err := tmpl.Execute(&body, t); err != nil {
			return nil, err
		}
		if err := knownConcerns(s, path.Join("spec", name), source); err != nil {
			return nil, err
		}
		text := "<!-- " + mark + " -->\n\n" + strings.TrimSpace(body.String()) + "\n"
		title := strings.TrimSuffix(path.Base(name), ".md")
		if tmpl.Lookup("description") == nil {
			files["plugin/knowledge/"+title+".md"] = []byte(text)
			continue
		}
		var description bytes.Buffer
		if err := tmpl.ExecuteTemplate(&description, "description", t); err != nil {
			return nil, err
		}
		// A JSON string is also a YAML string.
		quoted, err := json.Marshal(strings.Join(strings.Fields(description.String()), " "))
		if err != nil {
			return nil, err
		}
		files["plugin/skills/"+title+"/SKILL.md"] = fmt.Appendf(nil, "---\nname: %s\ndescription: %s\n---\n\n%s", title, quoted, text)
	}
	return files, nil
}

// concernsOf lists the concerns of one category, the most severe first, then by id.
func concernsOf(t *catalog.Tables, category string) []catalog.Concern {
	var list []catalog.Concern
	for _, c := range t.Concerns {
		if c.Category == category {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b catalog.Concern) int { return cmp.Compare(b.Severity, a.Severity) })
	return list
}

// knownConcerns refuses a document that mentions a concern that does not exist.
func knownConcerns(s *spec.Spec, file string, source []byte) error {
	var ps spec.Problems
	for i, line := range strings.Split(string(source), "\n") {
		for _, id := range s.References(line) {
			if text := s.UnknownConcern(id); text != "" {
				ps = append(ps, spec.Problem{File: file, Line: i + 1, Text: text})
			}
		}
	}
	return ps.Err()
}
