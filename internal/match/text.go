package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/secret"
)

// texts looks for the keywords of all text triggers and secrets in one pass
// over each text, and tries a pattern only where one of its keywords occurs.
func (m *matcher) texts() {
	var whole *fact.Text
	var hits []int
	var marks []catalog.Mark
	var tried []catalog.Ref // on the text at hand: several of its keywords may open the same trigger
	for i := range m.f.Texts {
		x := &m.f.Texts[i]
		if !x.Moved && !x.Data && x.Lang == "" && x.Field == "" {
			whole = x
		}
	}
	lits := &m.t.Index.Literals
	if whole != nil {
		hits, marks = lits.Find(whole.Value)
	}
	for i := range m.f.Texts {
		x := &m.f.Texts[i]
		if x.Document { // its own triggers look at the rest
			m.orders(x)
			continue
		}
		h, k := hits, marks
		if x != whole {
			if x.Moved || x.Field != "" || whole == nil || len(hits) > 0 { // else it stands in the whole text, which has no keyword
				h, k = lits.Find(x.Value)
			}
		}
		tried = tried[:0]
		for _, l := range h {
			for _, r := range lits.Triggers(l) {
				if !slices.Contains(tried, r) {
					tried = append(tried, r)
					m.tryText(r, x)
				}
			}
		}
		m.findSecrets(x, k)
		m.orders(x)
	}
}

func (m *matcher) tryText(r catalog.Ref, x *fact.Text) {
	_, t := m.trigger(r)
	tt := t.Text
	if !inScope(tt.In, x) || len(tt.Lang) > 0 && !slices.Contains(tt.Lang, x.Lang) {
		return
	}
	span := x.Span
	if tt.Pattern != "" {
		loc := pattern.Compiled(tt.Pattern).FindStringIndex(x.Value)
		if loc == nil {
			return
		}
		span = m.narrow(x, loc[0], loc[1])
	}
	if len(tt.NotVia) > 0 && m.via(tt.NotVia, x, span) {
		return
	}
	m.add(r, m.owner(x, x.Span), span, x.Moved, false)
	m.place(x.At)
}

// via reports whether a part of a text lies in a program run that is reached
// through one of some wrappers.
func (m *matcher) via(wrappers []string, x *fact.Text, s fact.Span) bool {
	return slices.ContainsFunc(m.f.Invocations, func(inv fact.Invocation) bool {
		return inv.At == x.At && inv.Span.Start <= s.Start && s.End <= inv.Span.End &&
			slices.ContainsFunc(inv.Via, func(v string) bool { return slices.Contains(wrappers, v) })
	})
}

// inScope reports whether a text is of those that a trigger looks at. What
// stands in the whole text verbatim is found there.
func inScope(s catalog.Scope, x *fact.Text) bool {
	switch s {
	case catalog.InPrompt:
		return x.Prompt
	case catalog.InDocument:
		return x.Document
	case catalog.InData:
		return x.Data && !x.Prompt && !x.Document
	case catalog.InCode:
		return x.Lang != "" && !x.Kept
	case catalog.InProgram:
		return x.Lang != ""
	}
	return x.File == "" && !x.Prompt && !x.Document && (x.Moved || !x.Data && x.Lang == "")
}

// narrow is the span of a part of a text.
func (m *matcher) narrow(x *fact.Text, start, end int) fact.Span {
	if x.Moved || x.Span.End-x.Span.Start < len(x.Value) {
		return x.Span
	}
	source := m.f.Part(x.Field)
	if x.Field != "" && len(source) < x.Span.End {
		return fact.Span{Start: x.Span.Start + start, End: x.Span.Start + end}
	}
	// The text stands in its span after an opening quote, if any.
	off := strings.Index(source[x.Span.Start:x.Span.End], x.Value)
	if off < 0 {
		return x.Span
	}
	return fact.Span{Start: x.Span.Start + off + start, End: x.Span.Start + off + end}
}

// owner is the category of the invocation that a part of a text lies in, the
// innermost, or else of the call.
func (m *matcher) owner(x *fact.Text, s fact.Span) string {
	category, size := m.f.Category, -1
	for i := range m.f.Invocations {
		inv := &m.f.Invocations[i]
		if inv.Field != x.Field || inv.Category == "" || inv.Span.Start > s.Start || s.End > inv.Span.End {
			continue
		}
		if size < 0 || inv.Span.End-inv.Span.Start < size {
			category, size = inv.Category, inv.Span.End-inv.Span.Start
		}
	}
	return category
}

// findSecrets adds a finding for each secret in a text. A text with more of
// what secrets begin with than is looked through is not known.
func (m *matcher) findSecrets(x *fact.Text, marks []catalog.Mark) {
	looksAt := func(r catalog.Ref) bool {
		_, t := m.trigger(r)
		return inScope(t.Secret.In, x)
	}
	if len(marks) == 0 || !inScope(catalog.InAny, x) && !slices.ContainsFunc(m.t.Index.Secrets, looksAt) {
		return
	}
	hits, seen := secret.At(m.t, x.Value, marks)
	for _, h := range hits {
		span := m.narrow(x, h.Start, h.End)
		m.secrets = append(m.secrets, secretAt{x.Field, span})
		for _, r := range m.t.Index.Secrets {
			if looksAt(r) {
				m.add(r, m.owner(x, span), span, x.Moved, true)
				m.place(x.At)
			}
		}
	}
	if seen < len(x.Value) {
		m.f.Opaque = append(m.f.Opaque, fact.Opaque{Reason: "too much in it looks like the beginning of a secret", Span: x.Span})
	}
}
