package secret

import "github.com/ravenclaude/thing/internal/catalog"

const (
	maxName  = 128
	maxValue = 1 << 10
	maxGap   = 8   // blanks between a name, its sign and its value
	maxBody  = 512 // from a name to the line of its block that holds the value
)

// name is the name of something that is given a value, with the places that
// the value may have.
type name struct {
	span
	values []span
}

// nameAt is the name around an offset. A run that is too long to be one has
// no values.
func (s *scanner) nameAt(at int) name {
	if at >= s.name.start && at < s.name.end {
		return s.name
	}
	n := name{span: span{at, at}}
	for n.start > max(s.name.end, 0, at-maxName) && inName(s.text[n.start-1]) {
		n.start--
	}
	for n.end < len(s.text) && inName(s.text[n.end]) {
		n.end++
	}
	if n.end-n.start <= maxName {
		n.values = s.values(n.span)
	}
	s.name = n
	return n
}

func inName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '.' || c == '$'
}

// values finds what a name is given, in the forms of shells, programming
// languages, dotenv, INI, JSON, YAML, TOML, XML, HCL, headers, URLs and options.
func (s *scanner) values(n span) []span {
	i := n.end
	for i < len(s.text) && i < n.end+4 && closes(s.text[i]) {
		i++
	}
	quoted := i > n.end
	k := s.blanks(i)
	switch {
	case k >= len(s.text):
		return nil
	case s.text[k] == '=' || s.text[k] == ':' || s.text[k] == '+' || s.text[k] == '?':
		return s.assigned(k)
	case s.text[k] == ',' && quoted:
		if out := s.entry(k + 1); out != nil {
			return out
		}
		if v, ok := s.quotedAt(s.blanks(k + 1)); ok {
			return []span{v}
		}
		return nil
	case s.text[k] == '>' && n.start > 0 && s.text[n.start-1] == '<':
		return s.until(k+1, '<')
	case s.text[k] == '{' && quoted:
		return s.block(k+1, "default")
	case quoted:
		return s.entry(k)
	case s.text[n.start] == '-' && k > n.end:
		return s.valueAt(k)
	case s.text[k] == '\n' || s.text[k] == '\r':
		return s.entry(k)
	}
	return nil
}

// closes reports whether a character may end a quoted or indexed name.
func closes(c byte) bool {
	return c == '"' || c == '\'' || c == '`' || c == ']' || c == ')' || c == '\\'
}

func (s *scanner) blanks(i int) int {
	for most := min(i+maxGap, len(s.text)); i < most && (s.text[i] == ' ' || s.text[i] == '\t'); i++ {
	}
	return i
}

// assigned is the value behind a sign like =, :, := or =>, at k. Behind a
// colon there may be a type first.
func (s *scanner) assigned(k int) []span {
	colon := s.text[k] == ':'
	i := k
	for i < len(s.text) && i < k+3 && (s.text[i] == '=' || s.text[i] == ':' || s.text[i] == '>' || s.text[i] == '+' || s.text[i] == '?') {
		i++
	}
	if sign := s.text[k:i]; sign == "::" || sign == ":::" || sign == "?" || sign == "+" {
		return nil
	}
	i = s.blanks(i)
	if colon {
		i = s.scalar(i)
	}
	out := s.valueAt(i)
	if colon && i < len(s.text) && letter(s.text[i]) {
		j := i
		for j < len(s.text) && j < i+48 && typeByte(s.text[j]) {
			j++
		}
		if j+1 < len(s.text) && s.text[j] == '=' && s.text[j+1] != '=' {
			out = append(out, s.valueAt(s.blanks(j+1))...)
		}
	}
	return out
}

// scalar skips the sign of a YAML text that begins on the next line.
func (s *scanner) scalar(i int) int {
	if i >= len(s.text) || s.text[i] != '|' && s.text[i] != '>' {
		return i
	}
	j := i + 1
	for j < len(s.text) && j < i+3 && (s.text[j] == '-' || s.text[j] == '+') {
		j++
	}
	if j >= len(s.text) || s.text[j] != '\n' {
		return i
	}
	for most := min(j+40, len(s.text)); j < most && (s.text[j] == '\n' || s.text[j] == ' '); j++ {
	}
	return j
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '&' }

// typeByte reports whether a character may stand in the name of a type.
func typeByte(c byte) bool {
	return inName(c) || c == ' ' || c == '<' || c == '>' || c == '[' || c == ']' || c == '&' || c == '|' || c == '\''
}

// entry is the value of an entry that gives its name and its value apart:
// {"name": "X", "value": "v"}, or the same in YAML or as attributes.
func (s *scanner) entry(i int) []span {
	most := min(i+48, len(s.text))
	for i < most && (s.text[i] == ' ' || s.text[i] == '\t' || s.text[i] == '\n' || s.text[i] == '\r' || s.text[i] == ',' || s.text[i] == '"' || s.text[i] == '\'' || s.text[i] == '\\' && i+1 < most && s.text[i+1] == '"') {
		i++
	}
	return s.member(i, "value")
}

// block looks in the block that begins at i for a member.
func (s *scanner) block(i int, key string) []span {
	for most := min(i+maxBody, len(s.text)); i < most && s.text[i] != '}'; i++ {
		if s.text[i] == '\n' || s.text[i] == ' ' || s.text[i] == '\t' {
			if out := s.member(i+1, key); out != nil {
				return out
			}
		}
	}
	return nil
}

// member is the value of a key that stands at i.
func (s *scanner) member(i int, key string) []span {
	if !catalog.FoldPrefix(s.text[min(i, len(s.text)):], key) {
		return nil
	}
	i += len(key)
	for most := min(i+2, len(s.text)); i < most && closes(s.text[i]); i++ {
	}
	i = s.blanks(i)
	if i >= len(s.text) || s.text[i] != '=' && s.text[i] != ':' {
		return nil
	}
	return s.valueAt(s.blanks(i + 1))
}

// valueAt is the value that begins at i.
func (s *scanner) valueAt(i int) []span {
	if i < len(s.text) && i+1 < len(s.text) && (s.text[i] == '$' || s.text[i] == '@' || letter(s.text[i])) && (s.text[i+1] == '"' || s.text[i+1] == '\'') {
		i++ // $'…', b"…"
	}
	if v, ok := s.quotedAt(i); ok {
		return []span{v}
	}
	end := i
	for most := min(i+maxValue, len(s.text)); end < most && !ends(s.text[end]); end++ {
	}
	if end == i {
		return nil
	}
	out := []span{{i, end}}
	// What ends a sentence, or an expression of sed, is not part of it.
	for end > i && (s.text[end-1] == '/' || s.text[end-1] == '.' || s.text[end-1] == ':') {
		end--
	}
	if end > i && end < out[0].end {
		out = append(out, span{i, end})
	}
	return out
}

// ends reports whether a character ends a value that has no quotes.
func ends(c byte) bool { return breaks(c) || c == '&' }

// quotedAt is the text between the quotes at i, which a backslash may stand
// in front of.
func (s *scanner) quotedAt(i int) (span, bool) {
	escaped := i < len(s.text) && s.text[i] == '\\'
	if escaped {
		i++
	}
	if i >= len(s.text) || s.text[i] != '"' && s.text[i] != '\'' && s.text[i] != '`' {
		return span{}, false
	}
	quote := s.text[i]
	i++
	for end := i; end < len(s.text) && end <= i+maxValue && s.text[end] != '\n'; end++ {
		if s.text[end] == quote || escaped && s.text[end] == '\\' {
			return span{i, end}, end > i
		}
	}
	return span{}, false
}

// until is the text from i to the next c.
func (s *scanner) until(i int, c byte) []span {
	for end := i; end < len(s.text) && end < i+maxValue && s.text[end] != '\n'; end++ {
		if s.text[end] == c && end > i {
			return []span{{i, end}}
		}
	}
	return nil
}
