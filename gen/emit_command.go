package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"text/template"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// page is a document of the plugin that is made from a template of the spec.
type page struct {
	title string // the file's name without its ending
	tmpl  *template.Template
	data  *catalog.Tables
	text  string // without front matter
}

// pages renders the templates of a directory of the spec.
func pages(s *spec.Spec, t *catalog.Tables, pattern string) ([]page, error) {
	names, err := fs.Glob(s.FS(), pattern)
	if err != nil {
		return nil, err
	}
	var list []page
	for _, name := range names {
		source, err := fs.ReadFile(s.FS(), name)
		if err != nil {
			return nil, err
		}
		tmpl, err := template.New(path.Join("spec", name)).Option("missingkey=error").Funcs(template.FuncMap{
			"concernsOf": func(category string) []catalog.Concern { return concernsOf(t, category) },
			"settings":   func(place string) []settingRow { return settingRows(s, place) },
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
		list = append(list, page{
			title: strings.TrimSuffix(path.Base(name), ".md"), tmpl: tmpl, data: t,
			text: "<!-- " + mark + " -->\n\n" + strings.TrimSpace(body.String()) + "\n",
		})
	}
	return list, nil
}

// line is one of the page's templates as a YAML string on a line, "" if it has
// no such template.
func (p *page) line(name string) (string, error) {
	if p.tmpl.Lookup(name) == nil {
		return "", nil
	}
	var b bytes.Buffer
	if err := p.tmpl.ExecuteTemplate(&b, name, p.data); err != nil {
		return "", err
	}
	// A JSON string is also a YAML string.
	quoted, err := json.Marshal(strings.Join(strings.Fields(b.String()), " "))
	return string(quoted), err
}

// commands renders the templates of spec/command: what a user types. No agent
// may run one in the user's name.
func commands(s *spec.Spec, t *catalog.Tables) (map[string][]byte, error) {
	list, err := pages(s, t, "command/*.md")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, p := range list {
		description, err := p.line("description")
		if err != nil {
			return nil, err
		}
		argument, err := p.line("argument")
		if err != nil {
			return nil, err
		}
		if description == "" || argument == "" {
			return nil, fmt.Errorf("spec/command/%s.md lacks a template: define description and argument", p.title)
		}
		files["plugin/commands/"+p.title+".md"] = fmt.Appendf(nil, "---\ndescription: %s\nargument-hint: %s\ndisable-model-invocation: true\n---\n\n%s", description, argument, p.text)
	}
	return files, nil
}
