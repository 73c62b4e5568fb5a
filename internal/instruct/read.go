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
	clause   = 1 // and a comma, colon or semicolon
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
	start  int
}

type found struct {
	start, end int
	demand     *catalog.Demand
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
		if k := leading(r.g, r.low[i:end]); k != nil {
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
	if r.gap.lines == 1 && r.pos > r.first && (k == nil || r.texts[0] != "") {
		// A word that a line end cuts in two.
		last := r.recent[0]
		if cut := r.low[last.end:start]; strings.TrimRight(strings.TrimLeft(cut, "-"), " \r\t") == "\n" || strings.TrimLeft(cut, "-\r") == "\n" {
			if whole := lookup(r.g, r.texts[0]+text); whole != nil && len(whole.Text) > len(r.texts[0]) && (k == nil || len(whole.Text) > len(k.Text)) && len(text) > 1 && len(r.texts[0]) > 1 {
				start, k = last.start, whole
			}
		}
	}
	switch {
	case k != nil:
		r.keyword(k, start, end, false)
	case len(text) >= minRun && len(text) <= 8*maxWord && isLetter(text[0]):
		r.compound(text, start, end, 8)
	default:
		r.unknown(text, start, end)
	}
	r.masked = false
}

// find looks a word up as it is written, and as what its letters look like.
func (r *reader) find(text string) *catalog.Keyword {
	k := lookup(r.g, text)
	if k != nil || len(text) < 3 || len(text) > maxWord {
		return k
	}
	if !ascii(text) {
		if p := plain(r.g, text); p != "" {
			k = lookup(r.g, p)
		}
		r.masked = k != nil
	}
	if k == nil && r.leet && strings.IndexByte(text, '1') >= 0 {
		if k = lookup(r.g, strings.ReplaceAll(text, "1", "i")); k == nil {
			k = lookup(r.g, strings.ReplaceAll(text, "1", "l"))
		}
	}
	return k
}

// compound splits words that were written together, if there are such. So many
// eighths of the letters must be those of keywords.
func (r *reader) compound(text string, start, end, eighths int) {
	known, words := 0, 0
	for i := 0; i < len(text); {
		if k := leading(r.g, text[i:]); k != nil {
			known += len(k.Text)
			words++
			i += len(k.Text)
			continue
		}
		i++
	}
	if words < 2 || known*8 < len(text)*eighths {
		r.unknown("", start, end)
		return
	}
	r.joined = true
	defer func() { r.joined = false }()
	rest := false
	for i := 0; i < len(text); {
		k := leading(r.g, text[i:])
		if k == nil {
			rest = true
			i++
			continue
		}
		if rest {
			r.unknown("", start, end)
			rest = false
		}
		r.keyword(k, start, end, false)
		i += len(k.Text)
	}
}

// unknown counts a word that is no keyword.
func (r *reader) unknown(text string, start, end int) {
	r.advance(text, start, end, r.before())
	r.lead = false
}

// keyword gives a keyword to the follower, and the longer one that it ends.
func (r *reader) keyword(k *catalog.Keyword, start, end int, stray bool) {
	test := r.before() | r.after(end)
	if stray {
		test |= catalog.StepStray
	}
	if (r.masked || r.leet && r.odd(start, end)) && !r.joined {
		test |= catalog.StepMasked
	}
	r.masked = false
	text := k.Text
	w := r.advance(text, start, end, test)
	r.take(k, w)
	r.lead = r.g.Classes[k.Class].Leads
	if !k.Last {
		return
	}
	const open = catalog.StepOpens | catalog.StepOrders | catalog.StepGiven
	for n := 1; n < phrase && r.recent[n].from > r.first && r.texts[n] != ""; n++ {
		if a, b := r.recent[n].end, r.recent[n-1].start; b == a+1 && r.low[a] == ' ' && text == r.low[r.recent[n-1].start:end] {
			text = r.low[r.recent[n].start:end]
		} else {
			text = r.texts[n] + " " + text
		}
		if long := lookup(r.g, text); long != nil && (long.Stem || len(long.Text) == len(text)) {
			w.start, w.from = r.recent[n].start, r.recent[n].from
			w.test = w.test&^open | r.recent[n].test&open
			r.take(long, w)
			r.lead = r.lead || r.g.Classes[long.Class].Leads
		}
	}
}

// odd reports whether a word has digits or signs in it before they were read
// as letters.
func (r *reader) odd(start, end int) bool {
	return r.v.low[start:end] != r.low[start:end] || strings.IndexByte(r.low[start:end], '1') >= 0
}

func (r *reader) take(k *catalog.Keyword, w word) {
	r.settle(w.start)
	r.next(k, w, func(d *catalog.Demand, start int) {
		for i := len(r.pending) - 1; i >= 0; i-- {
			if p := &r.pending[i]; p.demand.Reason == d.Reason && start <= p.end {
				p.start, p.end = min(p.start, start), w.end
				return
			}
		}
		r.pending = append(r.pending, found{start: start, end: w.end, demand: d})
	})
}

// advance counts a word.
func (r *reader) advance(text string, start, end int, test catalog.StepTest) word {
	r.pos += 1 + r.gap.breaks
	w := word{start: start, end: end, from: r.pos, to: r.pos, test: test}
	copy(r.recent[1:], r.recent[:phrase-1])
	copy(r.texts[1:], r.texts[:phrase-1])
	r.recent[0], r.texts[0] = w, text
	r.gap = gap{start: end}
	return w
}

// before says what stands before the next word.
func (r *reader) before() catalog.StepTest {
	var test catalog.StepTest
	if r.gap.opens {
		test |= catalog.StepOpens
	}
	if r.gap.opens || r.lead {
		test |= catalog.StepOrders
	}
	if r.gap.given {
		test |= catalog.StepGiven
	}
	return test
}

// after says what stands behind a word.
func (r *reader) after(end int) catalog.StepTest {
	var test catalog.StepTest
	near, quoted := true, false
	for i := end; ; i++ {
		if i == len(r.low) {
			return test | catalog.StepEnds
		}
		switch c := r.low[i]; {
		case c == ':' || c == '=':
			if near && (c == ':' || !quoted) {
				test |= catalog.StepNames
			}
			test |= catalog.StepEnds
		case c == '\n':
			near = false
			if !wraps(r.low[i+1:]) {
				test |= catalog.StepEnds
			}
		case c == ',':
			if near {
				test |= catalog.StepCalls
			}
			test |= catalog.StepEnds
		case c == ' ' || c == '\\' || c == '-':
			near = near && c != '-'
		case isLetter(c) || isDigit(c):
			return test
		case c >= utf8.RuneSelf:
			if x, _ := utf8.DecodeRuneInString(r.low[i:]); unicode.IsPunct(x) {
				test |= catalog.StepEnds
			}
			return test
		case c == '/' || c == '_' || c == '&' || c == '+' || c == '@' || c == '%' || c == '$':
			return test
		default:
			quoted = true
			near = near && (c == '"' || c == '\'' || c == '*' || c == ']')
			test |= catalog.StepEnds
		}
		if i > end+8 {
			return test
		}
	}
}

// wraps reports whether a sentence goes on behind a line end: with a letter,
// or with one behind the sign of a comment.
func wraps(rest string) bool {
	for i := 0; i < len(rest) && i < 8; i++ {
		switch c := rest[i]; {
		case isLetter(c):
			return true
		case c != ' ' && c != '\t' && c != '/' && c != '*':
			return false
		}
	}
	return false
}

// settle decides about what was found and is far enough behind i.
func (r *reader) settle(i int) {
	n := 0
	for _, p := range r.pending {
		if i-p.end <= quoteReach+citeAfter {
			r.pending[n] = p
			n++
			continue
		}
		if len(r.hits) < maxHits && !mentioned(r.low, p.start, p.end, r.cites) {
			r.add(&r.v, p.start, p.end, r.outer, p.demand.Reason)
		}
	}
	r.pending = r.pending[:n]
}
