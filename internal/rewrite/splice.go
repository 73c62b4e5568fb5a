package rewrite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// splice puts text in the place of a range of the source.
type splice struct {
	at   fact.Span
	text string
}

// apply carries out splices that do not overlap, and returns the new text with
// the ranges of it that they wrote.
func apply(source string, list []splice) (text string, written []fact.Span, ok bool) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b splice) int {
		return cmp.Or(cmp.Compare(a.at.Start, b.at.Start), cmp.Compare(a.at.End, b.at.End))
	})
	var b strings.Builder
	end := 0
	for _, s := range list {
		if s.at.Start < end {
			return "", nil, false
		}
		b.WriteString(source[end:s.at.Start])
		if s.text != "" {
			written = append(written, fact.Span{Start: b.Len(), End: b.Len() + len(s.text)})
			b.WriteString(s.text)
		}
		end = s.at.End
	}
	b.WriteString(source[end:])
	return b.String(), written, true
}

// without is the splice that takes a word away, with the blanks before it.
func (s *source) without(word fact.Span) splice {
	for word.Start > 0 && (s.text[word.Start-1] == ' ' || s.text[word.Start-1] == '\t') {
		word.Start--
	}
	return splice{at: word}
}

// behind is the splice that puts words behind another.
func behind(word fact.Span, words string) splice {
	return splice{at: fact.Span{Start: word.End, End: word.End}, text: " " + words}
}
