package shell

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// sed follows the commands of a sed script that run something, or read or
// write a file.
func (e *embedded) sed(text string) {
	s := sedScript{embedded: e, text: text}
	for s.at < len(text) {
		if !s.address() || !s.command() {
			return
		}
	}
}

type sedScript struct {
	*embedded
	text string
	at   int
}

// address passes over what selects lines.
func (s *sedScript) address() bool {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c <= ' ', c == ';', c == '}', c == '{', c == '!', c == ',', c == '~', c == '+', c == '$', c >= '0' && c <= '9':
			s.at++
		case c == '/':
			s.at++
			if !s.until('/') {
				return false
			}
			s.letters("IM")
		case c == '\\':
			if s.at+2 > len(s.text)-1 {
				return false
			}
			end := s.text[s.at+1]
			s.at += 2
			if !s.until(end) {
				return false
			}
			s.letters("IM")
		default:
			return true
		}
	}
	return false
}

// until passes over text up to a delimiter that no backslash hides.
func (s *sedScript) until(end byte) bool {
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

func (s *sedScript) letters(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

// line takes the rest of the line.
func (s *sedScript) line() string {
	rest := s.text[s.at:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	s.at += len(rest)
	return strings.TrimSpace(rest)
}

// command reads one command. It reports false where the script cannot be
// followed any further.
func (s *sedScript) command() bool {
	c := s.text[s.at]
	s.at++
	switch c {
	case 's', 'y':
		return s.substitute(c)
	case 'e':
		if cmd := s.line(); cmd != "" {
			s.shell(s.value(cmd))
		} else {
			s.a.opaque("the script runs its input as commands", s.span)
		}
	case 'r', 'R':
		s.touch(catalog.Read, s.value(s.line()), false)
	case 'w', 'W':
		s.touch(catalog.Write, s.value(s.line()), false)
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
func (s *sedScript) substitute(c byte) bool {
	if s.at >= len(s.text) {
		return false
	}
	end := s.text[s.at]
	s.at++
	if !s.until(end) {
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
			s.touch(catalog.Write, s.value(s.line()), false)
			return true
		case f == 'e':
			s.a.opaque("the script runs what a substitution makes", s.span)
			if !strings.ContainsAny(made, "\\&") {
				s.shell(s.value(made))
			}
		case strings.IndexByte("gpiIMm0123456789", f) < 0:
			return true
		}
		s.at++
	}
	return true
}

// value is a part of the script, unknown where the script is not known.
func (e *embedded) value(part string) value {
	v := static(part)
	if i := strings.IndexAny(part, "$`…"); e.known < len(e.text) && i >= 0 {
		v.known, v.dyn = i, true
	}
	return v
}
