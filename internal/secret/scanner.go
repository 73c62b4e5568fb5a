package secret

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/pattern"
)

// What bounds the work on one text. Windows are wide enough for the longest
// secrets that are known, and so are names.
const (
	wordBefore  = 512
	wordAfter   = 4 << 10
	lineBefore  = 1 << 10
	lineAfter   = 4 << 10
	blockAfter  = 16 << 10
	maxHits     = 4096
	leastBudget = 1 << 19
	perByte     = 8 // times that each byte may be looked at by some expression
)

// scanner looks through one text.
type scanner struct {
	t      *catalog.Tables
	text   string
	done   []int // by kind: what lies before was looked at
	hits   []Hit
	spent  int
	budget int
	word   span // the last one that was asked for
	name   name // likewise
}

type span struct{ start, end int }

func newScanner(t *catalog.Tables, text string) *scanner {
	return &scanner{t: t, text: text, done: make([]int, len(t.Secrets)), budget: leastBudget + perByte*len(text), name: name{span: span{0, -1}}}
}

// look tries one kind where one of its keywords stands.
func (s *scanner) look(kind, at int) {
	if at < s.done[kind] {
		return
	}
	k := &s.t.Secrets[kind]
	if k.Within == catalog.WithinValue {
		s.named(kind, at)
		return
	}
	w := s.window(k.Within, at)
	w.start = max(w.start, s.done[kind])
	s.done[kind] = w.end
	if w.end-w.start >= k.Least && s.near(k.Near, at) {
		s.search(k, w)
	}
}

// window is the part of the text that a keyword opens.
func (s *scanner) window(within catalog.Within, at int) span {
	switch within {
	case catalog.WithinWord:
		return s.wordAt(at)
	case catalog.WithinBlock:
		return span{s.lineStart(at), min(at+blockAfter, len(s.text))}
	}
	return span{s.lineStart(at), s.lineEnd(at)}
}

func (s *scanner) lineStart(at int) int {
	least := max(0, at-lineBefore)
	for at > least && s.text[at-1] != '\n' {
		at--
	}
	return at
}

func (s *scanner) lineEnd(at int) int {
	most := min(at+lineAfter, len(s.text))
	for at < most && s.text[at] != '\n' {
		at++
	}
	return at
}

// wordAt is the run of characters around an offset that a token can be made
// of. An escaped line end or tab in front of it, as in JSON, is not part of it.
func (s *scanner) wordAt(at int) span {
	if at < s.word.end && at >= s.word.start {
		return s.word
	}
	w := span{at, at}
	for least := max(0, at-wordBefore); w.start > least && !breaks(s.text[w.start-1]); w.start-- {
		if c := s.text[w.start-1]; (c == 'n' || c == 't' || c == 'r') && w.start > 1 && s.text[w.start-2] == '\\' {
			break
		}
	}
	for most := min(at+wordAfter, len(s.text)); w.end < most && !breaks(s.text[w.end]); w.end++ {
	}
	s.word = w
	return w
}

// breaks reports whether a character can stand in no token.
func breaks(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\v', '\f', '"', '\'', '`', '<', '>', '(', ')', '{', '}', '[', ']', ';', ',', '\\', '|':
		return true
	}
	return c < ' '
}

// search collects every secret of a kind in a window.
func (s *scanner) search(k *catalog.Secret, w span) {
	re := pattern.Compiled(k.Pattern)
	s.spent += w.end - w.start
	for at := w.start; at < w.end && len(s.hits) <= maxHits; {
		loc := re.FindStringSubmatchIndex(s.text[at:w.end])
		if loc == nil {
			return
		}
		found := group(loc, at)
		if is(k, s.text[found.start:found.end]) {
			s.hits = append(s.hits, Hit{k, found.start, found.end})
		}
		// What ends one secret may be what the next one begins behind.
		at = max(found.end, at+1)
	}
}

// group is the first group that took part, or the whole match.
func group(loc []int, at int) span {
	for i := 2; i+1 < len(loc); i += 2 {
		if loc[i] >= 0 && loc[i] < loc[i+1] {
			return span{at + loc[i], at + loc[i+1]}
		}
	}
	return span{at + loc[0], at + loc[1]}
}

// named tries a kind on the value of the name that holds its keyword.
func (s *scanner) named(kind, at int) {
	k := &s.t.Secrets[kind]
	n := s.nameAt(at)
	s.done[kind] = max(n.end, at+1)
	for _, v := range n.values {
		s.spent += v.end - v.start
		if v.end-v.start < k.Least || !mixed(k, s.text[v.start:v.end]) || !s.near(k.Near, at) {
			continue
		}
		if !called(k, s.text[n.start:n.end]) {
			return
		}
		loc := pattern.Compiled(k.Pattern).FindStringSubmatchIndex(s.text[v.start:v.end])
		if loc == nil {
			continue
		}
		if found := group(loc, v.start); is(k, s.text[found.start:found.end]) {
			s.hits = append(s.hits, Hit{k, found.start, found.end})
			return
		}
	}
}

// called reports whether a name is one that a kind asks for.
func called(k *catalog.Secret, name string) bool {
	return (k.Called == "" || pattern.Compiled(k.Called).MatchString(name)) && (k.NotCalled == "" || !pattern.Compiled(k.NotCalled).MatchString(name))
}
