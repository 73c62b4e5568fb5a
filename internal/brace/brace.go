// Package brace expands the braces of shell words.
package brace

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Outcome says how far an expansion was understood.
type Outcome uint8

const (
	Done    Outcome = iota
	Unclear         // a shell may see a list where none was found
	TooMany         // it makes more words than asked for
)

// Expand returns the words that w makes, at most max; nil if it has no braces
// to expand.
func Expand(w *syntax.Word, max int) ([]*syntax.Word, Outcome) {
	if !In(w) {
		return nil, Done
	}
	cp := *w
	syntax.SplitBraces(&cp)
	if !slices.ContainsFunc(cp.Parts, func(p syntax.WordPart) bool { _, ok := p.(*syntax.BraceExp); return ok }) {
		if listLike(w) {
			return nil, Unclear
		}
		return nil, Done
	}
	if count(cp.Parts) > max {
		return nil, TooMany
	}
	var words []*syntax.Word
	for bw, err := range expand.BracesSeq(nil, &cp) {
		if err != nil {
			return nil, TooMany
		}
		words = append(words, &syntax.Word{Parts: rejoined(bw.Parts)})
	}
	return words, Done
}

// listLike reports whether a word has a comma between braces. Where the library
// sees no list in it ({a..}b,c}), the shell may.
func listLike(w *syntax.Word) bool {
	open, comma := false, false
	for _, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(l.Value); i++ {
			switch l.Value[i] {
			case '\\':
				i++
			case '{':
				open = true
			case ',':
				comma = comma || open
			case '}':
				if comma {
					return true
				}
			}
		}
	}
	return false
}

// rejoined mends names that a brace expansion made longer: it is done on the
// text, so {$a,b}c is $ac and bc.
func rejoined(parts []syntax.WordPart) []syntax.WordPart {
	for i := 0; i+1 < len(parts); i++ {
		p, ok := parts[i].(*syntax.ParamExp)
		l, isLit := parts[i+1].(*syntax.Lit)
		if !ok || !isLit || !p.Short || p.Index != nil || !syntax.ValidName(p.Param.Value) {
			continue
		}
		n := 0
		for n < len(l.Value) && syntax.ValidName("_"+l.Value[n:n+1]) {
			n++
		}
		if n == 0 {
			continue
		}
		longer, name, rest := *p, *p.Param, *l
		name.Value += l.Value[:n]
		longer.Param = &name
		rest.Value = l.Value[n:]
		parts = slices.Clone(parts)
		parts[i], parts[i+1] = &longer, &rest
		if rest.Value == "" { // it may go on in the part behind
			parts = slices.Delete(parts, i+1, i+2)
			i--
		}
	}
	return parts
}

// In reports whether w has a brace outside of quotes.
func In(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.IndexByte(l.Value, '{') >= 0 {
			return true
		}
	}
	return false
}

// count is the number of words that parts make, capped well above any limit.
func count(parts []syntax.WordPart) int {
	const most = 1 << 30
	n := 1
	for _, p := range parts {
		b, ok := p.(*syntax.BraceExp)
		if !ok {
			continue
		}
		sum := 0
		if b.Sequence {
			sum = sequence(b)
		} else {
			for _, e := range b.Elems {
				sum += count(e.Parts)
			}
		}
		if sum > 0 && n > most/sum {
			return most
		}
		n *= sum
	}
	return n
}

// sequence is how many words {from..to..step} makes.
func sequence(b *syntax.BraceExp) int {
	if len(b.Elems) < 2 {
		return 1
	}
	from, ok1 := number(b.Elems[0].Lit())
	to, ok2 := number(b.Elems[1].Lit())
	if !ok1 || !ok2 {
		return 256 // letters
	}
	step := 1
	if len(b.Elems) > 2 {
		if s, ok := number(b.Elems[2].Lit()); ok && s != 0 {
			step = max(s, -s)
		}
	}
	return max(to-from, from-to)/step + 1
}

// number reads a decimal number of moderate size; larger ones are clamped.
func number(s string) (int, bool) {
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimLeft(s, "+-")
	if s == "" {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		if n < 1<<28 {
			n = n*10 + int(s[i]-'0')
		}
	}
	if neg {
		n = -n
	}
	return n, true
}
