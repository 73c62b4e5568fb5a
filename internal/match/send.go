package match

import (
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// sends looks at the triggers for data that leaves over the network.
func (m *matcher) sends() {
	var senders []int
	for i := range m.f.Invocations {
		if m.sender(&m.f.Invocations[i]) {
			senders = append(senders, i)
		}
	}
	if len(senders) == 0 {
		return
	}
	for _, r := range m.t.Index.Sends {
		_, t := m.trigger(r)
		for _, i := range senders {
			inv := &m.f.Invocations[i]
			if m.sent(t.Send, i) {
				m.add(r, inv.Category, inv.Span, inv.Outer, false)
				m.place(inv.At)
			}
		}
	}
}

// sender reports whether a program sends what it is given over the network.
func (m *matcher) sender(inv *fact.Invocation) bool {
	return slices.ContainsFunc(inv.Chain, func(p *catalog.Program) bool {
		return p.Sends != nil && fact.Holds(inv.Flags, p.Sends.Flags) && m.operands(inv.Operands, p.Sends.Operands, inv.Dir)
	})
}

// sent reports whether an invocation sends what a trigger asks for: from a file
// that it reads itself, or from what others give it.
func (m *matcher) sent(t *catalog.SendTrigger, index int) bool {
	if m.gives(index, 0, t.Class, t.Except) {
		return true
	}
	for _, i := range m.f.Invocations[index].Feeds {
		from := t.From
		if from != 0 && m.aside(index, i) {
			from = 0
		}
		if m.gives(i, from, t.Class, t.Except) {
			return true
		}
	}
	return false
}

// aside reports whether output of another program only stands where a sender
// says who it is.
func (m *matcher) aside(index, from int) bool {
	inv := &m.f.Invocations[index]
	count := func(w fact.Word) (n int) {
		for _, o := range w.Origin {
			if o == from {
				n++
			}
		}
		return n
	}
	says, all := 0, 0
	for _, f := range inv.Flags {
		if f.Value == nil {
			continue
		}
		n := count(*f.Value)
		all += n
		if slices.ContainsFunc(inv.Chain, func(p *catalog.Program) bool {
			return p.Sends != nil && p.Sends.Aside != "" && fact.Holds([]fact.Flag{f}, p.Sends.Aside)
		}) {
			says += n
		}
	}
	for _, w := range inv.Operands {
		all += count(w)
	}
	return says > 0 && says == all
}

// gives reports whether an invocation has one of some roles, or reads a path in
// any of some classes.
func (m *matcher) gives(index int, roles catalog.Roles, class, except catalog.Class) bool {
	inv := &m.f.Invocations[index]
	if inv.Roles&roles != 0 {
		return true
	}
	if class == 0 {
		return false
	}
	for i := range m.f.Touches {
		t := &m.f.Touches[i]
		if t.Effect&catalog.Read != 0 && m.by(t, index) && m.inClass(t.Path, t.Class, class, except) {
			return true
		}
	}
	return false
}

// by reports whether an invocation has an effect, itself or by a redirection.
func (m *matcher) by(t *fact.Touch, index int) bool {
	inv := &m.f.Invocations[index]
	return t.Invocation == index || t.Redirect && covers(inv, t)
}

// covers reports whether an effect stands in an invocation's text: in a file,
// of which all has the span of what runs it, in the same line.
func covers(inv *fact.Invocation, t *fact.Touch) bool {
	return inv.Span.Start <= t.Span.Start && t.Span.End <= inv.Span.End && inv.At == t.At
}

// kept reports whether the line writes what the invocation that is looked at
// takes in into a file, or sends it away.
func (m *matcher) kept() bool {
	for i := range m.f.Invocations {
		inv := &m.f.Invocations[i]
		if i == m.at || !slices.Contains(inv.Feeds, m.at) && !slices.ContainsFunc(inv.Words, func(w fact.Word) bool { return slices.Contains(w.Origin, m.at) }) {
			continue
		}
		if m.sender(inv) || slices.ContainsFunc(m.f.Touches, func(t fact.Touch) bool {
			return t.Effect&(catalog.Write|catalog.Append) != 0 && t.Class&m.t.Fallback.Sink == 0 && m.by(&t, i)
		}) {
			return true
		}
	}
	return false
}
