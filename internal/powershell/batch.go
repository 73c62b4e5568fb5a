package powershell

import "strings"

// Batch rewrites code of cmd.exe, with the switches of cmd itself before it, as
// PowerShell would write it, so that Parse can read it. Conditions and what a
// loop goes over are left out: what they guard may run. It takes time in
// proportion to the length of src.
func Batch(src string) string { return rewritten(src, false) }

func rewritten(src string, inner bool) string {
	b := &batch{src: strings.TrimSpace(src), inner: inner}
	for len(b.src) > 1 && b.src[0] == '/' {
		_, rest, _ := strings.Cut(b.src, " ")
		b.src = strings.TrimSpace(rest)
	}
	if n := len(b.src); n > 1 && b.src[0] == '"' && b.src[n-1] == '"' && strings.Count(b.src, `"`) == 2 {
		b.src = b.src[1 : n-1]
	}
	b.begin()
	for b.at < len(b.src) {
		b.step()
	}
	return b.out.String()
}

type batch struct {
	src    string
	at     int
	quoted bool
	inner  bool // it is the command of a loop
	out    strings.Builder
}

// step rewrites the next character.
func (b *batch) step() {
	c := b.src[b.at]
	b.at++
	next := byte(0)
	if b.at < len(b.src) {
		next = b.src[b.at]
	}
	switch {
	case c == '"':
		b.quoted = !b.quoted
		b.out.WriteByte(c)
	case c == '%' || c == '!' && b.quoted:
		b.variable(c)
	case c == '$' || c == '`':
		b.out.WriteByte('`')
		b.out.WriteByte(c)
	case c == '\n' || c == '\r':
		b.quoted = false
		b.out.WriteByte('\n')
		b.begin()
	case b.quoted:
		b.out.WriteByte(c)
	case c == '^' && next != 0:
		b.at++
		if next != '\n' && next != '\r' {
			b.out.WriteByte('`')
			b.out.WriteByte(next)
		}
	case c == '>' && next == '&':
		b.at++
		b.out.WriteString(">&")
	case c == '>':
		b.out.WriteByte(c)
		rest := strings.TrimLeft(b.src[b.at:], "> ")
		if word := keyword(rest); strings.EqualFold(word, "nul") {
			b.out.WriteString(" $null")
			b.at = len(b.src) - len(rest) + len("nul")
		}
	case c == '&' || c == '|':
		b.out.WriteByte(' ')
		b.out.WriteByte(c)
		if next == c {
			b.at++
			b.out.WriteByte(c)
		} else if c == '&' {
			b.out.WriteString("\n") // no job in the background
		}
		b.begin()
	case c == ')':
		b.out.WriteByte('\n')
		b.begin()
	case strings.IndexByte("{}'(;,#@", c) >= 0:
		b.out.WriteByte('`')
		b.out.WriteByte(c)
	default:
		b.out.WriteByte(c)
	}
}

// variable rewrites what stands behind a mark that may begin one.
func (b *batch) variable(mark byte) {
	rest := strings.TrimLeft(b.src[b.at:], string(mark))
	doubled := len(b.src) - b.at - len(rest)
	end := strings.IndexByte(rest, mark)
	name := ""
	if end > 0 {
		name, _, _ = strings.Cut(rest[:end], ":") // a part of its value
	}
	switch {
	case name != "" && strings.IndexFunc(name, odd) < 0:
		b.out.WriteString("${env:" + name + "}")
		b.at += doubled + end + 1
	case rest != "" && rest[0] != ' ': // of a loop, or an argument
		n := 0
		if rest[0] == '~' {
			n = len(rest) - len(strings.TrimLeft(rest, "~dpnxfs"))
		}
		b.out.WriteString("${batch}")
		b.at += doubled + min(n+1, len(rest))
	default:
		b.out.WriteByte(mark)
		b.at += doubled
	}
}

func odd(r rune) bool {
	return r != '_' && r != '(' && r != ')' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
}

// begin passes over what may stand before a command.
func (b *batch) begin() {
	for {
		rest := strings.TrimLeft(b.src[b.at:], " \t(@,;=")
		b.at = len(b.src) - len(rest)
		word := keyword(rest)
		after := rest[len(word):]
		switch strings.ToLower(word) {
		case "call", "else", "do":
		case "start":
			after = strings.TrimLeft(after, " ")
			if strings.HasPrefix(after, `"`) { // the title of a window
				if _, title, ok := strings.Cut(after[1:], `"`); ok {
					after = title
				}
			}
			after = switches(after)
		case "rem":
			_, after, _ = strings.Cut(after, "\n")
		case "if":
			after = condition(after)
		case "for":
			end := strings.IndexByte(after[:min(len(after), maxLoop)], ')')
			if end < 0 {
				return
			}
			if _, command, ok := strings.Cut(after[:end], "('"); ok && !b.inner { // its output is gone through
				b.out.WriteString(rewritten(strings.Trim(command, "' "), true) + "\n")
			}
			after = after[end+1:]
		default:
			return
		}
		b.at = len(b.src) - len(after)
	}
}

// maxLoop bounds what a loop may go over.
const maxLoop = 4 << 10

// keyword is the short word of letters that s begins with, "" for other words.
func keyword(s string) string {
	n := 0
	for n < len(s) && n < 6 && s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' {
		n++
	}
	if n < len(s) && strings.IndexByte(" \t\r\n(\")&|/@", s[n]) < 0 {
		return ""
	}
	return s[:n]
}

// switches passes over words that begin with a slash.
func switches(s string) string {
	for {
		s = strings.TrimLeft(s, " ")
		if !strings.HasPrefix(s, "/") {
			return s
		}
		_, s = cutWord(s)
	}
}

// condition passes over that of an if.
func condition(s string) string {
	s = switches(s)
	word, after := cutWord(s)
	if strings.EqualFold(word, "not") {
		s = after
		word, after = cutWord(s)
	}
	switch strings.ToLower(word) {
	case "exist", "defined", "errorlevel":
		_, after = cutWord(after)
		return after
	}
	if strings.Contains(word, "==") && !strings.HasSuffix(word, "==") {
		return after
	}
	if !strings.HasSuffix(word, "==") { // a word of its own compares
		_, after = cutWord(after)
	}
	_, after = cutWord(after)
	return after
}

// cutWord cuts the first word off, which quotes may hold together.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " \t")
	quoted := false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}
