package match

import (
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// tree reports whether the working tree that an invocation runs in is as a
// trigger asks. Files are looked at last.
func (m *matcher) tree(t *catalog.InvocationTrigger, inv *fact.Invocation) bool {
	if len(t.After) > 0 && slices.ContainsFunc(m.f.Invocations[:m.at], func(b fact.Invocation) bool {
		return b.Program == inv.Program && b.Dir == inv.Dir && slices.Contains(t.After, b.Sub) && b.Place&(fact.InCondition|fact.InSubshell) == 0
	}) {
		return false
	}
	if len(t.Branch) > 0 && !m.onBranch(t.Branch, inv) {
		return false
	}
	return !t.Changed || m.p.Changed(inv.Dir.Path)
}

// onBranch reports whether one of some branches is checked out when an
// invocation runs. What the line itself checks out before counts instead of
// what is checked out now, as far as it is known.
func (m *matcher) onBranch(branches []string, inv *fact.Invocation) bool {
	for i := m.at - 1; i >= 0; i-- {
		b := &m.f.Invocations[i]
		if len(b.Chain) == 0 || !b.Chain[len(b.Chain)-1].Head || b.Dir != inv.Dir {
			continue
		}
		if m.files(b) {
			continue
		}
		named := func(w fact.Word) bool { return w.Static() && slices.Contains(branches, w.Text) }
		return slices.ContainsFunc(b.Operands, named) ||
			slices.ContainsFunc(b.Flags, func(f fact.Flag) bool { return f.Value != nil && named(*f.Value) })
	}
	return slices.Contains(branches, m.p.Branch(inv.Dir.Path))
}

// files reports whether an invocation checks out files and no branch: they
// stand behind "--", or a file of that name is there.
func (m *matcher) files(inv *fact.Invocation) bool {
	if slices.ContainsFunc(inv.Flags, func(f fact.Flag) bool { return f.Name == "--" }) {
		return true
	}
	return len(inv.Operands) > 0 && !slices.ContainsFunc(inv.Operands, func(w fact.Word) bool {
		path, class := m.p.Locate(inv.Dir, w)
		return class&catalog.Unknown != 0 || m.p.Absent(path) != 0
	})
}
