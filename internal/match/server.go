package match

import (
	"cmp"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// server looks at the triggers for the MCP server that the call goes to. What
// speaks against it lies in the name of the tool.
func (m *matcher) server() {
	s := m.f.Server
	if s == nil {
		return
	}
	for _, r := range m.t.Index.Servers {
		_, t := m.trigger(r)
		if !serves(t.Server, s) || t.Server.Code != nil && !slices.ContainsFunc(m.f.Texts, func(x fact.Text) bool { return m.argument(t.Server.Code, x) }) {
			continue
		}
		m.add(r, m.f.Category, fact.Span{End: len(m.f.Part(fact.ToolName))}, false, false)
		m.place(fact.At{Field: fact.ToolName})
		if t.Server.Shadow {
			m.found[len(m.found)-1].Message = cmp.Or(s.Shadow, m.found[len(m.found)-1].Message)
		}
	}
}

func serves(t *catalog.ServerTrigger, s *fact.Server) bool {
	has := func(word string) bool { return slices.Contains(s.Words, word) }
	switch {
	case len(t.Any) > 0 && !slices.ContainsFunc(t.Any, has),
		slices.ContainsFunc(t.All, func(w string) bool { return !has(w) }),
		slices.ContainsFunc(t.None, has),
		t.Access == catalog.AccessRead && s.Writes,
		t.Access == catalog.AccessWrite && !s.Writes,
		len(t.Names) > 0 && !slices.Contains(t.Names, s.Folded),
		t.Origins != 0 && t.Origins&s.Origin == 0,
		t.Shared && !s.Shared,
		t.Shadow && s.Shadow == "",
		t.Missing && !s.Missing,
		t.Bare && !s.Bare:
		return false
	}
	return true
}

// argument reports whether an argument is code that a trigger asks for.
func (m *matcher) argument(t *catalog.TextTrigger, x fact.Text) bool {
	return x.Field != "" && m.code(t, fact.Code{Lang: x.Lang, Text: fact.Word{Text: x.Value}})
}
