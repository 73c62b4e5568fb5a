package instruct

import (
	"unicode"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
)

// before says what stands before the next word.
func (r *reader) before() catalog.StepTest {
	var test catalog.StepTest
	if r.gap.opens {
		test |= catalog.StepOpens
	}
	if r.gap.opens || r.lead {
		test |= catalog.StepOrders
	}
	if r.gap.given {
		test |= catalog.StepGiven
	}
	return test
}

// after says what stands behind a word.
func (r *reader) after(end int) catalog.StepTest {
	var test catalog.StepTest
	near, quoted := true, false
	for i := end; ; i++ {
		if i == len(r.low) {
			return test | catalog.StepEnds
		}
		switch c := r.low[i]; {
		case c == ':' || c == '=':
			if near && (c == ':' || !quoted) {
				test |= catalog.StepNames
			}
			test |= catalog.StepEnds
		case c == '\n':
			near = false
			if !wraps(r.low[i+1:]) {
				test |= catalog.StepEnds
			}
		case c == ',':
			if near {
				test |= catalog.StepCalls
			}
			test |= catalog.StepEnds
		case c == ' ' || c == '\\' || c == '-':
			near = near && c != '-'
		case isLetter(c) || isDigit(c):
			return test
		case c >= utf8.RuneSelf:
			if x, _ := utf8.DecodeRuneInString(r.low[i:]); unicode.IsPunct(x) {
				test |= catalog.StepEnds
			}
			return test
		case c == '/' || c == '_' || c == '&' || c == '+' || c == '@' || c == '%' || c == '$':
			return test
		default:
			quoted = true
			near = near && (c == '"' || c == '\'' || c == '*' || c == ']')
			test |= catalog.StepEnds
		}
		if i > end+8 {
			return test
		}
	}
}

// wraps reports whether a sentence goes on behind a line end: with a letter,
// or with one behind the sign of a comment.
func wraps(rest string) bool {
	for i := 0; i < len(rest) && i < 8; i++ {
		switch c := rest[i]; {
		case isLetter(c):
			return true
		case c != ' ' && c != '\t' && c != '/' && c != '*':
			return false
		}
	}
	return false
}
