package instruct

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape replaces backslash, percent and entity escapes by what they stand
// for, and reports whether there were any.
func (v *view) unescape() bool {
	s := v.low
	if strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '&') < 0 {
		return false
	}
	var out []byte
	var at []int32
	done := 0
	for i := 0; i < len(s); i++ {
		b, n := escape(s[i:])
		if n == 0 {
			continue
		}
		if out == nil {
			out, at = make([]byte, 0, len(s)), make([]int32, 0, len(s)+1)
		}
		for ; done < i; done++ {
			out, at = append(out, s[done]), append(at, int32(v.offset(done)))
		}
		out = append(out, b...)
		for len(at) < len(out) {
			at = append(at, int32(v.offset(i)))
		}
		i += n - 1
		done = i + 1
	}
	if out == nil {
		return false
	}
	for ; done < len(s); done++ {
		out, at = append(out, s[done]), append(at, int32(v.offset(done)))
	}
	v.low, v.at = string(out), append(at, int32(v.end))
	return true
}

// escape reads an escape at the start of s: what it stands for and its length,
// which is 0 if there is none.
func escape(s string) (string, int) {
	switch s[0] {
	case '\\':
		return backslash(s)
	case '%':
		if c, ok := number(s, 1, 2, 16); ok && c >= ' ' || c == '\n' {
			return string([]byte{byte(c)}), 3
		}
	case '&':
		return entity(s)
	}
	return "", 0
}

func backslash(s string) (string, int) {
	if len(s) < 2 {
		return "", 0
	}
	switch s[1] {
	case 'n', 'r':
		return "\n", 2
	case 't', 'f', 'v':
		return " ", 2
	case '"', '\'', '`', '/':
		return s[1:2], 2
	case 'x':
		if c, ok := number(s, 2, 2, 16); ok {
			return string([]byte{byte(c)}), 4
		}
	case 'u':
		if strings.HasPrefix(s, `\u{`) {
			if end := strings.IndexByte(s[:min(len(s), 12)], '}'); end > 3 {
				if c, ok := number(s, 3, end-3, 16); ok {
					return letter(c), end + 1
				}
			}
			return "", 0
		}
		c, ok := number(s, 2, 4, 16)
		if !ok {
			return "", 0
		}
		if utf16.IsSurrogate(rune(c)) && strings.HasPrefix(s[6:], `\u`) {
			if low, ok := number(s, 8, 4, 16); ok {
				return letter(int(utf16.DecodeRune(rune(c), rune(low)))), 12
			}
		}
		return letter(c), 6
	case 'U':
		if c, ok := number(s, 2, 8, 16); ok {
			return letter(c), 10
		}
	case '0', '1':
		if c, ok := number(s, 1, 3, 8); ok && c >= ' ' {
			return string([]byte{byte(c)}), 4
		}
	}
	return "", 0
}

// named is what an entity stands for.
func named(entity string) (string, bool) {
	switch strings.ToLower(entity) {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	case "nbsp", "tab":
		return " ", true
	case "newline":
		return "\n", true
	case "colon":
		return ":", true
	case "sol":
		return "/", true
	case "vert":
		return "|", true
	case "lsqb":
		return "[", true
	case "rsqb":
		return "]", true
	case "shy", "zwj", "zwnj":
		return "", true
	}
	return "", false
}

func entity(s string) (string, int) {
	end := 1
	for end < len(s) && end < 12 && (isLetter(s[end]) || isDigit(s[end]) || s[end] == '#' && end == 1) {
		end++
	}
	semicolon := 0
	if end < len(s) && s[end] == ';' {
		semicolon = 1
	}
	if end > 2 && s[1] == '#' {
		from, base := 2, 10
		if s[2] == 'x' || s[2] == 'X' {
			from, base = 3, 16
		}
		if c, ok := number(s, from, end-from, base); ok {
			return letter(c), end + semicolon
		}
		return "", 0
	}
	if text, ok := named(s[1:end]); ok && semicolon == 1 {
		return text, end + 1
	}
	return "", 0
}

func letter(c int) string {
	if c < 0 || c > utf8.MaxRune {
		return ""
	}
	return string(rune(c))
}

// number reads n digits of s from an offset.
func number(s string, from, n, base int) (int, bool) {
	if n < 1 || n > 8 || len(s) < from+n {
		return 0, false
	}
	value := 0
	for _, c := range []byte(s[from : from+n]) {
		d := 99
		switch {
		case isDigit(c):
			d = int(c - '0')
		case isLetter(c):
			d = int(c|0x20-'a') + 10
		}
		if d >= base {
			return 0, false
		}
		value = value*base + d
	}
	return value, true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
