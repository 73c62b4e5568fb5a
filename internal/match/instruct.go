package match

import (
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/instruct"
)

// orders looks for orders to whoever reads the call in a text that holds a word
// of one, or that may hide it.
func (m *matcher) orders(x *fact.Text, word bool) {
	var hits []instruct.Hit
	looked := false
	for _, r := range m.t.Index.Orders {
		_, t := m.trigger(r)
		if !inScope(t.Instruction.In, x) {
			continue
		}
		if !looked && (word || instruct.Suspect(x.Value)) {
			hits = instruct.Find(&m.t.Instruction, x.Value)
		}
		looked = true
		for _, h := range hits {
			m.add(r, m.owner(x.Span), m.narrow(x, h.Start, h.End), x.Moved, false)
			m.found[len(m.found)-1].Message = h.Reason
			m.place(x.At)
		}
	}
}
