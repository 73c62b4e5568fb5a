package script

import "strings"

// Sed lists the steps of a sed script, up to where it can be followed.
func Sed(text string) []Step {
	s := sed{text: text}
	for s.at < len(text) {
		if !s.address() || !s.command() {
			break
		}
	}
	return s.steps
}

type sed struct {
	text  string
	at    int
	steps []Step
}

func (s *sed) add(does Does, text string) { s.steps = append(s.steps, Step{does, text}) }

// address passes over what selects lines.
func (s *sed) address() bool {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c <= ' ', c == ';', c == '}', c == '{', c == '!', c == ',', c == '~', c == '+', c == '$', c >= '0' && c <= '9':
			s.at++
		case c == '/':
			s.at++
			if !s.pattern('/') {
				return false
			}
			s.letters("IM")
		case c == '\\':
			if s.at+2 > len(s.text)-1 {
				return false
			}
			end := s.text[s.at+1]
			s.at += 2
			if !s.pattern(end) {
				return false
			}
			s.letters("IM")
		default:
			return true
		}
	}
	return false
}

// pattern passes over a regular expression up to a delimiter that neither a
// backslash nor a bracket hides.
func (s *sed) pattern(end byte) bool {
	vain := false // no later bracket is closed either
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case end:
			s.at++
			return true
		case '[':
			if n := bracket(s.text[s.at:]); n > 0 && !vain {
				s.at += n - 1
			} else {
				vain = true
			}
		}
	}
	return false
}

// bracket is how long the set is that s begins with, 0 if it has no end.
func bracket(s string) int {
	i := 1
	if strings.HasPrefix(s[i:], "^") {
		i++
	}
	if strings.HasPrefix(s[i:], "]") {
		i++
	}
	for i < len(s) {
		switch {
		case s[i] == ']':
			return i + 1
		case s[i] == '\n':
			return 0
		case s[i] == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			n := strings.Index(s[i+2:], s[i+1:i+2]+"]")
			if n < 0 {
				return 0
			}
			i += n + 4
		default:
			i++
		}
	}
	return 0
}

// until passes over text up to a delimiter that no backslash hides.
func (s *sed) until(end byte) bool {
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case end:
			s.at++
			return true
		}
	}
	return false
}

func (s *sed) letters(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

// line takes the rest of the line.
func (s *sed) line() string {
	rest := s.text[min(s.at, len(s.text)):]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	s.at += len(rest)
	return strings.TrimSpace(rest)
}

// command reads one command. It reports false where the script cannot be
// followed any further.
func (s *sed) command() bool {
	c := s.text[s.at]
	s.at++
	switch c {
	case 's', 'y':
		return s.substitute(c)
	case 'e':
		if cmd := s.line(); cmd != "" {
			s.add(Runs, cmd)
		} else {
			s.add(Unknown, "the script runs its input as commands")
		}
	case 'r', 'R':
		s.add(Reads, s.line())
	case 'w', 'W':
		s.add(Writes, s.line())
	case 'a', 'i', 'c':
		for strings.HasSuffix(s.line(), "\\") && s.at < len(s.text) {
			s.at++
		}
	case '#':
		s.line()
	case ':', 'b', 't', 'T':
		for s.at < len(s.text) && strings.IndexByte(";}\n", s.text[s.at]) < 0 {
			s.at++
		}
	}
	return true
}

// substitute reads what follows s or y.
func (s *sed) substitute(c byte) bool {
	if s.at >= len(s.text) {
		return false
	}
	end := s.text[s.at]
	s.at++
	if c == 's' && !s.pattern(end) || c == 'y' && !s.until(end) {
		return false
	}
	start := s.at
	if !s.until(end) || c == 'y' {
		return c == 'y'
	}
	made := s.text[start : s.at-1]
	for s.at < len(s.text) {
		switch f := s.text[s.at]; {
		case f == 'w':
			s.at++
			s.add(Writes, s.line())
			return true
		case f == 'e':
			s.add(Unknown, "the script runs what a substitution makes")
			if !strings.ContainsAny(made, "\\&") {
				s.add(Runs, made)
			}
		case strings.IndexByte("gpiIMm0123456789", f) < 0:
			return true
		}
		s.at++
	}
	return true
}

// Filled reports whether each expansion in the text of a sed script only fills
// an address, a pattern or a replacement, so that what the script does shows.
func Filled(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		end := expansion(text, i)
		if end == i {
			continue
		}
		if end >= len(text) || strings.IndexByte(";}\n", text[end]) >= 0 {
			return false
		}
		if i == 0 || strings.IndexByte(";{},\n", text[i-1]) >= 0 {
			if strings.IndexByte(",pdq=!~+", text[end]) < 0 {
				return false
			}
		}
		i = end - 1
	}
	return true
}

// expansion is where the shell's expansion that begins at i ends, i if none does.
func expansion(text string, i int) int {
	if text[i] == '`' {
		if n := strings.IndexByte(text[i+1:], '`'); n >= 0 {
			return i + n + 2
		}
		return len(text)
	}
	if text[i] != '$' || i+1 == len(text) {
		return i
	}
	closer := byte(0)
	switch text[i+1] {
	case '{':
		closer = '}'
	case '(':
		closer = ')'
	default:
		end := i + 1
		for end < len(text) && (text[end] == '_' || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || end > i+1 && text[end] >= '0' && text[end] <= '9') {
			end++
		}
		if end == i+1 {
			return i
		}
		return end
	}
	depth := 0
	for end := i + 1; end < len(text); end++ {
		switch text[end] {
		case text[i+1]:
			depth++
		case closer:
			if depth--; depth == 0 {
				return end + 1
			}
		}
	}
	return len(text)
}
