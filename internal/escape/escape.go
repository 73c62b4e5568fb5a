// Package escape decodes backslash escapes as the shell does.
package escape

import (
	"strings"
	"unicode/utf8"
)

// ANSI decodes the text between the quotes of $'…'. A NUL ends it.
func ANSI(s string) string { return decode(s, false) }

// Echo decodes what echo -e and printf %b are given: octal numbers begin with
// a zero, and \c ends the text.
func Echo(s string) string { return decode(s, true) }

func decode(s string, echo bool) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		if c != '\\' || i+1 == len(s) {
			b.WriteByte(c)
			i++
			continue
		}
		c = s[i+1]
		i += 2
		switch c {
		case 'a', 'b', 'e', 'E', 'f', 'n', 'r', 't', 'v', '\\':
			b.WriteByte("\a\b\x1b\x1b\f\n\r\t\v\\"[strings.IndexByte(`abeEfnrtv\`, c)])
		case '\'', '"', '?':
			if echo {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if echo && c != '0' {
				b.WriteString(`\` + string(c))
				continue
			}
			i--
			most := 3
			if echo {
				most = 4
			}
			n, used := digits(s[i:], most, 8)
			i += used
			if byte(n) == 0 && !echo {
				return b.String()
			}
			b.WriteByte(byte(n))
		case 'x':
			braced := !echo && i < len(s) && s[i] == '{'
			if braced {
				i++
			}
			most := 2
			if braced {
				most = len(s)
			}
			n, used := digits(s[i:], most, 16)
			i += used
			switch {
			case used == 0 && braced:
				b.WriteString(`\x{`)
				continue
			case used == 0:
				b.WriteString(`\x`)
				continue
			case braced:
				if i < len(s) && s[i] == '}' {
					i++
				}
			}
			if byte(n) == 0 && !echo {
				return b.String()
			}
			b.WriteByte(byte(n))
		case 'u', 'U':
			most := 4
			if c == 'U' {
				most = 8
			}
			n, used := digits(s[i:], most, 16)
			i += used
			if used == 0 {
				b.WriteString(`\` + string(c))
				continue
			}
			if n == 0 && !echo {
				return b.String()
			}
			if n > utf8.MaxRune {
				n = utf8.RuneError
			}
			b.WriteRune(rune(n))
		case 'c':
			if echo {
				return b.String()
			}
			if i == len(s) {
				b.WriteString(`\c`)
				continue
			}
			c = s[i]
			i++
			if c == '\\' && i < len(s) && s[i] == '\\' {
				i++
			}
			if c == '?' {
				c = 0x7f
			} else {
				c &= 0x1f
			}
			if c == 0 {
				return b.String()
			}
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// digits reads at most that many digits of a base at the start of s.
func digits(s string, most, base int) (n uint32, used int) {
	for used < len(s) && used < most {
		d := strings.IndexByte("0123456789abcdef", s[used]|0x20)
		if s[used] < '0' || d < 0 || d >= base {
			break
		}
		n = n*uint32(base) + uint32(d)
		used++
	}
	return n, used
}
