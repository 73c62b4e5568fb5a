package instruct

import (
	"encoding/base64"
	"encoding/hex"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// decoded is what a part of a text stands for.
type decoded struct {
	start, end int
	text       string
}

// encoded yields what the parts of text stand for that look like base64, hex
// or binary digits.
func encoded(text string) iter.Seq[decoded] {
	return func(yield func(decoded) bool) {
		for i := 0; i < len(text); {
			if !digit64(text[i]) {
				i++
				continue
			}
			end := extent(text, i)
			if end-i >= minRun {
				if plain, ok := decode(text[i:end]); ok && !yield(decoded{i, end, plain}) {
					return
				}
			} else if n := spread(text, i); n > 0 {
				if plain, ok := decode(strings.Map(packed, text[i:i+n])); ok && !yield(decoded{i, i + n, plain}) {
					return
				}
				i += n
				continue
			}
			i = end
		}
	}
}

// extent is the end of the run at i. A long line may go on in the next one.
func extent(text string, i int) int {
	line := i
	for ; i < len(text); i++ {
		if digit64(text[i]) {
			continue
		}
		if text[i] == '=' && i+1 < len(text) && text[i+1] != '=' && digit64(text[i+1]) {
			break // NAME=value
		}
		if text[i] == '=' {
			continue
		}
		if text[i] == '\n' && i-line >= 40 && i+1 < len(text) && digit64(text[i+1]) {
			line = i + 1
			continue
		}
		break
	}
	return i
}

func digit64(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '+' || c == '/' || c == '-' || c == '_'
}

// spread is the length of a row of bytes at i, in hex or binary digits, with
// one sign between them; 0 if it is too short.
func spread(text string, i int) int {
	width := 0
	for i+width < len(text) && isHex(text[i+width]) {
		width++
	}
	if width != 2 && width != 8 || i+width >= len(text) {
		return 0
	}
	sep := text[i+width]
	if sep != ' ' && sep != ':' && sep != '-' && sep != ',' {
		return 0
	}
	n, count := width, 1
	for i+n+width < len(text) && text[i+n] == sep && allHex(text[i+n+1:i+n+1+width]) {
		n += width + 1
		count++
	}
	if count < minText {
		return 0
	}
	return n
}

func packed(r rune) rune {
	if r == ' ' || r == ':' || r == '-' || r == ',' {
		return -1
	}
	return r
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func allHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isHex(s[i]) {
			return false
		}
	}
	return true
}

// decode returns the text that run stands for, if it is one.
func decode(run string) (string, bool) {
	run = strings.Map(func(r rune) rune {
		switch r {
		case '\n', '=':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, run)
	if len(run)%8 == 0 && strings.Trim(run, "01") == "" {
		out := make([]byte, len(run)/8)
		for i := range run {
			out[i/8] = out[i/8]<<1 | run[i]&1
		}
		return readable(out)
	}
	if len(run)%2 == 0 && allHex(run) {
		if out, err := hex.DecodeString(run); err == nil {
			if text, ok := readable(out); ok {
				return text, true
			}
		}
	}
	if len(run)%4 == 1 {
		run = run[:len(run)-1]
	}
	// Most runs are none: a look at the beginning is enough.
	head, err := base64.RawStdEncoding.DecodeString(run[:min(len(run), 16)])
	if err != nil {
		return "", false
	}
	if _, ok := readable(head); !ok && len(run) > 16 {
		return "", false
	}
	out, err := base64.RawStdEncoding.DecodeString(run)
	if err != nil {
		return "", false
	}
	return readable(out)
}

// readable returns out as text if nearly all of it is. Text of two bytes for
// each letter is made one of one.
func readable(out []byte) (string, bool) {
	if len(out) < minText {
		return "", false
	}
	if out[1] == 0 && out[3] == 0 {
		half := make([]byte, 0, len(out)/2)
		for i := 0; i < len(out); i += 2 {
			half = append(half, out[i])
		}
		out = half
	}
	good, all := 0, 0
	for i := 0; i < len(out); all++ {
		r, n := utf8.DecodeRune(out[i:])
		if r != utf8.RuneError && (unicode.IsPrint(r) || r == '\n' || r == '\t' || r == '\r') {
			good++
		}
		i += n
	}
	return string(out), good*10 >= all*9
}

// rot13 turns each ASCII letter by half the alphabet.
func rot13(low string) string {
	out := []byte(low)
	for i, c := range out {
		if isLetter(c) {
			out[i] = 'a' + (c-'a'+13)%26
		}
	}
	return string(out)
}

// reversed is the text from its end, letter by letter. A letter of several
// bytes becomes as many that are none, since no keyword is written so.
func reversed(low string) string {
	out := []byte(low)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return string(out)
}

// leet reports whether digits or signs stand among letters as if they were
// some.
func leet(low string) bool {
	for i := 1; i+1 < len(low); i++ {
		c := low[i]
		if !isLetter(c) && like(c) != 0 && (isLetter(low[i-1]) && (isLetter(low[i+1]) || like(low[i+1]) != 0) || !isLetter(low[i-1]) && isLetter(low[i+1])) {
			return true
		}
	}
	return len(low) > 1 && !isLetter(low[0]) && like(low[0]) != 0 && isLetter(low[1])
}

// unleet replaces digits and signs by the letters that they are drawn like. A
// 1 is left, it can be one of two.
func unleet(low string) string {
	out := []byte(low)
	for i, c := range out {
		if isLetter(c) {
			continue
		}
		if x := like(c); x != 0 && (isDigit(c) || i+1 < len(out) && isLetter(out[i+1])) {
			out[i] = x
		}
	}
	return string(out)
}

func like(c byte) byte {
	switch c {
	case '0':
		return 'o'
	case '1':
		return '1'
	case '3':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7':
		return 't'
	case '8':
		return 'b'
	case '!':
		return 'i'
	}
	return 0
}
