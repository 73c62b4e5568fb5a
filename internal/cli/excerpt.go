package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/ravenclaude/thing/internal/fact"
)

// An excerpt shows at most this many columns of one line, of which so many
// stand before the marked part.
const (
	columns = 100
	lead    = 24
)

// excerpt writes the line on which span begins, cut to what matters, and a
// second line that marks the span. Characters of secrets are shown as dots.
func excerpt(b *strings.Builder, e *Env, span fact.Span, hide secrets) {
	source := hide.text
	span = clamp(span, source)
	lineStart := strings.LastIndexByte(source[:span.Start], '\n') + 1
	lineEnd := len(source)
	if i := strings.IndexByte(source[span.Start:], '\n'); i >= 0 {
		lineEnd = span.Start + i
	}
	end := min(span.End, lineEnd)

	from := lineStart
	if !fits(source[lineStart:end]) {
		from = before(source, lineStart, span.Start)
	}
	var text, mark strings.Builder
	gutter := "  "
	if strings.IndexByte(source, '\n') >= 0 {
		gutter = fmt.Sprintf("%4d | ", 1+strings.Count(source[:span.Start], "\n"))
	}
	if from > lineStart {
		text.WriteString("…")
		mark.WriteString(" ")
	}
	at, used := from, 0
	for at < lineEnd && used < columns {
		r, size := utf8.DecodeRuneInString(source[at:])
		s, w := visible(r, size), cells(r, size)
		if hide.at(at) {
			s, w = "•", 1
		}
		text.WriteString(s)
		sign := " "
		if at >= span.Start && (at < end || at == span.Start) {
			sign = "^" // an empty span still has a place
		}
		mark.WriteString(strings.Repeat(sign, w))
		at += size
		used += w
	}
	if span.Start == lineEnd {
		mark.WriteString("^")
	}
	if at < lineEnd {
		text.WriteString("…")
	}
	blank := strings.Repeat(" ", len(gutter))
	fmt.Fprintf(b, "%s%s\n", gutter, strings.TrimRight(text.String(), " "))
	marks := strings.TrimRight(mark.String(), " ")
	tail := ""
	if rest := source[end:span.End]; rest != "" {
		tail = fmt.Sprintf(" to line %d", 1+strings.Count(source[:span.End], "\n")-trailingNewline(rest))
	} else if at < end {
		tail = "…"
	}
	fmt.Fprintf(b, "%s%s\n", blank, paint(e, red, marks)+tail)
}

// fits reports whether a text takes no more columns than are shown.
func fits(s string) bool {
	used := 0
	for i := 0; i < len(s) && used <= columns; {
		r, size := utf8.DecodeRuneInString(s[i:])
		used += cells(r, size)
		i += size
	}
	return used <= columns
}

// before is the offset from which on a cut line is shown, so that lead columns
// at most stand before the mark.
func before(source string, lineStart, mark int) int {
	from, room := mark, lead
	for from > lineStart {
		r, size := utf8.DecodeLastRuneInString(source[lineStart:from])
		if room -= cells(r, size); room < 0 {
			break
		}
		from -= size
	}
	return from
}

// trailingNewline is 1 for a span that ends with its last line's end.
func trailingNewline(s string) int {
	if strings.HasSuffix(s, "\n") {
		return 1
	}
	return 0
}

// clamp makes a span one of source.
func clamp(s fact.Span, source string) fact.Span {
	start := min(max(s.Start, 0), len(source))
	return fact.Span{Start: start, End: min(max(s.End, start), len(source))}
}

// visible is how a character is shown: itself, unless it would do something
// to the terminal or not be seen.
func visible(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size <= 1:
		return "\ufffd"
	case r == '\t':
		return " "
	case r < 0x20:
		return string('\u2400' + r)
	case r == 0x7f:
		return "\u2421"
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.IsPrint(r):
		return string(r)
	}
	return fmt.Sprintf("<U+%04X>", r)
}

// cells is how many columns visible's result takes.
func cells(r rune, size int) int {
	s := visible(r, size)
	if utf8.RuneCountInString(s) > 1 {
		return len(s)
	}
	if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// shown makes a whole text safe to print; line ends stay, indented.
func shown(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\n' {
			b.WriteString("\n  ")
		} else {
			b.WriteString(visible(r, size))
		}
		i += size
	}
	return b.String()
}
