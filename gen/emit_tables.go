package main

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
	"github.com/ravenclaude/thing/internal/catalog"
)

// emitTables renders the tables as Go source: the long lists of each part in a
// file of its own, and Tables over them. All of it is static data, which the
// compiler lays out, so that a program does nothing at start-up for it. (A
// variable that is a struct with lists in it would be copied at start-up; a
// list is not.)
func emitTables(t *catalog.Tables) (map[string][]byte, error) {
	files := map[string][]byte{}
	bare, prose, rest := catalog.Apart(t)
	v := reflect.ValueOf(*bare)
	r := newRenderer(v)
	var whole []jen.Code
	for i := range v.NumField() {
		name, part := v.Type().Field(i).Name, v.Field(i)
		if part.IsZero() {
			continue
		}
		var lists []jen.Code
		value := r.outline(strings.ToLower(name[:1])+name[1:], part, &lists)
		whole = append(whole, jen.Id(name).Op(":").Add(value))
		if len(lists) > 0 {
			var err error
			if files["tables/"+fileName(name)], err = goFile(lists...); err != nil {
				return nil, fmt.Errorf("tables: part %s: %w", name, err)
			}
		}
	}
	var err error
	if len(r.shared) > 0 {
		var lists []jen.Code
		for _, name := range slices.Sorted(maps.Keys(r.shared)) {
			lists = append(lists, r.shared[name])
		}
		if files["tables/shared_gen.go"], err = goFile(lists...); err != nil {
			return nil, fmt.Errorf("tables: shared lists: %w", err)
		}
	}
	if len(prose) > 0 {
		list := reflect.ValueOf(prose)
		if files["tables/prose_gen.go"], err = goFile(
			jen.Comment("Prose is what is said of the concerns at length.").Line().
				Var().Id("Prose").Op("=").Add(newRenderer(list).literal(list)),
		); err != nil {
			return nil, fmt.Errorf("tables: prose: %w", err)
		}
	}
	if len(rest.Backends) > 0 {
		v := reflect.ValueOf(rest)
		if files["tables/rest_gen.go"], err = goFile(
			jen.Comment("Rest is what only programs need that ask models.").Line().
				Var().Id("Rest").Op("=").Add(newRenderer(v).literal(v)),
		); err != nil {
			return nil, fmt.Errorf("tables: rest: %w", err)
		}
	}
	files["tables/tables_gen.go"], err = goFile(
		jen.Comment("Tables is the compiled spec.").Line().
			Var().Id("Tables").Op("=").Add(typeOf(v.Type())).Custom(lines, whole...),
	)
	return files, err
}

// fileName is FooBar as foo_bar_gen.go.
func fileName(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String() + "_gen.go"
}

func goFile(decls ...jen.Code) ([]byte, error) {
	f := jen.NewFilePathName(module+"/generated/tables", "tables")
	f.HeaderComment("// " + mark)
	f.PackageComment("// Package tables holds the compiled spec as static data.")
	f.ImportName(catalogPath, "catalog")
	for i, d := range decls {
		if i > 0 {
			f.Line()
		}
		f.Add(d)
	}
	var b bytes.Buffer
	err := f.Render(&b)
	return b.Bytes(), err
}

const catalogPath = module + "/internal/catalog"
