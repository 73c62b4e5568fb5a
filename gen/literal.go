package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// outline renders a value with the variable's name in place of a long list or
// text, which is added to lists.
func (r *renderer) outline(variable string, v reflect.Value, lists *[]jen.Code) *jen.Statement {
	switch {
	case weight(v) <= lineWeight:
		return r.literal(v)
	case v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		*lists = append(*lists, jen.Var().Id(variable).Op("=").Add(r.literal(v)))
		return jen.Id(variable)
	case v.Kind() == reflect.String:
		*lists = append(*lists, jen.Const().Id(variable).Op("=").Add(r.literal(v)))
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
	name, shared := r.variable(v)
	switch {
	case shared && v.Kind() == reflect.Pointer:
		return jen.Op("&").Id(name)
	case shared:
		return jen.Id(name)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return jen.Op("&").Add(r.literal(v.Elem()))
	case reflect.String:
		if weight(v) > lineWeight && v.Type().Name() == "string" {
			return rows(v.String())
		}
		return scalar(v)
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
		if k := v.Type().Elem().Kind(); k == reflect.Uint16 {
			parts = joined(parts)
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

// rows renders a long text with a literal for each of its lines.
func rows(text string) *jen.Statement {
	s := jen.Empty()
	for line := range strings.Lines(text) {
		if len(*s) > 1 {
			s.Op("+").Line()
		}
		s.Lit(line)
	}
	return s
}

// joined puts several numbers in each line of a list.
func joined(numbers []jen.Code) []jen.Code {
	const perLine = 12
	var out []jen.Code
	for line := range slices.Chunk(numbers, perLine) {
		out = append(out, jen.List(line...))
	}
	return out
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
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return jen.Id("0x" + strconv.FormatUint(v.Uint(), 16))
	}
	panic(fmt.Sprintf("tables: no literal for kind %s: add it to literal.go", v.Kind()))
}

func typeOf(t reflect.Type) *jen.Statement {
	switch {
	case t.PkgPath() != "":
		return jen.Qual(t.PkgPath(), t.Name())
	case t.Name() != "":
		return jen.Id(t.Name())
	case t.Kind() == reflect.Slice:
		return jen.Index().Add(typeOf(t.Elem()))
	case t.Kind() == reflect.Array:
		return jen.Index(jen.Lit(t.Len())).Add(typeOf(t.Elem()))
	}
	panic(fmt.Sprintf("tables: no literal for type %s: add it to literal.go", t))
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
