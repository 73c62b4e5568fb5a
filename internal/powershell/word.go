package powershell

import "strings"

// argument reads one word.
func (p *parser) argument() Word {
	var w Word
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			w.Parts = append(w.Parts, Part{Text: text.String()})
			text.Reset()
		}
	}
	start := p.at
	for p.at < len(p.src) && p.err == nil {
		c := p.src[p.at]
		switch {
		case strings.IndexByte(" \t\r\n;|,)}", c) >= 0, c == '&' && p.at > start, c == '>' && p.at > start:
			flush()
			return w
		case c == '{':
			if p.at == start {
				p.at++
				w.Script = p.block('}')
				return w
			}
			flush()
			return w
		case c == '(' || c == '@' && p.peek(1) == '(' || c == '$' && p.peek(1) == '(':
			flush()
			p.at = strings.IndexByte(p.src[p.at:], '(') + p.at + 1
			part := Part{Block: p.block(')')}
			part.Member, part.Call = p.members()
			w.Parts = append(w.Parts, part)
		case c == '@' && p.peek(1) == '{': // a table: its values are statements
			flush()
			p.at += 2
			w.Parts = append(w.Parts, Part{Block: p.block('}'), Member: true})
		case c == '@' && (p.peek(1) == '\'' || p.peek(1) == '"') && (p.peek(2) == '\n' || p.peek(2) == '\r'):
			flush()
			w.Quoted = true
			w.Parts = append(w.Parts, p.here()...)
		case c == '\'':
			w.Quoted = w.Quoted || p.at == start
			text.WriteString(p.single())
			if text.Len() == 0 {
				w.Parts = append(w.Parts, Part{})
			}
		case c == '"':
			w.Quoted = w.Quoted || p.at == start
			flush()
			p.at++
			w.Parts = append(w.Parts, p.double("\"")...)
		case c == '$' || c == '@' && isName(p.peek(1)):
			if part, ok := p.variable(); ok {
				flush()
				w.Parts = append(w.Parts, part)
				continue
			}
			text.WriteByte(c)
			p.at++
		case c == '[' && p.at == start:
			p.typed(&w)
		case c == '`' && p.at+1 < len(p.src):
			text.WriteString(escaped(p.src[p.at+1]))
			p.at += 2
		default:
			text.WriteByte(c)
			p.at++
		}
	}
	flush()
	return w
}

// typed reads [type], and a member of it with what it is called with.
func (p *parser) typed(w *Word) {
	from := p.at
	p.brackets()
	w.Parts = append(w.Parts, Part{Text: p.src[from:p.at]})
	for p.has("::") || p.peek(0) == '.' && isName(p.peek(1)) {
		from = p.at
		p.at++
		for p.at < len(p.src) && isName(p.src[p.at]) {
			p.at++
		}
		w.Parts = append(w.Parts, Part{Text: p.src[from:p.at]})
		if p.peek(0) == '(' {
			p.at++
			w.Parts = append(w.Parts, Part{Block: p.block(')'), Member: true})
		}
	}
}

// variable reads $name, ${name}, $scope:name or a splatted @name, with the
// members that follow it.
func (p *parser) variable() (Part, bool) {
	part := Part{}
	switch {
	case p.peek(1) == '{':
		end := strings.IndexByte(p.src[p.at:], '}')
		if end < 0 {
			p.fail(ErrOpen)
			return part, false
		}
		part.Variable = strings.ToLower(p.src[p.at+2 : p.at+end])
		p.at += end + 1
	case strings.IndexByte("$?^_", p.peek(1)) >= 0 && p.at+1 < len(p.src) && !isName(p.peek(2)):
		part.Variable = p.src[p.at+1 : p.at+2]
		p.at += 2
	default:
		end := p.at + 1
		for end < len(p.src) && isName(p.src[end]) {
			end++
		}
		for end > p.at+1 && p.src[end-1] == ':' {
			end--
		}
		if end == p.at+1 {
			return part, false
		}
		part.Variable = strings.ToLower(p.src[p.at+1 : end])
		p.at = end
	}
	for _, scope := range []string{"script:", "global:", "local:", "private:", "using:", "variable:"} {
		part.Variable = strings.TrimPrefix(part.Variable, scope)
	}
	part.Member, part.Call = p.members()
	return part, true
}

// members skips .member, ::member, [index] and (arguments) behind a value, and
// reports whether there are any and the last method that is called. What it is
// called with is read for nothing.
func (p *parser) members() (found bool, call string) {
	for p.at < len(p.src) && p.err == nil {
		switch {
		case (p.peek(0) == '.' || p.has("::")) && (isLetter(p.peek(1)) || p.peek(1) == ':' || p.peek(1) == '_'):
			p.at++
			from := p.at
			for p.at < len(p.src) && isName(p.src[p.at]) {
				p.at++
			}
			if p.peek(0) == '(' {
				call = strings.ToLower(strings.TrimLeft(p.src[from:p.at], ":"))
				p.at++
				p.block(')')
			}
		case p.peek(0) == '[':
			p.brackets()
		default:
			return found, call
		}
		found = true
	}
	return found, call
}

// single reads a text in single quotes.
func (p *parser) single() string {
	var text strings.Builder
	for p.at++; ; {
		end := strings.IndexByte(p.src[p.at:], '\'')
		if end < 0 {
			p.fail(ErrOpen)
			return text.String()
		}
		text.WriteString(p.src[p.at : p.at+end])
		p.at += end + 1
		if p.peek(0) != '\'' {
			return text.String()
		}
		text.WriteByte('\'')
		p.at++
	}
}

// double reads a text in double quotes up to its end.
func (p *parser) double(end string) []Part {
	parts := []Part{}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 || len(parts) == 0 {
			parts = append(parts, Part{Text: text.String()})
			text.Reset()
		}
	}
	for p.err == nil {
		if p.at >= len(p.src) {
			p.fail(ErrOpen)
			break
		}
		c := p.src[p.at]
		switch {
		case p.has(end) && end == "\"" && p.peek(1) == '"':
			text.WriteByte('"')
			p.at += 2
		case p.has(end):
			p.at += len(end)
			flush()
			return parts
		case c == '`' && p.at+1 < len(p.src):
			text.WriteString(escaped(p.src[p.at+1]))
			p.at += 2
		case c == '$' && p.peek(1) == '(':
			flush()
			p.at += 2
			parts = append(parts, Part{Block: p.block(')')})
		case c == '$':
			from := p.at
			if part, ok := p.plainVariable(); ok {
				flush()
				parts = append(parts, part)
				continue
			}
			text.WriteByte(c)
			p.at = from + 1
		default:
			text.WriteByte(c)
			p.at++
		}
	}
	flush()
	return parts
}

// plainVariable is a variable in a text: members are text there.
func (p *parser) plainVariable() (Part, bool) {
	inner := &parser{src: p.src, at: p.at}
	end := p.at + 1
	if p.peek(1) == '{' {
		n := strings.IndexByte(p.src[p.at:], '}')
		if n < 0 {
			return Part{}, false
		}
		end = p.at + n + 1
	} else {
		for end < len(p.src) && isName(p.src[end]) {
			end++
		}
	}
	inner.src = p.src[:end]
	part, ok := inner.variable()
	p.at = inner.at
	return part, ok
}

// here reads a here-string, whose closing quote begins a line.
func (p *parser) here() []Part {
	quote := p.src[p.at+1]
	p.at += 2
	if p.peek(0) == '\r' {
		p.at++
	}
	if p.peek(0) == '\n' {
		p.at++
	}
	end := "\n" + string(quote) + "@"
	if quote == '"' {
		if p.has("\"@") {
			p.at += 2
			return []Part{{}}
		}
		return p.double(end)
	}
	n := strings.Index(p.src[p.at:], end)
	if p.has("'@") {
		p.at += 2
		return []Part{{}}
	}
	if n < 0 {
		p.fail(ErrOpen)
		return nil
	}
	text := p.src[p.at : p.at+n]
	p.at += n + len(end)
	return []Part{{Text: strings.TrimSuffix(text, "\r")}}
}

// escaped is what a backtick and a letter stand for. Older versions have no
// sign for the letter e, and hide it that way.
func escaped(c byte) string {
	switch c {
	case '0':
		return "\x00"
	case 'a':
		return "\a"
	case 'b':
		return "\b"
	case 'f':
		return "\f"
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case 'v':
		return "\v"
	case '\n':
		return " "
	}
	return string([]byte{c})
}
