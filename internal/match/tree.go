package match

import (
	"iter"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// tree reports whether the working tree that an invocation runs in is as a
// trigger asks. Files are looked at last.
func (m *matcher) tree(t *catalog.RunTest, inv *fact.Invocation) bool {
	if len(t.After) > 0 && m.after(t.After, inv) || t.NotIn != nil && m.within(t.NotIn, inv) {
		return false
	}
	if len(t.Onto) > 0 && !m.onto(t.Onto, inv) || t.Shared && !m.onShared(inv) {
		return false
	}
	return !t.Changed || m.p.Changed(inv.Dir.Path)
}

// after reports whether an invocation only runs where one of some uses of the
// same program has worked, with nothing but reads between the two.
func (m *matcher) after(tests []catalog.AfterTest, inv *fact.Invocation) bool {
	for i := range m.behind(inv) {
		b := &m.f.Invocations[i]
		if b.Reads {
			continue
		}
		return b.Program == inv.Program && b.Dir == inv.Dir && b.Place == inv.Place && !b.Maybe && sameAssigns(b.Assigns, inv.Assigns) &&
			slices.ContainsFunc(tests, func(t catalog.AfterTest) bool { return isAfter(t, b) })
	}
	return false
}

func isAfter(t catalog.AfterTest, b *fact.Invocation) bool {
	return slices.Contains(t.Sub, b.Sub) && (t.Operands || len(b.Operands) == 0) &&
		!slices.ContainsFunc(b.Flags, func(f fact.Flag) bool { return f.Maybe || !slices.Contains(t.Flags, f.Name) })
}

func sameAssigns(a, b []fact.Assign) bool {
	return slices.EqualFunc(a, b, func(x, y fact.Assign) bool {
		return x.Name == y.Name && x.Value.Text == y.Value.Text && x.Value.Static() && y.Value.Static()
	})
}

// within reports whether an invocation works in one of some directories.
func (m *matcher) within(t *catalog.DirTest, inv *fact.Invocation) bool {
	if slices.ContainsFunc(inv.Flags, func(f fact.Flag) bool { return slices.Contains(t.Flags, f.Name) }) ||
		slices.ContainsFunc(inv.Assigns, func(a fact.Assign) bool { return slices.Contains(t.Env, a.Name) }) {
		return false
	}
	path, class := m.p.Locate(inv.Dir, fact.Word{Text: ".", Known: 1, Glob: -1})
	if !inv.Dir.Fresh && m.p.Absent(path) != 0 {
		if !m.entered(inv) {
			return false
		}
		if t.Class&catalog.Absent != 0 && m.made(inv, path) {
			return true
		}
	}
	return class&t.Class&^catalog.Absent != 0
}

// entered reports whether an invocation only runs in its directory: an option
// of its own names it, or a change of directory that has worked stands before
// it.
func (m *matcher) entered(inv *fact.Invocation) bool {
	for _, p := range inv.Chain {
		if p.Chdir != "" && slices.ContainsFunc(inv.Flags, func(f fact.Flag) bool { return f.Name == p.Chdir }) {
			return true
		}
	}
	for i := range m.behind(inv) {
		b := &m.f.Invocations[i]
		if len(b.Chain) > 0 && (b.Chain[0].Shell == catalog.ShellDir || b.Chain[0].Shell == catalog.ShellPush) {
			return true
		}
	}
	return false
}

// made reports whether an invocation only runs where the same program has made
// the directory at a path, which was absent before.
func (m *matcher) made(inv *fact.Invocation, path string) bool {
	for i := range m.behind(inv) {
		if m.f.Invocations[i].Program == inv.Program && slices.ContainsFunc(m.f.Touches, func(t fact.Touch) bool {
			return t.Invocation == i && t.Effect&catalog.Write != 0 && t.Path == path
		}) {
			return true
		}
	}
	return false
}

// behind yields the indices of the invocations that all have worked where one
// runs, the nearest first.
func (m *matcher) behind(inv *fact.Invocation) iter.Seq[int] {
	return func(yield func(int) bool) {
		for b := inv; b.Given > 0 && yield(b.Given-1); {
			b = &m.f.Invocations[b.Given-1]
		}
	}
}

// given reports whether a word was an operand of an earlier use of the same
// program, under one of some subcommands.
func (m *matcher) given(subs []string, w fact.Word) bool {
	inv := &m.f.Invocations[m.at]
	return slices.ContainsFunc(m.f.Invocations[:m.at], func(b fact.Invocation) bool {
		return b.Program == inv.Program && slices.Contains(subs, b.Sub) &&
			slices.ContainsFunc(b.Operands, func(o fact.Word) bool { return o.Text == w.Text })
	})
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
