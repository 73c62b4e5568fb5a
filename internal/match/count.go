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

// effect is the name under which a counter counts the call.
func (m *matcher) effect(r catalog.Ref, t *catalog.CounterTrigger) string {
	c, _ := m.trigger(r)
	done := m.done
	if done == "" || t.Same != catalog.SameEffect {
		done = m.digest(t)
	}
	if t.Same == catalog.SameEffect {
		m.done = done
	}
	return c.ID + " " + strconv.Itoa(t.Above) + " " + strconv.Itoa(t.Within) + " " + done
}

// digest is what a counter tells calls apart by. Spellings of the same are one:
// it is made of what the call was understood to do.
func (m *matcher) digest(t *catalog.CounterTrigger) string {
	var room [512]byte
	b := room[:0]
	if t.Same != catalog.SameCategory {
		for i := range m.f.Invocations {
			if inv := &m.f.Invocations[i]; !inv.Wraps && (t.Same == catalog.SameEffect || len(t.Programs) == 0 || slices.Contains(t.Programs, inv.Program)) {
				b = quoted(append(b, 'i'), inv.Category, inv.Program, inv.Sub)
				if t.Same == catalog.SameEffect {
					b = given(b, inv)
				}
			}
		}
	}
	if t.Same == catalog.SameEffect {
		for i := range m.f.Touches {
			if x := &m.f.Touches[i]; x.Effect&(catalog.Mutating|catalog.Run) != 0 {
				b = quoted(append(strconv.AppendUint(append(b, 't'), uint64(x.Effect), 10), ' '), x.Path, x.Word.Text)
			}
		}
		if len(m.f.Invocations) == 0 {
			for i := range m.f.Texts {
				b = quoted(append(b, 'x'), m.f.Texts[i].Value)
			}
			if m.f.Server != nil {
				b = quoted(append(b, 's'), m.f.Server.Folded, m.f.Server.Verb)
			}
		}
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// given adds what a program is given, in an order of its own.
func given(b []byte, inv *fact.Invocation) []byte {
	flags := make([]string, 0, len(inv.Flags))
	for _, f := range inv.Flags {
		value := ""
		if f.Value != nil {
			value = f.Value.Text
		}
		flags = append(flags, f.Name+"="+value)
	}
	slices.Sort(flags)
	b = quoted(append(b, 'd'), inv.Dir.Path)
	b = quoted(append(b, 'f'), flags...)
	b = append(b, 'o')
	for _, w := range inv.Operands {
		b = quoted(b, w.Text)
	}
	for _, c := range inv.Code {
		b = quoted(b, c.Text.Text)
	}
	return b
}

// quoted adds texts so that where each ends can be told: by its length, since
// adding it in quotes makes room for it alone, each time anew.
func quoted(b []byte, texts ...string) []byte {
	for _, text := range texts {
		b = append(strconv.AppendInt(b, int64(len(text)), 10), ':')
		b = append(b, text...)
	}
	return b
}
