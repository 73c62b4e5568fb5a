package decide

import (
	"strings"
	"unicode"

	"github.com/ravenclaude/thing/internal/catalog"
)

// HighBlast finds a word of the question, its options or its context that stands
// for what cannot be taken back, "" for none. Such a question is the user's.
func (q *Question) HighBlast(w *catalog.Decide) string {
	if q.Blast {
		return "the asker's own word"
	}
	for _, text := range q.Texts() {
		flat := spaced(text)
		for _, phrase := range w.HighBlast {
			if strings.Contains(flat, spaced(phrase)) {
				return phrase
			}
		}
	}
	return ""
}

// Commands are the pieces of the question that may stand between backticks, which
// is how agents quote commands. One stray backtick would turn what is quoted into
// what is not, so all that follows the first one of a text counts.
func (q *Question) Commands() []string {
	var list []string
	for _, text := range q.Texts() {
		for _, code := range strings.Split(text, "`")[1:] {
			if code = strings.TrimSpace(code); code != "" {
				list = append(list, code)
			}
		}
	}
	return list
}

// spaced is the text in lower case with one space around and between its words,
// so that a phrase is found only as whole words. A word is a run of Latin letters
// and digits: no quotation mark, dash, accent or letter next to it hides it.
func spaced(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
	return " " + strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.Is(unicode.Latin, r) && !unicode.IsDigit(r)
	}), " ") + " "
}
