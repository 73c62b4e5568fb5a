package decide

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookalikes are scripts with letters that look like Latin ones.
var lookalikes = []*unicode.RangeTable{unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu}

// Veiled reports whether the question may read otherwise to its user than to a
// reviewer or to the tables of words: it holds characters that nobody sees, other
// forms of Latin letters, or a word with letters of scripts that look alike.
func (q *Question) Veiled() bool {
	for _, text := range q.Texts() {
		if strings.ContainsFunc(text, veil) {
			return true
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
			latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) }
			other := func(r rune) bool { return unicode.In(r, lookalikes...) }
			if strings.ContainsFunc(word, latin) && strings.ContainsFunc(word, other) {
				return true
			}
		}
	}
	return false
}

// veil reports whether a character is not seen, or stands for a plain letter.
func veil(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return false
	case r >= 0xff01 && r <= 0xff5e && unicode.IsLetter(r), r >= 0x1d400 && r <= 0x1d7ff: // full width, mathematical
		return true
	}
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Other_Default_Ignorable_Code_Point)
}
