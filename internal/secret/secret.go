// Package secret finds credentials in a text by the kinds that the spec
// names, and takes them out of it.
package secret

import (
	"cmp"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Hit is a secret in a text.
type Hit struct {
	Secret *catalog.Secret // its kind, the most telling one if several fit
	Start  int
	End    int
}

// Scan lists the secrets in text, in order and without overlap, and says how
// much of the text it has looked through: all of it, unless the text is made
// of little else than what secrets begin with. Time is linear in its length.
func Scan(t *catalog.Tables, text string) (hits []Hit, seen int) {
	_, marks := t.Index.Literals.Find(text)
	return At(t, text, marks)
}

// At is Scan for a caller that has looked for the keywords already.
func At(t *catalog.Tables, text string, marks []catalog.Mark) (hits []Hit, seen int) {
	if len(marks) == 0 {
		return nil, len(text)
	}
	s := newScanner(t, text)
	seen = len(text)
	for _, m := range marks {
		if s.spent > s.budget || len(s.hits) > maxHits {
			seen = m.Offset
			break
		}
		for _, kind := range t.Index.Literals.Kinds(m.Literal) {
			s.look(int(kind), m.Offset)
		}
	}
	return merged(s.hits), seen
}

// merged joins hits that overlap.
func merged(hits []Hit) []Hit {
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), tells(a, b))
	})
	out := hits[:0]
	for _, h := range hits {
		last := len(out) - 1
		if last < 0 || h.Start >= out[last].End {
			out = append(out, h)
			continue
		}
		if tells(h, out[last]) < 0 {
			out[last].Secret = h.Secret
		}
		out[last].End = max(out[last].End, h.End)
	}
	return out
}

// tells orders hits by how much their kinds tell.
func tells(a, b Hit) int {
	if a.Secret.Generic != b.Secret.Generic {
		if b.Secret.Generic {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.Secret.Within, b.Secret.Within)
}
