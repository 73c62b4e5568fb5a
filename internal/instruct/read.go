package instruct

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
)

const (
	sentence = 5 // so many words the end of a sentence counts as
	clause   = 1 // and a comma or semicolon
	phrase   = 4 // words of the longest keyword
)

// reader splits a view into words and gives the keywords among them to the
// follower.
type reader struct {
	*finder
	v     view
	low   string
	outer *Hit
	leet  bool // digits and signs stand for letters

	joined  bool         // several were written as one
	masked  bool         // the word at hand is not written as it is read
	first   int32        // number of the word before the first
	lead    bool         // the last word was one that an order may follow
	recent  [phrase]word // the last words, the newest first
	texts   [phrase]string
	gap     gap // what stands between the last word and the next one
	opened  []string
	pending []found
}

// gap is what separates two words.
type gap struct {
	opens  bool  // a line, sentence or clause begins
	given  bool  // a colon or an equals sign
	breaks int32 // how many words it counts as
	lines  int
}

// read looks for demands in low, a reading of v of the same length.
func (f *finder) read(v view, low string, outer *Hit, leet bool) {
	f.renew()
	r := reader{finder: f, first: f.pos, v: v, low: low, outer: outer, leet: leet}
	r.gap.opens = true
	for i := 0; i < len(low) && len(f.hits) < maxHits; {
		i = r.step(i)
	}
	r.settle(math.MaxInt)
}

// step reads what begins at i and returns where it ends.
func (r *reader) step(i int) int {
	c := r.low[i]
	switch {
	case isLetter(c) || isDigit(c) || c >= utf8.RuneSelf:
		if n := r.spelled(i); n > 0 {
			return i + n
		}
		return r.word(i)
	case c == '<' || c == '[' || c == '(':
		if n := r.mark(i); n > 0 {
			return i + n
		}
	case c == '-' && strings.HasPrefix(r.low[i:], "--"):
		if n := r.option(i); n > 0 {
			return i + n
		}
	}
	r.between(i)
	return i + 1
}

// between notes an ASCII character that stands between words.
func (r *reader) between(i int) {
	g := &r.gap
	next := byte(' ')
	if i+1 < len(r.low) {
		next = r.low[i+1]
	}
	switch r.low[i] {
	case '\n':
		g.opens = true
		if g.lines++; g.lines == 2 {
			g.breaks = sentence
		}
	case '.', '!', '?':
		if r.low[i] != '.' || next == ' ' || next == '\n' || next == '"' || next == '\'' {
			g.opens, g.breaks = true, sentence
		}
	case ':', '=':
		g.opens, g.given = true, true
	case ';', ',':
		g.opens = true
		g.breaks = max(g.breaks, clause)
	case '-':
		g.opens = g.opens || next == ' ' || next == '-'
	case '(', ')', '[', ']', '{', '}', '"', '\'', '`', '<', '>', '|', '*', '#', '~':
		g.opens = true
	}
}

// letters returns the length of the word at i. Marks count as letters, digits
// too. Apostrophes end a word.
func (r *reader) letters(i int) (n int, unspaced bool) {
	for i+n < len(r.low) {
		c := r.low[i+n]
		if c < utf8.RuneSelf {
			if !isLetter(c) && !isDigit(c) || unspaced {
				break
			}
			n++
			continue
		}
		x, size := utf8.DecodeRuneInString(r.low[i+n:])
		if !unicode.In(x, unicode.L, unicode.M, unicode.Nd) {
			break
		}
		if dense(x) != unspaced {
			if n > 0 {
				break
			}
			unspaced = true
		}
		n += size
	}
	return n, unspaced
}

// dense reports whether a letter is of a script that puts no blanks between
// words.
func dense(r rune) bool {
	return r >= 0x0E00 && r <= 0x0EFF || r >= 0x1000 && r <= 0x109F || r >= 0x1780 && r <= 0x17FF ||
		r >= 0x3040 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF
}

// word reads the word at i, or a sign that is none.
func (r *reader) word(i int) int {
	n, unspaced := r.letters(i)
	switch {
	case n == 0:
		return r.sign(i)
	case unspaced:
		r.run(i, i+n)
		return i + n
	}
	text, end := r.low[i:i+n], i+n
	if rest := r.low[end:]; len(rest) > 1 && rest[0] == '\'' {
		m, _ := r.letters(end + 1)
		switch rest[1 : 1+m] {
		case "t":
			text += "t"
			end += 2
		case "s", "re", "ll", "ve", "m", "d":
			end += 1 + m
		}
	}
	r.put(text, i, end)
	return end
}

// sign notes a character beyond ASCII that is no letter.
func (r *reader) sign(i int) int {
	x, n := utf8.DecodeRuneInString(r.low[i:])
	switch {
	case x == '。' || x == '।' || x == '؟' || x == '۔':
		r.gap.opens, r.gap.breaks = true, sentence
	case unicode.IsPunct(x) || unicode.IsSymbol(x):
		r.gap.opens = true
	}
	return i + n
}

// run splits a run of letters without blanks into keywords; each letter
// between them counts as a word.
func (r *reader) run(start, end int) {
	for i := start; i < end; {
		if k := leading(r.g, r.low[i:end]); k.Text != "" {
			r.keyword(k, i, i+len(k.Text), false)
			i += len(k.Text)
			continue
		}
		_, n := utf8.DecodeRuneInString(r.low[i:])
		r.unknown("", i, i+n)
		i += n
	}
}

// put takes a word of the text.
func (r *reader) put(text string, start, end int) {
	k := r.find(text)
	if whole := r.rejoined(text, start); whole.Text != "" && (k.Text == "" || len(whole.Text) > len(k.Text)) {
		start, k = r.recent[0].start, whole
	}
	switch {
	case k.Text != "":
		r.keyword(k, start, end, false)
	case len(text) >= minRun && len(text) <= 8*maxWord && isLetter(text[0]):
		r.compound(text, start, end, 8)
	default:
		r.unknown(text, start, end)
	}
	r.masked = false
}

// rejoined returns the keyword that the last word and the one at hand make up,
// if a line end cuts it in two.
func (r *reader) rejoined(text string, start int) catalog.Keyword {
	first := r.texts[0]
	if r.gap.lines != 1 || r.pos == r.first || len(first) < 2 || len(text) < 2 {
		return catalog.Keyword{}
	}
	if strings.Trim(strings.TrimLeft(r.low[r.recent[0].end:start], "-"), " \r\t") != "\n" {
		return catalog.Keyword{}
	}
	if k := lookup(r.g, first+text); k.Text != "" && len(k.Text) > len(first) {
		return k
	}
	return catalog.Keyword{}
}

// unknown counts a word that is no keyword.
func (r *reader) unknown(text string, start, end int) {
	r.advance(text, start, end, r.before())
	r.lead = false
}

// advance counts a word.
func (r *reader) advance(text string, start, end int, test catalog.StepTest) word {
	r.pos += 1 + r.gap.breaks
	w := word{start: start, end: end, from: r.pos, to: r.pos, test: test}
	copy(r.recent[1:], r.recent[:phrase-1])
	copy(r.texts[1:], r.texts[:phrase-1])
	r.recent[0], r.texts[0] = w, text
	r.gap = gap{}
	return w
}
