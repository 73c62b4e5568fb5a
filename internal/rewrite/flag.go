package rewrite

import (
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// flags takes the named flags out, or writes the first of them otherwise. The
// bool is false if one of them cannot be told from what it is written with.
func (s *source) flags(r run, names []string, with string) ([]splice, bool) {
	var list []splice
	letters := map[fact.Span]string{} // what goes from clusters
	first := with
	for _, f := range r.inv.Flags {
		if !slices.Contains(names, f.Name) {
			continue
		}
		if f.Maybe {
			return nil, false
		}
		if _, ok := letters[f.Span]; ok || s.shared(r, f) {
			letter := letterOf(r, f)
			if letter == "" || f.Value != nil {
				return nil, false
			}
			letters[f.Span] += letter
			continue
		}
		cut := s.without(f.Span)
		if first != "" {
			cut = splice{at: f.Span, text: first}
			first = ""
		}
		list = append(list, cut)
		if f.Value != nil && f.Value.Span != f.Span {
			list = append(list, s.without(f.Value.Span))
		}
	}
	for _, span := range slices.SortedFunc(maps.Keys(letters), func(a, b fact.Span) int { return a.Start - b.Start }) {
		word, gone := s.at(span), letters[span]
		if !strings.HasPrefix(word, "-") || strings.ContainsAny(word, "\\'\"$`") {
			return nil, false
		}
		cluster, value, ok := cutValue(r, span, word[1:])
		if !ok {
			return nil, false
		}
		rest := strings.Map(func(c rune) rune {
			if strings.ContainsRune(gone, c) {
				return -1
			}
			return c
		}, cluster) + value
		word = "-" + rest
		if rest == "" {
			word = ""
		}
		if first != "" {
			word = strings.TrimSpace(word + " " + first)
			first = ""
		}
		if word == "" {
			list = append(list, s.without(span))
			continue
		}
		list = append(list, splice{at: span, text: word})
	}
	return list, with == "" || first == ""
}

// cutValue parts the letters of a cluster from the value that the last of them
// has in the same word.
func cutValue(r run, word fact.Span, text string) (letters, value string, ok bool) {
	for _, f := range r.inv.Flags {
		if f.Span == word && f.Value != nil && f.Value.Span == word {
			letters, ok = strings.CutSuffix(text, f.Value.Text)
			return letters, f.Value.Text, ok
		}
	}
	return text, "", true
}

// shared reports whether a flag stands in one word with others.
func (s *source) shared(r run, f fact.Flag) bool {
	n := 0
	for _, g := range r.inv.Flags {
		if g.Span == f.Span {
			n++
		}
	}
	return n > 1
}

// letterOf is the short spelling of a flag without its dash, "" for none.
func letterOf(r run, f fact.Flag) string {
	for _, p := range r.inv.Chain {
		for x := range p.Flags.All() {
			if x.Names[0] != f.Name {
				continue
			}
			for _, n := range x.Names {
				if len(n) == 2 && n[0] == '-' && n[1] != '-' {
					return n[1:]
				}
			}
		}
	}
	return ""
}
