package powershell

import (
	"errors"
	"strings"
)

// Errors of Parse.
var (
	ErrDeep  = errors.New("blocks within blocks go deeper than can be read")
	ErrLong  = errors.New("the code has more words than can be read")
	ErrOpen  = errors.New("a quote or bracket is not closed")
	ErrClose = errors.New("a bracket closes nothing")
)

// Parse reads src. On an error it returns what it has understood until then.
// It takes time in proportion to the length of src.
func Parse(src string) (*Block, error) {
	p := &parser{src: src}
	b := p.block(0)
	if p.err == nil && p.at < len(p.src) {
		p.err = ErrClose
	}
	return b, p.err
}

type parser struct {
	src   string
	at    int
	depth int
	words int
	err   error
}

func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
	p.at = len(p.src)
}

func (p *parser) peek(n int) byte {
	if p.at+n < len(p.src) {
		return p.src[p.at+n]
	}
	return 0
}

func (p *parser) has(s string) bool { return strings.HasPrefix(p.src[p.at:], s) }

// blank skips blanks, comments and continued lines, and ends of lines too if
// they count for nothing.
func (p *parser) blank(lines bool) {
	for p.at < len(p.src) {
		switch c := p.src[p.at]; {
		case c == ' ' || c == '\t' || c == '\r' && p.peek(1) == '\n' || c == 0xA0:
			p.at++
		case c == '\n' || c == '\r':
			if !lines {
				return
			}
			p.at++
		case c == '`' && p.peek(1) == '\n':
			p.at += 2
		case c == '`' && p.peek(1) == '\r' && p.peek(2) == '\n':
			p.at += 3
		case c == '#':
			p.line()
		case c == '<' && p.peek(1) == '#':
			end := strings.Index(p.src[p.at:], "#>")
			if end < 0 {
				p.fail(ErrOpen)
				return
			}
			p.at += end + 2
		default:
			return
		}
	}
}

// line skips the rest of a line.
func (p *parser) line() {
	if end := strings.IndexByte(p.src[p.at:], '\n'); end >= 0 {
		p.at += end
		return
	}
	p.at = len(p.src)
}

// block reads pipelines up to the bracket that closes it, or to the end of the
// text if there is none.
func (p *parser) block(closing byte) *Block {
	b := &Block{}
	if p.depth++; p.depth > maxDepth {
		p.fail(ErrDeep)
		return b
	}
	defer func() { p.depth-- }()
	for {
		p.blank(true)
		if p.err != nil {
			return b
		}
		if p.at >= len(p.src) {
			if closing != 0 {
				p.fail(ErrOpen)
			}
			return b
		}
		c := p.src[p.at]
		switch {
		case closing != 0 && c == closing:
			p.at++
			return b
		case c == '}' || c == ')':
			if closing == 0 {
				return b
			}
			p.fail(ErrClose)
			return b
		case c == ';' || c == ',' || c == '|':
			p.at++
		case c == '&' && (p.peek(1) == '&' || p.at+1 >= len(p.src) || strings.IndexByte(" \t\r\n;", p.peek(1)) >= 0 && p.background()):
			p.at++
			if p.peek(0) == '&' {
				p.at++
			}
		default:
			start := p.at
			p.statement(b)
			if p.at == start && p.err == nil { // nothing that can begin a statement
				p.at++
			}
		}
	}
}

// background reports whether an ampersand sends a pipeline to the background:
// a call operator has something to call behind it in its line.
func (p *parser) background() bool {
	rest := strings.TrimLeft(p.src[p.at+1:], " \t")
	return rest == "" || strings.IndexByte("\r\n;)}", rest[0]) >= 0
}

// keywords begin statements whose parts are blocks and expressions in brackets,
// which are read as statements of their own.
const keywords = " if elseif else while for foreach do until switch try catch finally trap begin process end clean param return throw exit break continue in data dynamicparam parallel sequence inlinescript "

// statement reads one statement into b.
func (p *parser) statement(b *Block) {
	if name := p.keyword(); name != "" {
		switch name {
		case "function", "filter", "workflow", "configuration", "class", "enum":
			p.at += len(name)
			p.blank(true)
			w := p.argument()
			if len(w.Parts) == 1 && name != "class" && name != "enum" {
				b.Functions = append(b.Functions, w.Parts[0].Text)
			}
			return
		case "using":
			p.line()
			return
		}
		p.at += len(name)
		return
	}
	p.pipeline(b)
}

// keyword is the word of the language that stands here, in lower case.
func (p *parser) keyword() string {
	end := p.at
	for end < len(p.src) && isLetter(p.src[end]) {
		end++
	}
	if end == p.at || end < len(p.src) && strings.IndexByte(" \t\r\n({;}", p.src[end]) < 0 {
		return ""
	}
	word := strings.ToLower(p.src[p.at:end])
	switch word {
	case "function", "filter", "workflow", "configuration", "class", "enum", "using":
		return word
	}
	if strings.Contains(keywords, " "+word+" ") {
		return word
	}
	return ""
}

// pipeline reads commands with bars between them into b.
func (p *parser) pipeline(b *Block) {
	line := Pipeline{Variable: p.assigned()}
	for {
		p.blank(line.Variable != "" || len(line.Commands) > 0)
		if c, ok := p.command(); ok {
			line.Commands = append(line.Commands, c)
		}
		p.blank(false)
		if p.peek(0) != '|' || p.peek(1) == '|' {
			break
		}
		p.at++
	}
	if p.peek(0) == '|' {
		p.at += 2
	}
	b.Pipelines = append(b.Pipelines, line)
}

// assigned is the variable that an assignment which stands here gives a value
// to, "" if none does. It skips the assignment's head.
func (p *parser) assigned() string {
	start := p.at
	for p.peek(0) == '[' { // a type before the variable
		p.brackets()
		p.blank(false)
	}
	if p.peek(0) != '$' {
		p.at = start
		return ""
	}
	part, ok := p.variable()
	if ok {
		p.blank(false)
		for _, op := range []string{"??=", "+=", "-=", "*=", "/=", "%=", "="} {
			if p.has(op) && !p.has("==") {
				p.at += len(op)
				name := part.Variable
				if op != "=" || part.Member {
					name += " " // what it holds then is not known
				}
				return name
			}
		}
	}
	if p.err == nil {
		p.at = start
	}
	return ""
}

// brackets skips [ … ].
func (p *parser) brackets() {
	open := 0
	for p.at < len(p.src) {
		switch p.src[p.at] {
		case '[':
			open++
		case ']':
			open--
		case '\n':
			return
		}
		p.at++
		if open == 0 {
			return
		}
	}
}

// command reads one command of a pipeline, or an expression.
func (p *parser) command() (Command, bool) {
	c := Command{}
	switch p.peek(0) {
	case '&':
		p.at++
		p.blank(false)
	case '.':
		if strings.IndexByte(" \t\"'$(", p.peek(1)) >= 0 && p.at+1 < len(p.src) {
			p.at++
			p.blank(false)
			c.Source = true
		}
	case '$', '(', '@', '"', '\'', '[', '{', '!', '+', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		c.Expression = true
	case '-':
		c.Expression = isLetter(p.peek(1)) || p.peek(1) >= '0' && p.peek(1) <= '9'
	}
	for p.err == nil {
		p.blank(false)
		if p.at >= len(p.src) || strings.IndexByte(";|)}\n\r", p.src[p.at]) >= 0 {
			break
		}
		if p.src[p.at] == '&' {
			if p.peek(1) == '&' || p.background() {
				break
			}
			p.at++
			continue
		}
		if p.redirect(&c) {
			continue
		}
		if p.src[p.at] == ',' || c.Expression && strings.IndexByte("=+*/%<>!?:", p.src[p.at]) >= 0 {
			p.at++
			continue
		}
		if p.has("--%") && !c.Expression { // the rest of the line stands for itself
			end := p.at + len(p.src[p.at:])
			if n := strings.IndexAny(p.src[p.at:], "\r\n|"); n >= 0 {
				end = p.at + n
			}
			for _, f := range strings.Fields(p.src[p.at+3 : end]) {
				c.Words = append(c.Words, Word{Parts: []Part{{Text: f}}})
			}
			p.at = end
			continue
		}
		start := p.at
		w := p.argument()
		if p.at == start {
			p.at++
			continue
		}
		if p.words++; p.words > maxWords {
			p.fail(ErrLong)
			break
		}
		w.List = p.peek(0) == ','
		c.Words = append(c.Words, w)
	}
	return c, len(c.Words) > 0 || len(c.Redirects) > 0
}

// redirect reads a redirection that stands here.
func (p *parser) redirect(c *Command) bool {
	n := 0
	if strings.IndexByte("123456*", p.peek(0)) >= 0 && p.peek(1) == '>' {
		n = 1
	}
	if p.peek(n) != '>' || c.Expression && n == 0 && p.peek(1) == '=' {
		return false
	}
	p.at += n + 1
	r := Redirect{}
	if p.peek(0) == '>' {
		r.Append = true
		p.at++
	}
	if p.peek(0) == '&' {
		p.at = min(p.at+2, len(p.src))
		return true
	}
	p.blank(false)
	r.To = p.argument()
	c.Redirects = append(c.Redirects, r)
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func isName(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == ':' || c >= 0x80
}
