package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/typo"
)

// similar reports whether a word names a package that is misspelt for a popular
// one of a registry, or that was made to be mistaken for another.
func (m *matcher) similar(registry string, w fact.Word) bool {
	for i := range m.t.Registries {
		r := &m.t.Registries[i]
		if r.Name != registry {
			continue
		}
		name := packageName(w.Text, r)
		if name == "" || len(name) > w.Known {
			return false
		}
		in := func(list []string) bool { _, ok := slices.BinarySearch(list, name); return ok }
		if in(r.Fake) {
			return true
		}
		return !in(r.Popular) && !in(r.Known) && typo.Of(name, r.Popular) != ""
	}
	return false
}

// packageName is the name in what a package is asked for by, "" for a path, an
// address or an option.
func packageName(text string, r *catalog.Registry) string {
	if text == "" || strings.ContainsAny(text, "/\\:") && text[0] != '@' {
		return ""
	}
	if i := strings.IndexAny(text[1:], r.Version); i >= 0 {
		text = text[:i+1]
	}
	return strings.Map(func(c rune) rune {
		if c == '_' {
			return '-'
		}
		return c
	}, strings.ToLower(strings.TrimSpace(text)))
}
