package shell

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// carried is the code in a text that may hold more than code, or none.
func (a *analyzer) carried(r *catalog.Code, v value) (value, bool) {
	from := v.from
	if len(r.Keys) > 0 {
		i := strings.IndexAny(v.text, "= ")
		if i < 0 || i >= v.known && v.dyn || !matchesAny(r.Keys, strings.ToLower(v.text[:i])) {
			return v, false
		}
		v = back(*cut(v.word(fact.Span{}, false), i+1))
	}
	if len(r.Mark) > 0 {
		marked := false
		for _, m := range r.Mark {
			if len(v.text) >= len(m) && strings.EqualFold(v.text[:len(m)], m) {
				v, marked = back(*cut(v.word(fact.Span{}, false), len(m))), true
				break
			}
		}
		if !marked {
			return v, false
		}
	}
	if r.Stop != "" && !v.dyn {
		if i := strings.IndexAny(v.text, r.Stop); i >= 0 {
			v = static(v.text[:i])
		}
	}
	if r.Before != "" {
		if strings.HasPrefix(v.text, "!") {
			return v, false
		}
		v = static(r.Before).join(v)
	}
	if r.Encoded && !v.dyn {
		text, ok := fromUTF16(v.text)
		if v = static(text); !ok {
			v = unknown()
		}
	}
	v.from = from
	return v, true
}

// matchesAny reports whether a name fits any of the patterns, where * stands for
// any run of characters.
func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		start, end, open := strings.Cut(p, "*")
		if !open {
			return name == p
		}
		return len(name) >= len(start)+len(end) && strings.HasPrefix(name, start) && strings.HasSuffix(name, end)
	})
}
