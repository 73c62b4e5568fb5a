package secret

import (
	"math"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/pattern"
)

// is reports whether what the pattern of a kind found is a secret after all.
func is(k *catalog.Secret, value string) bool {
	return len(value) >= k.Least && mixed(k, value) &&
		!slices.ContainsFunc(k.Except, func(except string) bool { return pattern.Compiled(except).MatchString(value) })
}

// mixed reports whether a value is as random as secrets of a kind are.
func mixed(k *catalog.Secret, value string) bool {
	return (k.Classes == 0 || classes(value) >= k.Classes) && (k.Entropy == 0 || entropy(value) >= k.Entropy)
}

// near reports whether one of the words, if there are any, stands in the line
// of an offset.
func (s *scanner) near(words []string, at int) bool {
	if len(words) == 0 {
		return true
	}
	start, end := s.lineStart(at), s.lineEnd(at)
	s.spent += end - start
	for i := start; i < end; i++ {
		if slices.ContainsFunc(words, func(w string) bool { return catalog.FoldPrefix(s.text[i:end], w) }) {
			return true
		}
	}
	return false
}

// classes counts which of these a text has: lower case, upper case, digits,
// anything else.
func classes(text string) int {
	var has [4]int
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z':
			has[0] = 1
		case 'A' <= c && c <= 'Z':
			has[1] = 1
		case '0' <= c && c <= '9':
			has[2] = 1
		default:
			has[3] = 1
		}
	}
	return has[0] + has[1] + has[2] + has[3]
}

// entropy is Shannon's, in bits for each byte, by how often bytes occur in
// the text itself.
func entropy(text string) float64 {
	var times [256]int
	for i := range len(text) {
		times[text[i]]++
	}
	bits, n := 0.0, float64(len(text))
	for _, t := range times {
		if t > 0 {
			p := float64(t) / n
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
