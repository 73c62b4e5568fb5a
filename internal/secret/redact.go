package secret

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// unread stands for the rest of a text that could not be looked through.
const unread = "«unread»"

// Redact returns text with every secret replaced by its kind: «github-token».
// A secret is taken out wherever it stands, also where nothing tells that it
// is one.
func Redact(t *catalog.Tables, text string) string {
	hits, seen := Scan(t, text)
	if len(hits) == 0 && seen == len(text) {
		return text
	}
	out := Masker(text, hits).Replace(text[:seen])
	if seen < len(text) {
		out += unread
	}
	return out
}

// Masker replaces the secrets that were found in a text by their kinds in any
// other text.
func Masker(text string, hits []Hit) *strings.Replacer {
	var pairs []string
	known := map[string]bool{}
	for _, h := range hits {
		if value := text[h.Start:h.End]; !known[value] {
			known[value] = true
			pairs = append(pairs, value, "«"+h.Secret.Kind+"»")
		}
	}
	return strings.NewReplacer(pairs...)
}
