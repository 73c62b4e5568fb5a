// Package lexer splits code of languages other than the shell's into names,
// strings and marks, by a table that says how those are written. It knows no
// grammar.
package lexer

import (
	"strings"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/escape"
)

// Kind says what a token is.
type Kind uint8

const (
	Word Kind = iota // a name, qualified ones whole
	Text             // a string
	Mark             // any other character
	Line             // a line end
)

// Token is one piece of code.
type Token struct {
	Kind       Kind
	Text       string // of a name with dots between its parts; of a string what it means
	Known      int    // of a string: bytes of Text that are known before the code runs
	Hole       string // of a string: what begins the parts that are not
	Shell      bool   // a string that the shell runs
	Start, End int
	hidden     [2]int // of a string: the bytes between its quotes
}

// Code is a text and its tokens.
type Code struct {
	Tokens []Token
	Cut    bool // the code goes on behind the last token

	lang     *catalog.Language
	src      string
	comments [][2]int
}

// maxTokens bounds how much code is read.
const maxTokens = 1 << 16

// Scan splits src, tolerantly: what it does not understand becomes marks. It
// takes time linear in the code: a quote is not looked for again where it was
// looked for in vain.
func Scan(lang *catalog.Language, src string) *Code {
	c := &Code{lang: lang, src: src}
	vain := map[string]int{}
	for i := 0; i < len(src); {
		if len(c.Tokens) > maxTokens {
			c.Cut = true
			break
		}
		switch b := src[i]; {
		case b == '\n':
			c.add(Token{Kind: Line, Start: i, End: i + 1})
			i++
		case b <= ' ':
			i++
		default:
			i = c.next(i, vain)
		}
	}
	return c
}

func (c *Code) add(t Token) { c.Tokens = append(c.Tokens, t) }

// next reads the token or comment at i and returns where it ends.
func (c *Code) next(i int, vain map[string]int) int {
	rest := c.src[i:]
	if end := c.comment(i); end > i {
		c.comments = append(c.comments, [2]int{i, end})
		return end
	}
	prefix := 0
	for prefix < 3 && prefix < len(rest) && strings.IndexByte(c.lang.Prefix, rest[prefix]|0x20) >= 0 {
		prefix++
	}
	for _, n := range []int{prefix, 0} {
		if end, ok := c.quoted(i, n, vain); ok {
			return end
		}
		if n == 0 {
			break
		}
	}
	if n := c.word(rest); n > 0 {
		text := rest[:n]
		if !c.lang.Lisp {
			text = dotted(text)
		}
		c.add(Token{Kind: Word, Text: text, Start: i, End: i + n})
		return i + n
	}
	_, n := utf8.DecodeRuneInString(rest)
	c.add(Token{Kind: Mark, Text: rest[:n], Start: i, End: i + n})
	return i + n
}

// comment is where the comment that begins at i ends, or i.
func (c *Code) comment(i int) int {
	rest := c.src[i:]
	for _, b := range c.lang.Blocks {
		if strings.HasPrefix(rest, b.Open) {
			if n := strings.Index(rest[len(b.Open):], b.Close); n >= 0 {
				return i + len(b.Open) + n + len(b.Close)
			}
			return len(c.src)
		}
	}
	for _, open := range c.lang.Comments {
		if strings.HasPrefix(rest, open) && (i == 0 || c.src[i-1] != '$') {
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				return i + n
			}
			return len(c.src)
		}
	}
	return i
}

// dotted writes a qualified name with dots.
func dotted(name string) string {
	if strings.ContainsAny(name, ":>?\\") {
		name = strings.NewReplacer("::", ".", "->", ".", "?.", ".", "\\", ".").Replace(name)
	}
	return strings.TrimPrefix(name, ".")
}

// quoted reads a string at i, after a prefix of n letters.
func (c *Code) quoted(i, n int, vain map[string]int) (end int, ok bool) {
	rest := c.src[i+n:]
	for k := range c.lang.Quotes {
		q := &c.lang.Quotes[k]
		if !strings.HasPrefix(rest, q.Open) || letter(q.Open[0]) && i > 0 && InWord(c.src[i-1]) {
			continue
		}
		raw, hole := q.Raw, q.Hole
		if c.lang.Prefix != "" {
			p := strings.ToLower(c.src[i : i+n])
			raw = raw || strings.Contains(p, "r")
			if !strings.Contains(p, "f") {
				hole = ""
			}
		}
		body := i + n + len(q.Open)
		stop := c.closing(q, raw, body, vain)
		if stop < 0 {
			continue
		}
		t := Token{Kind: Text, Shell: q.Shell, Start: i, End: stop + len(q.Close), hidden: [2]int{body, stop}}
		t.Text = c.src[body:stop]
		t.Known = len(t.Text)
		if hole != "" {
			if h := strings.Index(t.Text, hole); h >= 0 {
				t.Known, t.Hole = h, hole
			}
		}
		if !raw && strings.IndexByte(t.Text, '\\') >= 0 {
			head := escape.ANSI(t.Text[:t.Known])
			t.Text, t.Known = head+t.Text[t.Known:], len(head)
		}
		c.add(t)
		return t.End, true
	}
	return i, false
}

// closing finds the end of a string that begins at body, or -1.
func (c *Code) closing(q *catalog.Quote, raw bool, body int, vain map[string]int) int {
	if body <= vain[q.Open] {
		return -1
	}
	i := body
	for ; i < len(c.src); i++ {
		b := c.src[i]
		if b == q.Close[0] && strings.HasPrefix(c.src[i:], q.Close) {
			return i
		}
		if b == '\n' && !q.Lines {
			break
		}
		if b == '\\' && (!raw || c.lang.Prefix != "") {
			i++
		}
	}
	vain[q.Open] = i
	return -1
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// InWord reports whether a name may hold c.
func InWord(c byte) bool {
	return letter(c) || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// joints stand between the parts of a qualified name.
var joints = [...]string{"::", "->", "?.", ".", "\\"}

// word is how long the name is that s begins with.
func (c *Code) word(s string) int {
	if c.lang.Lisp {
		if n := strings.IndexAny(s, " \t\r\n()\"';`,[]"); n >= 0 {
			return n
		}
		return len(s)
	}
	i := 0
	for i < len(s) {
		if InWord(s[i]) || i == 0 && s[i] == '@' {
			i++
			continue
		}
		n := 0
		for _, sep := range joints {
			if strings.HasPrefix(s[i:], sep) && i+len(sep) < len(s) && (letter(s[i+len(sep)]) || s[i+len(sep)] == '_') {
				n = len(sep)
				break
			}
		}
		if n == 0 || i == 0 {
			break
		}
		i += n
	}
	return i
}

// Masked is the code with what only looks like code blanked: comments, and
// opening brackets within strings. Its length stays.
func (c *Code) Masked() string {
	var out []byte
	blank := func(from, to int, what func(byte) bool) {
		for i := from; i < to; i++ {
			if what(c.src[i]) {
				if out == nil {
					out = []byte(c.src)
				}
				out[i] = ' '
			}
		}
	}
	for _, x := range c.comments {
		blank(x[0], x[1], func(b byte) bool { return b != '\n' })
	}
	for _, t := range c.Tokens {
		if t.Kind == Text && !t.Shell {
			blank(t.hidden[0], t.hidden[1], func(b byte) bool { return b == '(' })
		}
	}
	if out == nil {
		return c.src
	}
	return string(out)
}
