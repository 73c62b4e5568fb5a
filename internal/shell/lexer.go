package shell

import (
	"strings"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
)

// tokenKind says what a token of another language is.
type tokenKind uint8

const (
	tokenWord tokenKind = iota // a name, qualified ones whole
	tokenText                  // a string
	tokenMark                  // any other character
	tokenLine                  // a line end
)

// token is one piece of code in another language.
type token struct {
	kind       tokenKind
	text       string // of a name with dots between its parts; of a string what it means
	known      int    // of a string: bytes that are known before the code runs
	hole       string // of a string: what begins the parts that are not
	shell      bool   // a string that the shell runs
	start, end int
	hidden     [2]int // of a string: the bytes between its quotes
}

// lexer splits code into tokens, tolerantly: what it does not understand
// becomes marks. comments are the ranges that it passed over.
type lexer struct {
	lang     *catalog.Language
	src      string
	tokens   []token
	comments [][2]int
	cut      bool // the code goes on
}

// maxTokens bounds how much code is read.
const maxTokens = 1 << 16

// lex takes time linear in the code: a quote is not looked for again where it
// was looked for in vain.
func lex(lang *catalog.Language, src string) *lexer {
	l := &lexer{lang: lang, src: src}
	vain := map[string]int{}
	for i := 0; i < len(src); {
		if len(l.tokens) > maxTokens {
			l.cut = true
			break
		}
		c := src[i]
		switch {
		case c == '\n':
			l.add(token{kind: tokenLine, start: i, end: i + 1})
			i++
		case c <= ' ':
			i++
		default:
			i = l.next(i, vain)
		}
	}
	return l
}

func (l *lexer) add(t token) { l.tokens = append(l.tokens, t) }

// next reads the token or comment at i and returns where it ends.
func (l *lexer) next(i int, vain map[string]int) int {
	rest := l.src[i:]
	for _, b := range l.lang.Blocks {
		if strings.HasPrefix(rest, b.Open) {
			end := len(l.src)
			if n := strings.Index(rest[len(b.Open):], b.Close); n >= 0 {
				end = i + len(b.Open) + n + len(b.Close)
			}
			l.comments = append(l.comments, [2]int{i, end})
			return end
		}
	}
	for _, c := range l.lang.Comments {
		if strings.HasPrefix(rest, c) && (i == 0 || l.src[i-1] != '$') {
			end := len(l.src)
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				end = i + n
			}
			l.comments = append(l.comments, [2]int{i, end})
			return end
		}
	}
	prefix := 0
	for prefix < 3 && prefix < len(rest) && strings.IndexByte(l.lang.Prefix, rest[prefix]|0x20) >= 0 {
		prefix++
	}
	for _, n := range []int{prefix, 0} {
		if end, ok := l.quoted(i, n, vain); ok {
			return end
		}
		if n == 0 {
			break
		}
	}
	if n := l.word(rest); n > 0 {
		text := rest[:n]
		if !l.lang.Lisp {
			text = dotted(text)
		}
		l.add(token{kind: tokenWord, text: text, start: i, end: i + n})
		return i + n
	}
	_, n := utf8.DecodeRuneInString(rest)
	l.add(token{kind: tokenMark, text: rest[:n], start: i, end: i + n})
	return i + n
}

// dotted writes a qualified name with dots.
func dotted(name string) string {
	if strings.ContainsAny(name, ":>?\\") {
		name = strings.NewReplacer("::", ".", "->", ".", "?.", ".", "\\", ".").Replace(name)
	}
	return strings.TrimPrefix(name, ".")
}

// quoted reads a string at i, after a prefix of n letters.
func (l *lexer) quoted(i, n int, vain map[string]int) (end int, ok bool) {
	rest := l.src[i+n:]
	for k := range l.lang.Quotes {
		q := &l.lang.Quotes[k]
		if !strings.HasPrefix(rest, q.Open) || letter(q.Open[0]) && i > 0 && inWord(l.src[i-1]) {
			continue
		}
		raw, hole := q.Raw, q.Hole
		if l.lang.Prefix != "" {
			p := strings.ToLower(l.src[i : i+n])
			raw = raw || strings.Contains(p, "r")
			if !strings.Contains(p, "f") {
				hole = ""
			}
		}
		body := i + n + len(q.Open)
		stop := l.closing(q, raw, body, vain)
		if stop < 0 {
			continue
		}
		t := token{kind: tokenText, shell: q.Shell, start: i, end: stop + len(q.Close), hidden: [2]int{body, stop}}
		t.text = l.src[body:stop]
		t.known = len(t.text)
		if hole != "" {
			if h := strings.Index(t.text, hole); h >= 0 {
				t.known, t.hole = h, hole
			}
		}
		if !raw && strings.IndexByte(t.text, '\\') >= 0 {
			head := ansi(t.text[:t.known])
			if t.known < len(t.text) {
				t.text = head + t.text[t.known:]
			} else {
				t.text = head
			}
			t.known = len(head)
		}
		l.add(t)
		return t.end, true
	}
	return i, false
}

// closing finds the end of a string that begins at body, or -1.
func (l *lexer) closing(q *catalog.Quote, raw bool, body int, vain map[string]int) int {
	if body <= vain[q.Open] {
		return -1
	}
	i := body
	for ; i < len(l.src); i++ {
		c := l.src[i]
		if c == q.Close[0] && strings.HasPrefix(l.src[i:], q.Close) {
			return i
		}
		if c == '\n' && !q.Lines {
			break
		}
		if c == '\\' && (!raw || l.lang.Prefix != "") {
			i++
		}
	}
	vain[q.Open] = i
	return -1
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func inWord(c byte) bool {
	return letter(c) || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// word is how long the name is that s begins with.
func (l *lexer) word(s string) int {
	if l.lang.Lisp {
		if n := strings.IndexAny(s, " \t\r\n()\"';`,[]"); n >= 0 {
			return n
		}
		return len(s)
	}
	i := 0
	for i < len(s) {
		switch c := s[i]; {
		case inWord(c) || i == 0 && c == '@':
			i++
			continue
		}
		n := 0
		for _, sep := range []string{"::", "->", "?.", ".", "\\"} {
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

// masked is the code with what only looks like code blanked: comments, and
// brackets within strings. The length stays.
func (l *lexer) masked() string {
	var out []byte
	blank := func(from, to int, what func(byte) bool) {
		for i := from; i < to; i++ {
			if what(l.src[i]) {
				if out == nil {
					out = []byte(l.src)
				}
				out[i] = ' '
			}
		}
	}
	for _, c := range l.comments {
		blank(c[0], c[1], func(c byte) bool { return c != '\n' })
	}
	for _, t := range l.tokens {
		if t.kind == tokenText && !t.shell {
			blank(t.hidden[0], t.hidden[1], func(c byte) bool { return c == '(' })
		}
	}
	if out == nil {
		return l.src
	}
	return string(out)
}
