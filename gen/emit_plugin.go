package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// emitPlugin renders the installable plugin: manifest, hook registration, and
// what spec/skill and spec/command hold templates of. A spec without a plugin has none.
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
	for _, emit := range []func(*spec.Spec, *catalog.Tables) (map[string][]byte, error){documents, commands} {
		docs, err := emit(s, t)
		if err != nil {
			return nil, err
		}
		maps.Copy(files, docs)
	}
	return files, nil
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
		OnFailure     string   `json:"onFailure,omitempty"`
		StatusMessage string   `json:"statusMessage"`
	}
	type entry struct {
		Matcher string    `json:"matcher,omitempty"`
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
	list, err := pages(s, t, "skill/*.md")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, p := range list {
		description, err := p.plain("description")
		if err != nil {
			return nil, err
		}
		if description == "" {
			files["plugin/knowledge/"+p.title+".md"] = []byte(p.text)
			continue
		}
		files["plugin/skills/"+p.title+"/SKILL.md"] = fmt.Appendf(nil, "---\nname: %s\ndescription: %s\n---\n\n%s", p.title, yamlString(description), p.text)
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
