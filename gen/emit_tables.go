package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
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
	v := reflect.ValueOf(*t)
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
	files["tables/tables_gen.go"], err = goFile(
		jen.Comment("Tables is the compiled spec."),
		jen.Var().Id("Tables").Op("=").Add(typeOf(v.Type())).Custom(lines, whole...),
	)
	return files, err
}

// renderer renders any value of the tables as a Go literal. A list that occurs
// more than once becomes a variable: the programs of a family have much in
// common, which halves the tables.
type renderer struct {
	times  map[string]int      // by key
	shared map[string]jen.Code // declarations, by name
}

func newRenderer(v reflect.Value) *renderer {
	r := &renderer{times: map[string]int{}, shared: map[string]jen.Code{}}
	r.count(v)
	return r
}

// count notes how often each list occurs. What is inside one counts once.
func (r *renderer) count(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			r.count(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.count(v.Field(i))
		}
	case reflect.Slice:
		if shareable(v) {
			k := listKey(v)
			if r.times[k]++; r.times[k] > 1 {
				return
			}
		}
		for i := range v.Len() {
			r.count(v.Index(i))
		}
	}
}

func shareable(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct && weight(v) > lineWeight
}

// listKey is the same for equal lists of the same type.
func listKey(v reflect.Value) string {
	return fmt.Sprintf("%s %s", v.Type(), must(json.Marshal(v.Interface())))
}

// must is for what only fails when the program is wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// variable returns the name of the variable that holds the list, if it is shared. The name
// depends on the content only, so that a change elsewhere does not alter it.
func (r *renderer) variable(v reflect.Value) (string, bool) {
	if !shareable(v) {
		return "", false
	}
	k := listKey(v)
	if r.times[k] < 2 {
		return "", false
	}
	sum := sha256.Sum256([]byte(k))
	element := v.Type().Elem().Name()
	name := strings.ToLower(element[:1]) + element[1:] + hex.EncodeToString(sum[:8])
	if r.shared[name] == nil {
		r.shared[name] = jen.Var().Id(name).Op("=").Add(typeOf(v.Type())).Add(r.body(v))
	}
	return name, true
}

// outline renders a value with the variable's name in place of a long list,
// which is added to lists.
func (r *renderer) outline(variable string, v reflect.Value, lists *[]jen.Code) *jen.Statement {
	switch {
	case weight(v) <= lineWeight:
		return r.literal(v)
	case v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		*lists = append(*lists, jen.Var().Id(variable).Op("=").Add(r.literal(v)))
		return jen.Id(variable)
	case v.Kind() == reflect.Struct:
		var fields []jen.Code
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				name := v.Type().Field(i).Name
				fields = append(fields, jen.Id(name).Op(":").Add(r.outline(variable+name, f, lists)))
			}
		}
		return jen.Add(typeOf(v.Type())).Custom(lines, fields...)
	}
	return r.literal(v)
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

// lineWeight is about how many bytes of a composite literal stand in one line.
const lineWeight = 100

var (
	lines  = jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}
	inLine = jen.Options{Open: "{", Close: "}", Separator: ","}
)

func layout(v reflect.Value) jen.Options {
	if weight(v) > lineWeight {
		return lines
	}
	return inLine
}

// literal renders a value with its type.
func (r *renderer) literal(v reflect.Value) *jen.Statement {
	if name, ok := r.variable(v); ok {
		return jen.Id(name)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return jen.Op("&").Add(r.literal(v.Elem()))
	case reflect.Struct, reflect.Slice, reflect.Array:
		return jen.Add(typeOf(v.Type())).Add(r.body(v))
	default:
		return scalar(v)
	}
}

// body renders what stands between the braces of a composite literal.
func (r *renderer) body(v reflect.Value) *jen.Statement {
	var parts []jen.Code
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				parts = append(parts, jen.Id(v.Type().Field(i).Name).Op(":").Add(r.literal(f)))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, r.element(v.Index(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			if e := v.Index(i); !e.IsZero() {
				parts = append(parts, jen.Id(strconv.Itoa(i)).Op(":").Add(r.element(e)))
			}
		}
	}
	return jen.Custom(layout(v), parts...)
}

// element renders a member of a list, whose type is known from the list.
func (r *renderer) element(v reflect.Value) *jen.Statement {
	if k := v.Kind(); k == reflect.Struct || k == reflect.Slice {
		return r.body(v)
	}
	return r.literal(v)
}

func scalar(v reflect.Value) *jen.Statement {
	switch v.Kind() {
	case reflect.String:
		return jen.Lit(v.String())
	case reflect.Bool:
		return jen.Lit(v.Bool())
	case reflect.Float64:
		return jen.Lit(v.Float())
	case reflect.Int, reflect.Int32:
		return jen.Lit(int(v.Int()))
	case reflect.Uint8:
		return jen.Id(strconv.FormatUint(v.Uint(), 10))
	case reflect.Uint16, reflect.Uint64:
		return jen.Id("0x" + strconv.FormatUint(v.Uint(), 16))
	}
	panic(fmt.Sprintf("tables: no literal for kind %s: add it to emit_tables.go", v.Kind()))
}

func typeOf(t reflect.Type) *jen.Statement {
	switch {
	case t.PkgPath() == catalogPath:
		return jen.Qual(catalogPath, t.Name())
	case t.Name() != "":
		return jen.Id(t.Name())
	case t.Kind() == reflect.Slice:
		return jen.Index().Add(typeOf(t.Elem()))
	case t.Kind() == reflect.Array:
		return jen.Index(jen.Lit(t.Len())).Add(typeOf(t.Elem()))
	}
	panic(fmt.Sprintf("tables: no literal for type %s: add it to emit_tables.go", t))
}

// weight is about how many bytes the literal of v takes.
func weight(v reflect.Value) int {
	if v.IsZero() {
		return 0
	}
	switch v.Kind() {
	case reflect.Pointer:
		return weight(v.Elem())
	case reflect.Struct:
		sum := 0
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				sum += len(v.Type().Field(i).Name) + 2 + weight(f)
			}
		}
		return sum
	case reflect.Slice, reflect.Array:
		sum := 8
		for i := range v.Len() {
			sum += 2 + weight(v.Index(i))
		}
		return sum
	case reflect.String:
		return len(v.String()) + 2
	default:
		return 4
	}
}
