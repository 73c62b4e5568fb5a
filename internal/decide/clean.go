package decide

import (
	"strings"
	"unicode"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Withheld stands for reasons that repeat what was asked.
const Withheld = "(withheld: it repeats the question)"

// Clean is what may be shown of a seat's reasons: one line without control
// characters, of bounded length, and nothing that repeats the question, since the
// answer goes back to the agent that wrote it.
func (q *Question) Clean(w *catalog.Decide, reasoning string) string {
	line := strings.Join(strings.FieldsFunc(reasoning, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
	}), " ")
	runes := []rune(line)
	if len(runes) > w.Limits.Reasoning {
		runes = append(runes[:w.Limits.Reasoning], '…')
	}
	if q.echoes(runes, w.Limits.Echo) {
		return Withheld
	}
	return string(runes)
}

// echoes reports whether n characters in a row stand in the question too,
// whatever their case. Words alone repeat by nature; a whole run of them does not.
func (q *Question) echoes(reasoning []rune, n int) bool {
	said := []rune(strings.ToLower(string(reasoning)))
	if len(said) < n {
		return false
	}
	runs := map[string]bool{}
	for i := 0; i+n <= len(said); i++ {
		runs[string(said[i:i+n])] = true
	}
	for _, text := range q.Texts() {
		asked := []rune(strings.ToLower(strings.Join(strings.Fields(text), " ")))
		for i := 0; i+n <= len(asked); i++ {
			if runs[string(asked[i:i+n])] {
				return true
			}
		}
	}
	return false
}
