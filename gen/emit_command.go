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

// plain is one of the page's templates on a line, "" if it has no such template.
func (p *page) plain(name string) (string, error) {
	if p.tmpl.Lookup(name) == nil {
		return "", nil
	}
	var b bytes.Buffer
	err := p.tmpl.ExecuteTemplate(&b, name, p.data)
	return strings.Join(strings.Fields(b.String()), " "), err
}

// yamlString is a text as a YAML string: a JSON string is one too.
func yamlString(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // no string fails
	}
	return string(b)
}

// commands renders the templates of spec/command: what a user types. No agent
// may run one for "person" in the user's name.
func commands(s *spec.Spec, t *catalog.Tables) (map[string][]byte, error) {
	list, err := pages(s, t, "command/*.md")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, p := range list {
		if err := p.command(s.Plugin.Name, files); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// command adds the files of a command: its own, and one for each further name.
func (p *page) command(plugin string, files map[string][]byte) error {
	description, err := p.plain("description")
	if err != nil {
		return err
	}
	if description == "" {
		return fmt.Errorf("spec/command/%s.md lacks a template: define description", p.title)
	}
	aliases, err := p.plain("aliases")
	if err != nil {
		return err
	}
	for i, name := range append([]string{p.title}, strings.Fields(aliases)...) {
		about := description
		if i > 0 {
			about = fmt.Sprintf("The same as /%s:%s. %s", plugin, p.title, description)
		}
		head := "---\ndescription: " + yamlString(about) + "\n"
		for _, x := range []struct{ template, key string }{{"argument", "argument-hint"}, {"person", "disable-model-invocation"}} {
			value, err := p.plain(x.template)
			switch {
			case err != nil:
				return err
			case value == "":
			case value == "true":
				head += x.key + ": true\n"
			default:
				head += x.key + ": " + yamlString(value) + "\n"
			}
		}
		path := "plugin/commands/" + name + ".md"
		if files[path] != nil {
			return fmt.Errorf("spec/command/%s.md: the name %q is another command's: choose another alias", p.title, name)
		}
		files[path] = []byte(head + "---\n\n" + p.text)
	}
	return nil
}
