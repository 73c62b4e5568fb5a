package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
)

// shared reports whether everybody builds on a branch.
func (m *matcher) shared(branch string) bool { return fitsAny(m.t.Posture.Branches, branch) }

// sharedRef is shared for a reference, or for the target of a refspec.
func (m *matcher) sharedRef(ref string) bool {
	if i := strings.IndexByte(ref, ':'); i >= 0 {
		ref = ref[i+1:]
	}
	return m.shared(strings.TrimPrefix(strings.TrimPrefix(ref, "+"), "refs/heads/"))
}

// onto reports whether one of some flags names a branch that everybody builds
// on.
func (m *matcher) onto(flags []string, inv *fact.Invocation) bool {
	return slices.ContainsFunc(inv.Flags, func(f fact.Flag) bool {
		return f.Value != nil && slices.Contains(flags, f.Name) && m.sharedRef(f.Value.Text)
	})
}

// onShared reports whether a branch that everybody builds on is checked out
// when an invocation runs. What the line itself checks out before counts
// instead of what is checked out now, as far as it is known.
func (m *matcher) onShared(inv *fact.Invocation) bool {
	for i := m.at - 1; i >= 0; i-- {
		b := &m.f.Invocations[i]
		if len(b.Chain) == 0 || !b.Chain[len(b.Chain)-1].Head || b.Dir != inv.Dir {
			continue
		}
		if m.files(b) {
			continue
		}
		named := func(w fact.Word) bool { return w.Static() && m.shared(w.Text) }
		return slices.ContainsFunc(b.Operands, named) ||
			slices.ContainsFunc(b.Flags, func(f fact.Flag) bool { return f.Value != nil && named(*f.Value) })
	}
	return m.shared(m.p.Branch(inv.Dir.Path))
}
