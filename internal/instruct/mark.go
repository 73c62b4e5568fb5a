package instruct

import (
	"slices"
	"strings"
)

const maxMark = 40

// mark reads a tag, a marker in brackets or the like at i, if it is a keyword,
// and returns the length of its name.
func (r *reader) mark(i int) int {
	s := r.low[i:]
	key, n := "", 0
	switch {
	case strings.HasPrefix(s, "[]"), strings.HasPrefix(s, "[ ]"):
		n = strings.IndexByte(s, ']') + 1
		key = "[]"
	case strings.HasPrefix(s, "(*)"):
		key, n = "(*)", 3
	case strings.HasPrefix(s, "<<"):
		if end := name(s[2:]); end > 0 && strings.HasPrefix(s[2+end:], ">>") {
			n = end + 4
			key = s[:n]
		}
	case s[0] == '[' && i > 0 && (isLetter(r.low[i-1]) || isDigit(r.low[i-1])):
		return 0 // an index
	case s[0] == '[':
		if end := strings.IndexByte(s[:min(len(s), maxMark)], ']'); end > 0 {
			n = end + 1
			key = s[:n]
		}
	case s[0] == '<':
		return r.tag(i)
	}
	if key == "" {
		return 0
	}
	k := lookup(r.g, key)
	if k.Text == "" {
		return 0
	}
	r.gap.opens = true
	r.keyword(k, i, i+n, false)
	r.gap.opens = true
	return n
}

// tag reads an opening or closing tag. A closing one is stray if the text did
// not open it.
func (r *reader) tag(i int) int {
	s := r.low[i:]
	n := 1
	closing := strings.HasPrefix(s[n:], "/")
	if closing {
		n++
	}
	bar := strings.HasPrefix(s[n:], "|")
	if bar {
		n++
	}
	end := name(s[n:])
	if end == 0 {
		return 0
	}
	what := s[n : n+end]
	n += end
	if n < len(s) && !strings.ContainsRune("> |/\n\t:", rune(s[n])) {
		return 0
	}
	key := s[:n] + ">"
	if bar {
		key = s[:n] + "|>"
	}
	if !closing && !bar {
		if k := lookup(r.g, "</"+what+">"); k.Text != "" && len(r.opened) < maxMark {
			r.opened = append(r.opened, what)
		}
	}
	k := lookup(r.g, key)
	if k.Text == "" {
		return 0
	}
	stray := closing && !slices.Contains(r.opened, what)
	r.gap.opens = true
	r.keyword(k, i, i+n, stray)
	r.gap.opens = true
	return n
}

// name is the length of the tag name that s begins with.
func name(s string) int {
	n := 0
	for n < len(s) && n < maxMark && (isLetter(s[n]) || isDigit(s[n]) || n > 0 && (s[n] == '-' || s[n] == '_')) {
		n++
	}
	return n
}

// option reads an option like --name at i, if it is a keyword.
func (r *reader) option(i int) int {
	n := name(r.low[i+2:])
	if n == 0 || i > 0 && r.low[i-1] == '-' {
		return 0
	}
	k := lookup(r.g, r.low[i:i+2+n])
	if k.Text == "" {
		return 0
	}
	r.keyword(k, i, i+2+n, false)
	return 2 + n
}

// spelled reads a word whose letters stand apart, like a-l-l-o-w, and returns
// the length of what it read.
func (r *reader) spelled(i int) int {
	s := r.low[i:]
	if len(s) < 5 || !single(s, 0) || i > 0 && (isLetter(r.low[i-1]) || isDigit(r.low[i-1])) {
		return 0
	}
	sep := s[1]
	letters := []byte{s[0]}
	n := 0
	for n+2 < len(s) && s[n+1] == sep && s[n+2] != sep && single(s, n+2) {
		n += 2
		letters = append(letters, s[n])
	}
	if len(letters) < 3 {
		return 0
	}
	text := string(letters)
	end := i + n + 1
	start := i
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return c == '_' || c == '.' || c == ',' || c == ':' || c == '=' }) {
		if k := r.find(part); k.Text != "" {
			r.masked = true
			r.keyword(k, start, end, false)
		} else {
			r.compound(part, start, end, 5)
		}
		if strings.Contains(text, part+":") || strings.Contains(text, part+"=") {
			r.gap.given, r.gap.opens = true, true
		}
	}
	return n + 1
}

// single reports whether s[i] stands alone between two bytes that are no
// letters.
func single(s string, i int) bool {
	c := s[i]
	if !isLetter(c) && !isDigit(c) && c != '_' && c != ':' && c != '=' && c != '.' && c != ',' {
		return false
	}
	return i+1 == len(s) || !isLetter(s[i+1]) && !isDigit(s[i+1]) && s[i+1] < 0x80
}
