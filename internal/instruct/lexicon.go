package instruct

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ravenclaude/thing/internal/catalog"
)

// maxWord is the longest word that can be a keyword. Longer ones are not
// looked up, so that a text without blanks costs no more than another.
const maxWord = 48

// lookup returns the keyword that text is, or begins with if any ending may
// follow, or none.
func lookup(g *catalog.Instruction, text string) catalog.Keyword {
	if len(text) > maxWord || len(g.Slots) == 0 {
		return catalog.Keyword{}
	}
	mask := uint32(len(g.Slots) - 1)
	for at := catalog.WordHash(text) & mask; g.Slots[at] != 0; at = (at + 1) & mask {
		if n := int(g.Slots[at] - 1); g.Words.At(n) == text {
			return g.Keyword(n)
		}
	}
	if len(text) < 3 || !begins(&g.Stems, text) {
		return catalog.Keyword{}
	}
	return prefix(g, text, func(k catalog.Keyword) bool { return k.Stem })
}

// leading returns the longest keyword that text begins with, or none.
func leading(g *catalog.Instruction, text string) catalog.Keyword {
	if len(text) < 3 || !begins(&g.Starts, text) {
		return catalog.Keyword{}
	}
	if len(text) > maxWord {
		text = text[:maxWord]
	}
	return prefix(g, text, func(k catalog.Keyword) bool { return len(k.Text) >= 3 })
}

// begins rules out most texts that begin with no keyword.
func begins(bits *[512]uint64, text string) bool {
	h := catalog.Hash3(text[0], text[1], text[2])
	return bits[h>>6]&(1<<(h&63)) != 0
}

// prefix returns the longest keyword that s begins with and that will do, or none. The
// words are sorted, so each look either finds one or shortens s.
func prefix(g *catalog.Instruction, s string, will func(catalog.Keyword) bool) catalog.Keyword {
	end := g.Words.Len()
	for s != "" {
		end = sort.Search(end, func(i int) bool { return g.Words.At(i) > s })
		if end == 0 {
			return catalog.Keyword{}
		}
		k := g.Keyword(end - 1)
		if !strings.HasPrefix(s, k.Text) {
			s = s[:common(s, k.Text)]
			continue
		}
		if will(k) {
			return k
		}
		s = k.Text[:len(k.Text)-1]
	}
	return catalog.Keyword{}
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// plain replaces the letters that look like ASCII ones. It returns "" if that
// leaves others.
func plain(g *catalog.Instruction, text string) string {
	out := make([]byte, 0, maxWord)
	for _, r := range text {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
			continue
		}
		n := sort.Search(len(g.Twins), func(i int) bool { return g.Twins[i].Letter >= r })
		if n == len(g.Twins) || g.Twins[n].Letter != r {
			return ""
		}
		out = append(out, g.Twins[n].As)
	}
	return string(out)
}

// holds reports whether one of the words occurs in text, letter case aside.
func holds(set *catalog.WordSet, text string) bool {
	for i := 0; i+3 <= len(text); i++ {
		if !begins(&set.Bits, text[i:]) {
			continue
		}
		key := three(text[i:])
		n := sort.Search(set.Words.Len(), func(n int) bool { return three(set.Words.At(n)) >= key })
		for ; n < set.Words.Len() && three(set.Words.At(n)) == key; n++ {
			if catalog.FoldPrefix(text[i:], set.Words.At(n)) {
				return true
			}
		}
	}
	return false
}

// three is the first three bytes of text as a number, in lower case.
func three(text string) uint32 {
	return uint32(lower(text[0]))<<16 | uint32(lower(text[1]))<<8 | uint32(lower(text[2]))
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return c
}
