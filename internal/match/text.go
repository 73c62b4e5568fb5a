package match

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

var patterns sync.Map // pattern text → *regexp.Regexp, compiled when first needed

// compiled returns a pattern, compiled once in a process. The generator has
// seen to it that every pattern compiles.
func compiled(pattern string) *regexp.Regexp {
	if re, ok := patterns.Load(pattern); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	patterns.Store(pattern, re)
	return re
}

// texts looks for the keywords of all text triggers and secrets in one pass
// over each text, and tries a pattern only where one of its keywords occurs.
func (m *matcher) texts() {
	var whole *fact.Text
	var hits []int
	for i := range m.f.Texts {
		x := &m.f.Texts[i]
		if !x.Moved && !x.Data && x.Lang == "" {
			whole = x
		}
	}
	if whole != nil {
		hits = m.literals(whole.Value)
	}
	for i := range m.f.Texts {
		x := &m.f.Texts[i]
		h := hits
		if x != whole {
			if !x.Moved && len(hits) == 0 {
				continue // it stands in the whole text, which has no keyword
			}
			h = m.literals(x.Value)
		}
		for _, l := range h {
			lit := &m.t.Index.Literals.List[l]
			for _, r := range lit.Refs {
				m.tryText(r, x)
			}
			for _, s := range lit.Secrets {
				m.trySecret(&m.t.Secrets[s], x)
			}
		}
	}
}

// literals returns the indexes of the keywords that occur in text, each once.
func (m *matcher) literals(text string) []int {
	lits := &m.t.Index.Literals
	if len(lits.List) == 0 || len(text) < 3 {
		return nil
	}
	var out []int
	for i := 0; i+3 <= len(text); i++ {
		if !lits.May(text[i], text[i+1], text[i+2]) {
			continue
		}
		key := [3]byte{lower(text[i]), lower(text[i+1]), lower(text[i+2])}
		n, _ := slices.BinarySearchFunc(lits.List, string(key[:]), func(l catalog.Literal, k string) int { return strings.Compare(l.Text, k) })
		for ; n < len(lits.List) && strings.HasPrefix(lits.List[n].Text, string(key[:])); n++ {
			if foldPrefix(text[i:], lits.List[n].Text) && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// foldPrefix reports whether s begins with the lower-case text p, letter case aside.
func foldPrefix(s, p string) bool {
	if len(s) < len(p) {
		return false
	}
	for i := 0; i < len(p); i++ {
		if lower(s[i]) != p[i] {
			return false
		}
	}
	return true
}

func (m *matcher) tryText(r catalog.Ref, x *fact.Text) {
	_, t := m.trigger(r)
	tt := t.Text
	if !inScope(tt.In, x) || len(tt.Lang) > 0 && !slices.Contains(tt.Lang, x.Lang) {
		return
	}
	span := x.Span
	if tt.Pattern != "" {
		loc := compiled(tt.Pattern).FindStringIndex(x.Value)
		if loc == nil {
			return
		}
		span = m.narrow(x, loc[0], loc[1])
	}
	m.add(r, m.owner(x.Span), span, x.Moved, false)
}

// inScope reports whether a text is of those that a trigger looks at. What
// stands in the whole text verbatim is found there.
func inScope(s catalog.Scope, x *fact.Text) bool {
	switch s {
	case catalog.InData:
		return x.Data
	case catalog.InCode:
		return x.Lang != ""
	}
	return x.Moved || !x.Data && x.Lang == ""
}

// narrow is the span of a part of a text.
func (m *matcher) narrow(x *fact.Text, start, end int) fact.Span {
	if x.Moved || x.Span.End-x.Span.Start < len(x.Value) {
		return x.Span
	}
	// The text stands in its span after an opening quote, if any.
	off := strings.Index(m.f.Source[x.Span.Start:x.Span.End], x.Value)
	if off < 0 {
		return x.Span
	}
	return fact.Span{Start: x.Span.Start + off + start, End: x.Span.Start + off + end}
}

// owner is the category of the invocation that a span lies in, the innermost.
func (m *matcher) owner(s fact.Span) string {
	category, size := "", 0
	for i := range m.f.Invocations {
		inv := &m.f.Invocations[i]
		if inv.Span.Start <= s.Start && s.End <= inv.Span.End && inv.Category != "" && (category == "" || inv.Span.End-inv.Span.Start < size) {
			category, size = inv.Category, inv.Span.End-inv.Span.Start
		}
	}
	return category
}

func (m *matcher) trySecret(s *catalog.Secret, x *fact.Text) {
	re := compiled(s.Pattern)
	for _, loc := range re.FindAllStringSubmatchIndex(x.Value, 64) {
		start, end := loc[0], loc[1]
		if len(loc) > 3 && loc[2] >= 0 {
			start, end = loc[2], loc[3]
		}
		if s.Except != "" && compiled(s.Except).MatchString(x.Value[start:end]) {
			continue
		}
		span := m.narrow(x, start, end)
		for _, r := range m.t.Index.Secrets {
			_, t := m.trigger(r)
			if inScope(t.Secret.In, x) {
				m.add(r, m.owner(span), span, x.Moved, true)
			}
		}
	}
}
