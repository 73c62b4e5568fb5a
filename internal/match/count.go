package match

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/world"
)

// counters asks how often the session has done what the call does, where a
// trigger wants to know. Each trigger asks once for a call, so that a call
// counts once.
func (m *matcher) counters() {
	for _, r := range m.t.Index.Counters {
		c, t := m.trigger(r)
		n, at := m.counted(t.Counter)
		if n == 0 {
			continue
		}
		seen := m.p.Count(world.Tally{
			Name: c.ID, Effect: m.effect(r, t.Counter), Category: at.category, N: n,
			Most: t.Counter.Above, Within: time.Duration(t.Counter.Within) * time.Second,
		})
		if seen > t.Counter.Above {
			m.add(r, at.category, at.span, at.outer, false)
			m.place(at.At)
		}
	}
}

// part is the first part of a call that a counter is for.
type part struct {
	category string
	span     fact.Span
	outer    bool
	fact.At
}

// counted is how many parts of a call a counter is for. A read is none unless
// its program or category is asked for.
func (m *matcher) counted(t *catalog.CounterTrigger) (n int, first part) {
	fits := func(category string) bool {
		if len(t.Categories) > 0 {
			return slices.Contains(t.Categories, category)
		}
		return category != "" && (len(t.Programs) > 0 || !m.readsOnly(category))
	}
	for i := range m.f.Invocations {
		inv := &m.f.Invocations[i]
		if inv.Place&fact.InDraft != 0 || inv.Wraps || !fits(inv.Category) || len(t.Programs) == 0 && inv.Reads ||
			len(t.Programs) > 0 && !slices.Contains(t.Programs, inv.Program) ||
			len(t.Sub) > 0 && !slices.ContainsFunc(t.Sub, func(s string) bool { return under(inv.Sub, s) }) {
			continue
		}
		if n++; n == 1 {
			first = part{inv.Category, inv.Span, inv.Outer, inv.At}
		}
	}
	if n == 0 && len(t.Programs) == 0 && len(m.f.Invocations) == 0 {
		category := m.f.Category
		for i := 0; i < len(m.f.Touches) && !fits(category); i++ {
			category = m.f.Touches[i].Category
		}
		if fits(category) {
			return 1, part{category: category, span: fact.Span{End: len(m.f.Source)}}
		}
	}
	if t.Same == catalog.SameEffect {
		n = min(n, 1)
	}
	return n, first
}

// readsOnly reports whether a category is one of reads.
func (m *matcher) readsOnly(id string) bool {
	return slices.ContainsFunc(m.t.Categories, func(c catalog.Category) bool { return c.ID == id && c.Read })
}

// effect is the name under which a counter counts the call. Spellings of the
// same are one: it is made of what the call was understood to do.
func (m *matcher) effect(r catalog.Ref, t *catalog.CounterTrigger) string {
	c, _ := m.trigger(r)
	name := c.ID + " " + strconv.Itoa(int(r.Trigger)) + " "
	switch t.Same {
	case catalog.SameEffect:
		if m.whole == "" {
			m.whole = digest(m.deeds())
		}
		return name + m.whole
	case catalog.SameProgram:
		var b []byte
		for i := range m.f.Invocations {
			if inv := &m.f.Invocations[i]; !inv.Wraps && (len(t.Programs) == 0 || slices.Contains(t.Programs, inv.Program)) {
				b = appendProgram(b, inv)
			}
		}
		return name + digest(b)
	}
	return name
}

// deeds is all that a call does.
func (m *matcher) deeds() []byte {
	var b []byte
	for i := range m.f.Invocations {
		if inv := &m.f.Invocations[i]; !inv.Wraps {
			b = appendGiven(appendProgram(b, inv), inv)
		}
	}
	for i := range m.f.Touches {
		if x := &m.f.Touches[i]; x.Effect&(catalog.Mutating|catalog.Run) != 0 {
			b = appendAll(append(strconv.AppendUint(b, uint64(x.Effect), 10), ' '), x.Path, x.Word.Text)
		}
	}
	if len(m.f.Invocations) > 0 {
		return b
	}
	for i := range m.f.Texts {
		b = appendAll(b, m.f.Texts[i].Value)
	}
	if m.f.Server != nil {
		b = appendAll(b, m.f.Server.Folded, m.f.Server.Verb)
	}
	return b
}

func appendProgram(b []byte, inv *fact.Invocation) []byte {
	return appendAll(b, inv.Category, inv.Program, inv.Sub)
}

// appendGiven appends what a program is given, in an order of its own.
func appendGiven(b []byte, inv *fact.Invocation) []byte {
	flags := make([]string, len(inv.Flags))
	for i, f := range inv.Flags {
		if flags[i] = f.Name; f.Value != nil {
			flags[i] += "=" + f.Value.Text
		}
	}
	slices.Sort(flags)
	b = append(appendAll(appendAll(b, inv.Dir.Path), flags...), '\n')
	for _, w := range inv.Operands {
		b = appendAll(b, w.Text)
	}
	for _, c := range inv.Code {
		b = appendAll(b, c.Text.Text)
	}
	return append(b, '\n')
}

// appendAll appends texts so that no two lists of them look alike.
func appendAll(b []byte, list ...string) []byte {
	for _, text := range list {
		b = append(strconv.AppendInt(b, int64(len(text)), 10), ':')
		b = append(b, text...)
	}
	return b
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}
