package decide

import (
	"strings"

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
			if strings.Contains(flat, " "+phrase+" ") {
				return phrase
			}
		}
	}
	return ""
}

// Commands are the pieces of the question that stand between backticks, which is
// how agents quote commands.
func (q *Question) Commands() []string {
	var list []string
	for _, text := range q.Texts() {
		for {
			_, rest, open := strings.Cut(text, "`")
			code, after, closed := strings.Cut(rest, "`")
			if !open || !closed {
				break
			}
			if code = strings.TrimSpace(code); code != "" {
				list = append(list, code)
			}
			text = after
		}
	}
	return list
}

// spaced is the text in lower case with one space around and between its words,
// so that a phrase is found only as whole words.
func spaced(text string) string {
	text = strings.NewReplacer("’", "'", "_", " ").Replace(strings.ToLower(text))
	return " " + strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" \t\r\n\v\f.,;:!?()[]{}<>\"`/\\|*\u0085\u00a0\u2028\u2029", r)
	}), " ") + " "
}
