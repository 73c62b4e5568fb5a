package instruct

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// view is a text in normal form, and where in the input its bytes come from.
type view struct {
	low  string  // no upper case, no compatibility forms, no marks, nothing invisible
	at   []int32 // input offset of each byte, and of the end; nil: byte for byte the same
	end  int     // length of the input
	back bool    // at falls

	unseen int // letters that do not show, and places where such a sign cuts a word
}

func (v *view) offset(i int) int {
	if v.at == nil {
		return i
	}
	return int(v.at[i])
}

// Fold brings text into the normal form that keywords are written in.
func Fold(text string) string { return fold(text).low }

func fold(text string) view {
	v := view{low: text, end: len(text)}
	for range maxDepth {
		if !v.unescape() {
			break
		}
	}
	v.normalize()
	return v
}

// normalize does for v.low what Unicode's compatibility decomposition does,
// and drops case, marks and what does not show.
func (v *view) normalize() {
	if ascii(v.low) {
		v.low = strings.ToLower(v.low)
		return
	}
	out := make([]byte, 0, len(v.low)+len(v.low)/8)
	at := make([]int32, 0, cap(out)+1)
	after := false // behind a tag character
	for i := 0; i < len(v.low); {
		from := int32(v.offset(i))
		if c := v.low[i]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			if after {
				out, at = append(out, ' '), append(at, from)
			}
			after = false
			out, at = append(out, c), append(at, from)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(v.low[i:])
		if tag(r) != after && len(out) > 0 {
			out = append(out, ' ') // what is seen and what is not are no word together
		}
		after = tag(r)
		if after || hidden(r) && i > 0 && isLetter(v.low[i-1]) && i+n < len(v.low) && isLetter(v.low[i+n]) {
			v.unseen++
		}
		if d := norm.NFKD.PropertiesString(v.low[i:]).Decomposition(); d != nil {
			for len(d) > 0 {
				r, n := utf8.DecodeRune(d)
				out = appendPlain(out, r)
				d = d[n:]
			}
		} else {
			out = appendPlain(out, r)
		}
		for len(at) < len(out) {
			at = append(at, from)
		}
		i += n
	}
	v.at = append(at, int32(v.end))
	v.low = string(out)
}

// appendPlain appends the plain form of a letter that has no decomposition.
func appendPlain(out []byte, r rune) []byte {
	switch {
	case r < utf8.RuneSelf:
		return append(out, byte(unicode.ToLower(r)))
	case tag(r):
		return append(out, byte(unicode.ToLower(r-0xE0000)))
	case r >= 0x1F1E6 && r <= 0x1F1FF: // regional indicators
		return append(out, byte('a'+r-0x1F1E6))
	case r >= 0x1F150 && r <= 0x1F169, r >= 0x1F170 && r <= 0x1F189: // white on black
		return append(out, byte('a'+(r-0x1F150)%0x20))
	case hidden(r), unicode.Is(unicode.Mn, r) && (r < 0x0900 && !unicode.Is(unicode.Arabic, r) || r >= 0x1AB0 && r < 0x2100):
		return out
	}
	switch r = unicode.ToLower(r); r {
	case 'ı':
		return append(out, 'i')
	case 'ł':
		return append(out, 'l')
	case 'đ', 'ð':
		return append(out, 'd')
	case 'ø':
		return append(out, 'o')
	case 'ß':
		return append(out, "ss"...)
	case 'æ':
		return append(out, "ae"...)
	case 'œ':
		return append(out, "oe"...)
	case '‘', '’':
		return append(out, '\'')
	case '“', '”', '„', '«', '»', '「', '」':
		return append(out, '"')
	case '\u2028', '\u2029', '\u0085':
		return append(out, '\n')
	}
	return utf8.AppendRune(out, r)
}

// tag reports whether r is one of the characters that stand for ASCII ones and
// do not show.
func tag(r rune) bool { return r >= 0xE0020 && r <= 0xE007E }

// hidden reports whether a character takes no room, or only says in which
// direction text runs.
func hidden(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
