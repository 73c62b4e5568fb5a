package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ravenclaude/thing/internal/council/charter"
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
	return files, nil
}

func councilData(c *charter.Charter) ([]byte, error) {
	f := jen.NewFilePathName(module+"/generated/council", "council")
	f.HeaderComment("// " + mark)
	f.PackageComment("// Package council holds what the spec says about the council, as static data.")
	v := reflect.ValueOf(*c)
	f.ImportName(v.Type().PkgPath(), "charter")
	r := newRenderer(v)
	var lists []jen.Code
	whole := r.outline("list", v, &lists)
	f.Comment("Charter is the compiled council.")
	f.Var().Id("Charter").Op("=").Add(whole)
	for _, name := range slices.Sorted(maps.Keys(r.shared)) {
		lists = append(lists, r.shared[name])
	}
	for _, d := range lists {
		f.Line().Add(d)
	}
	var b bytes.Buffer
	err := f.Render(&b)
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
