package instruct

import "unicode/utf8"

const (
	minText = 8  // no order is shorter
	minRun  = 16 // nor is one in base64 or hex
)

// suspect reports whether text may hold an order that no keyword shows: it
// looks encoded, escaped or spelled out, or is not all ASCII.
func suspect(text string) bool {
	var s shape
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= utf8.RuneSelf {
			return true
		}
		switch k := kindOf(c); k {
		case kindOther:
			s.end()
		case kindMark:
			s.end()
			if escapeAhead(text[i:]) {
				s.escapes++
			}
		default:
			s.add(k, c)
		}
		if s.odd() {
			return true
		}
	}
	s.end()
	return s.odd()
}

// shape is what a text looks like up to some place.
type shape struct {
	escapes int // of letters
	singles int // words of one letter in a row
	rows    int // words in a row that are a byte in hex or binary

	run                  int // letters and digits of the word at hand
	turns                int // from letter to digit in it, or back
	upper, lower, digits bool
	hex                  bool
	last                 kind
	masked               bool // a word has as many turns as leet has
}

func (s *shape) add(k kind, c byte) {
	if s.run == 0 {
		s.hex = true
	}
	s.run++
	s.hex = s.hex && isHex(c)
	switch k {
	case kindUpper:
		s.upper, k = true, kindLower
	case kindLower:
		s.lower = true
	case kindDigit:
		s.digits = true
	}
	if s.run > 1 && k != s.last {
		if s.turns++; s.turns >= 2 {
			s.masked = true
		}
	}
	s.last = k
}

// end takes the end of a word.
func (s *shape) end() {
	if s.run == 0 {
		return
	}
	if s.run == 1 {
		s.singles++
	} else {
		s.singles = 0
	}
	if s.hex && (s.run == 2 || s.run == 8) {
		s.rows++
	} else {
		s.rows = 0
	}
	s.run, s.turns, s.upper, s.lower, s.digits = 0, 0, false, false, false
}

func (s *shape) odd() bool {
	return s.masked || s.escapes >= 3 || s.singles >= 5 || s.rows >= minText ||
		s.run >= minRun && (s.digits || s.upper && s.lower)
}

type kind uint8

const (
	kindOther kind = iota
	kindLower
	kindUpper
	kindDigit
	kindMark // an escape may begin
)

func kindOf(c byte) kind {
	switch {
	case 'a' <= c && c <= 'z':
		return kindLower
	case 'A' <= c && c <= 'Z':
		return kindUpper
	case isDigit(c):
		return kindDigit
	case c == '\\', c == '%', c == '&':
		return kindMark
	}
	return kindOther
}

// escapeAhead reports whether s begins with an escape that stands for a letter,
// or for what begins another escape.
func escapeAhead(s string) bool {
	text, n := escape(s)
	return n > 2 && text != "" && (isLetter(text[0]) || text[0] == '%' || text[0] >= utf8.RuneSelf)
}
