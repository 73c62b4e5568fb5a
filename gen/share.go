package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/dave/jennifer/jen"
)

// renderer renders any value of the tables as a Go literal. What occurs more
// than once becomes a variable: the programs of a family have much in common,
// which halves the tables.
type renderer struct {
	times  map[string]int      // by key
	shared map[string]jen.Code // declarations, by name
}

func newRenderer(v reflect.Value) *renderer {
	r := &renderer{times: map[string]int{}, shared: map[string]jen.Code{}}
	r.count(v)
	return r
}

// count notes how often each thing that can be shared occurs. What is inside
// one counts once.
func (r *renderer) count(v reflect.Value) {
	if shareable(v) {
		k := key(v)
		if r.times[k]++; r.times[k] > 1 {
			return
		}
	}
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
		for i := range v.Len() {
			r.count(v.Index(i))
		}
	}
}

// shareable reports whether v is worth a variable: a long list of structs, or
// a pointer to a large one, whatever is set in it.
func shareable(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		return v.Type().Elem().Kind() == reflect.Struct && weight(v) > lineWeight
	case reflect.Pointer:
		return !v.IsNil() && v.Type().Elem().Size() >= largeSize
	}
	return false
}

// key is the same for equal values of the same type.
func key(v reflect.Value) string {
	return fmt.Sprintf("%s %s", v.Type(), must(json.Marshal(v.Interface())))
}

// variable returns the name of the variable that holds the list, or what the
// pointer points at, if it is shared. The name depends on the content only, so
// that a change elsewhere does not alter it.
func (r *renderer) variable(v reflect.Value) (string, bool) {
	if !shareable(v) {
		return "", false
	}
	k := key(v)
	if r.times[k] < 2 {
		return "", false
	}
	sum := sha256.Sum256([]byte(k))
	element := v.Type().Elem().Name()
	name := strings.ToLower(element[:1]) + element[1:] + hex.EncodeToString(sum[:8])
	if r.shared[name] == nil {
		content := v
		if v.Kind() == reflect.Pointer {
			content = v.Elem()
		}
		r.shared[name] = jen.Var().Id(name).Op("=").Add(typeOf(content.Type())).Add(r.body(content))
	}
	return name, true
}

// largeSize is how many bytes a struct takes in memory that several pointers
// should point at.
const largeSize = 64
