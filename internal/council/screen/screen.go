// Package screen takes secrets out of whole values: one that is known in any
// text of it is taken out of all of them.
package screen

import (
	"maps"
	"reflect"
	"strings"
)

// Find lists the secrets in a text, each with the word that stands for it.
type Find func(text string) map[string]string

// Clean replaces the secrets in every text that v points at, and says how many
// there were.
func Clean(v any, find Find) int {
	known, seen := map[string]string{}, map[string]bool{}
	texts(reflect.ValueOf(v), func(s string) string {
		if !seen[s] { // two investigators may show the same
			seen[s] = true
			maps.Copy(known, find(s))
		}
		return s
	})
	if len(known) == 0 {
		return 0
	}
	r := Replacer(known)
	texts(reflect.ValueOf(v), r.Replace)
	return len(known)
}

// Replacer puts words in the place of secrets. Of secrets within each other the
// longest goes first.
func Replacer(known map[string]string) *strings.Replacer {
	var pairs []string
	for _, value := range longestFirst(known) {
		pairs = append(pairs, value, known[value])
	}
	return strings.NewReplacer(pairs...)
}

// texts gives every text to f and puts what it returns in its place. Keys of
// maps are names, and stay.
func texts(v reflect.Value, f func(string) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			texts(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), f)
		}
	case reflect.String:
		if v.CanSet() {
			if s := v.String(); s != "" {
				if t := f(s); t != s {
					v.SetString(t)
				}
			}
		}
	}
}
