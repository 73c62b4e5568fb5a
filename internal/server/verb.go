// Package server tells which MCP server a call goes to, who connected it, and
// what the tool's name says that it does.
package server

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Words splits a name in any style, snake_case, kebab-case or camelCase, into
// words in lower case.
func Words(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			cut(i)
			start = i
		}
	}
	cut(len(runes))
	return words
}

// Fold is a name without what different spellings of it differ in: letter
// case, and the signs between its words.
func Fold(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// Writes reports whether a tool changes something, as far as the words of its
// name say: it does unless they begin or end with one that reads, and hold none
// that writes. Words of the server's own name may stand before them.
func Writes(a *catalog.Argument, words []string, server string) bool {
	rest := words
	for len(rest) > 1 && verb(a, rest[0]) == nil && strings.Contains(server, rest[0]) {
		rest = rest[1:]
	}
	if len(rest) == 0 || !reads(a, rest[0]) && !reads(a, rest[len(rest)-1]) {
		return true
	}
	for i, w := range words {
		v := verb(a, w)
		if v == nil || v.Access != catalog.AccessWrite {
			continue
		}
		if !v.Noun || i == len(words)-len(rest) || i > 0 && slices.Contains(a.Joins, words[i-1]) {
			return true
		}
	}
	return false
}

func reads(a *catalog.Argument, word string) bool {
	v := verb(a, word)
	return v != nil && v.Access == catalog.AccessRead
}

// Effect is what a tool does to the paths that it is given, by the first word
// of its name that says so; 0 if none does.
func Effect(a *catalog.Argument, words []string) catalog.Effect {
	for _, w := range words {
		if v := verb(a, w); v != nil && v.Effect != 0 {
			return v.Effect
		}
	}
	return 0
}

// Partial reports whether what a tool writes is not the whole of a file.
func Partial(a *catalog.Argument, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		v := verb(a, w)
		return v != nil && v.Part
	})
}

func verb(a *catalog.Argument, word string) *catalog.VerbWord {
	i, ok := slices.BinarySearchFunc(a.Words, word, func(v catalog.VerbWord, s string) int { return strings.Compare(v.Word, s) })
	if !ok {
		return nil
	}
	return &a.Words[i]
}
