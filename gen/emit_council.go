package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"github.com/dave/jennifer/jen"

	"github.com/ravenclaude/thing/internal/council/charter"
	markdown "github.com/ravenclaude/thing/internal/council/mark"
	"github.com/ravenclaude/thing/spec"
)

// emitCouncil renders what the spec says about the council: as static data in a
// package of its own, which only the full command links, and as files of the
// plugin that people and agents read. A spec without a council has neither.
func emitCouncil(s *spec.Spec) (map[string][]byte, error) {
	if s.Council == nil {
		return nil, nil
	}
	files := map[string][]byte{}
	var err error
	if files["council/council_gen.go"], err = councilData(s.Council); err != nil {
		return nil, fmt.Errorf("council: %w", err)
	}
	maps.Copy(files, councilPages(s.Council))
	docs, err := councilDocuments(s)
	maps.Copy(files, docs)
	return files, err
}

func councilData(c *charter.Charter) ([]byte, error) {
	f := jen.NewFilePathName(module+"/generated/council", "council")
	f.HeaderComment("// " + mark)
	f.PackageComment("// Package council holds what the spec says about the council, as static data.")
	whole := *c
	raw, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(raw)
	whole.Hash = hex.EncodeToString(sum[:])
	v := reflect.ValueOf(whole)
	f.ImportName(v.Type().PkgPath(), "charter")
	r := newRenderer(v)
	var lists []jen.Code
	literal := r.outline("list", v, &lists)
	f.Comment("Charter is the compiled council.")
	f.Var().Id("Charter").Op("=").Add(literal)
	for _, name := range slices.Sorted(maps.Keys(r.shared)) {
		lists = append(lists, r.shared[name])
	}
	for _, d := range lists {
		f.Line().Add(d)
	}
	var b bytes.Buffer
	err = f.Render(&b)
	return b.Bytes(), err
}

// councilPages are the prompts and flavors as files. The engine renders the same
// texts; these are for those who want to read them.
func councilPages(c *charter.Charter) map[string][]byte {
	const dir = "plugin/skills/council/"
	files := map[string][]byte{}
	for _, p := range c.Prompts {
		var b bytes.Buffer
		fmt.Fprintf(&b, "<!-- %s -->\n\n%s\n", mark, strings.TrimSpace(p.Text))
		b.WriteString("\n## Variables\n\n| variable | what it holds |\n|---|---|\n")
		for _, name := range p.Variables {
			fmt.Fprintf(&b, "| `%s` | %s |\n", name, c.Variable(name).Doc)
		}
		files[dir+"prompts/"+p.Name+".md"] = b.Bytes()
	}
	for _, f := range c.Flavors {
		files[dir+"flavors/"+f.Name+".md"] = fmt.Appendf(nil, "---\nname: %s\nrole: %s\noutput_shape_constraint: %q\ntool_allowlist: [%s]\n---\n\n<!-- %s -->\n\n%s\n",
			f.Name, f.Role, f.Shape, strings.Join(f.Tools, ", "), mark, strings.TrimSpace(f.Text))
	}
	return files
}

// councilDocuments are what tells an agent how to drive the council: a skill,
// commands that a user types, and the judge. Each is a template over the
// charter.
func councilDocuments(s *spec.Spec) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, d := range []struct{ name, path, front string }{
		{"skill", "skills/council/SKILL.md", "name: council\ndescription: %s\n"},
		{"command-council", "commands/council.md", "description: %s\nargument-hint: %s\ndisable-model-invocation: true\n"},
		{"command-review-and-commit", "commands/review-and-commit.md", "description: %s\nargument-hint: %s\ndisable-model-invocation: true\n"},
		{"agent-judge", "agents/council-judge.md", "name: council-judge\ndescription: %s\ntools: \"\"\n"},
	} {
		name := "council/" + d.name + ".md"
		source, err := fs.ReadFile(s.FS(), name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a spec for tests need not have all
		}
		if err != nil {
			return nil, err
		}
		tmpl, err := template.New("spec/" + name).Option("missingkey=error").Parse(string(source))
		if err != nil {
			return nil, err
		}
		var front []any
		for _, part := range []string{"description", "argument"} {
			if tmpl.Lookup(part) == nil {
				continue
			}
			var b bytes.Buffer
			if err := tmpl.ExecuteTemplate(&b, part, s.Council); err != nil {
				return nil, err
			}
			front = append(front, markdown.YAML(strings.Join(strings.Fields(b.String()), " ")))
		}
		var body bytes.Buffer
		if err := tmpl.Execute(&body, s.Council); err != nil {
			return nil, err
		}
		files["plugin/"+d.path] = fmt.Appendf(nil, "---\n"+d.front+"---\n\n<!-- "+mark+" -->\n\n%s\n", append(front, strings.TrimSpace(body.String()))...)
	}
	return files, nil
}
