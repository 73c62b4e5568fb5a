package match

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/instruct"
)

// orders looks in a text for orders to whoever reads the call.
func (m *matcher) orders(x *fact.Text) {
	var hits []instruct.Hit
	looked := false
	for _, r := range m.t.Index.Orders {
		_, t := m.trigger(r)
		if !inScope(t.Instruction.In, x) {
			continue
		}
		if !looked {
			hits, looked = instruct.Find(&m.t.Instruction, x.Value, reach(x)), true
		}
		for _, h := range hits {
			m.add(r, m.owner(x, x.Span), m.narrow(x, h.Start, h.End), x.Moved, false)
			m.found[len(m.found)-1].Message = h.Reason
			m.place(x.At)
		}
	}
}

// reach says which orders count in a text.
func reach(x *fact.Text) catalog.Reach {
	switch {
	case x.Document:
		return catalog.ReachDocument
	case x.Prompt:
		return catalog.ReachPrompt
	}
	return catalog.ReachCall
}
