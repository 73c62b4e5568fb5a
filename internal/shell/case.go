package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/fact"
)

// cases walks the branches of a case that its word can lead to.
func (a *analyzer) cases(st *state, c *syntax.CaseClause, in *value) value {
	word := a.single(st, c.Word)
	var layers []*state
	var out value
	surely, falls, through := false, false, false
	var before *state // the item before, if what it leaves can reach this one
	for _, it := range c.Items {
		fits := falls
		maybe := through
		for _, p := range it.Patterns {
			v := a.single(st, p)
			yes, known := matches(word, v)
			fits = fits || yes
			maybe = maybe || !known
		}
		if !fits && !maybe {
			continue
		}
		l := st.layer()
		l.place |= fact.InCondition
		if before != nil {
			l.join(false, before)
		}
		out = out.join(a.stmts(l, it.Stmts, in))
		layers = append(layers, l)
		falls = fits && it.Op == syntax.Fallthrough
		through = it.Op == syntax.Fallthrough
		if it.Op == syntax.Break {
			before = nil
		} else {
			before = l
		}
		if fits && it.Op == syntax.Break {
			surely = true
			break
		}
	}
	st.join(surely, layers...)
	out.dyn = out.dyn || len(layers) > 1
	return out
}

// matches reports whether a word fits a pattern, as far as both are known.
func matches(word, pattern value) (yes, known bool) {
	if word.dyn || word.maybe || pattern.maybe {
		all := pattern.text == "*" && pattern.glob == 1
		return all, all
	}
	if pattern.dyn {
		return false, false
	}
	if pattern.glob == 0 {
		return word.text == pattern.text, true
	}
	rest := pattern.text[pattern.glob-1:]
	if strings.Trim(rest, "*") != "" {
		return false, false
	}
	return strings.HasPrefix(word.text, pattern.text[:pattern.glob-1]), true
}
