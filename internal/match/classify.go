package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// classify sets the category of every invocation and touch.
func (m *matcher) classify() {
	writes := make([]bool, len(m.f.Invocations))
	for i := range m.f.Touches {
		t := &m.f.Touches[i]
		if t.Invocation >= 0 && t.Effect&catalog.Mutating != 0 && !m.sink(t) {
			writes[t.Invocation] = true
		}
	}
	for i := range m.f.Invocations {
		m.category(&m.f.Invocations[i], writes[i])
	}
	for i := range m.f.Touches {
		t := &m.f.Touches[i]
		if t.Invocation >= 0 {
			t.Category = m.f.Invocations[t.Invocation].Category
		}
		if t.Effect&catalog.Mutating == 0 || t.Category != "" && t.Invocation < 0 {
			continue // a tool's own effect is what its table says
		}
		switch {
		case t.Class&catalog.Outside != 0 && t.Class&(catalog.Temporary|catalog.Fresh) == 0:
			t.Category = m.t.Fallback.Outside
		case t.Redirect && !m.sink(t):
			t.Category = m.t.Fallback.Write
		}
	}
}

// sink reports whether what is written to a path is gone.
func (m *matcher) sink(t *fact.Touch) bool {
	return t.Class&m.t.Fallback.Sink != 0
}

// category decides the class of calls that an invocation falls into; writes
// says whether it changes any path.
func (m *matcher) category(inv *fact.Invocation, writes bool) {
	if inv.Program == "" {
		inv.Category = m.t.Fallback.Project
		return
	}
	if len(inv.Chain) == 0 {
		inv.Category = m.t.Fallback.Program
		if m.local(inv) {
			inv.Category = m.t.Fallback.Project
		}
		return
	}
	for i := len(inv.Chain) - 1; i >= 0; i-- {
		p := inv.Chain[i]
		inv.Roles |= p.Roles
		if inv.Category == "" {
			inv.Category = m.t.Numbered(p.Category)
		}
	}
	if inv.Wraps && (inv.Category == "" || m.read(inv.Category)) {
		inv.Category = "" // what it runs has its own
		return
	}
	if m.local(inv) {
		inv.Category = m.t.Fallback.Project
		return
	}
	reclassed := false
	for i := len(inv.Chain) - 1; i >= 0 && !reclassed; i-- {
		for k := range inv.Chain[i].Class {
			r := &inv.Chain[i].Class[k]
			if fact.Holds(inv.Flags, r.Flags) && m.operands(inv.Operands, r.Operands, inv.Dir) && counts(len(inv.Operands), r.Count) {
				inv.Category, reclassed = m.t.Numbered(r.Category), true
				break
			}
		}
	}
	inv.Reads = !writes && m.reads(inv, reclassed)
	if inv.Category == "" || m.read(inv.Category) && !inv.Reads {
		inv.Category = m.t.Fallback.Program
	}
}

// local reports whether a program is called by a path that is not one of the
// directories that programs are installed in.
func (m *matcher) local(inv *fact.Invocation) bool {
	dir, _, ok := cutLast(inv.Path)
	return ok && !slices.Contains(m.t.Fallback.BinDirs, dir)
}

func cutLast(path string) (dir, base string, ok bool) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return "", path, false
	}
	return path[:i], path[i+1:], true
}

// reads reports whether nothing about a use is more than a read.
func (m *matcher) reads(inv *fact.Invocation, reclassed bool) bool {
	p := inv.Chain[len(inv.Chain)-1]
	if reclassed && !m.read(inv.Category) {
		return false
	}
	if !p.Reads && !(reclassed && m.read(inv.Category)) {
		return false
	}
	for _, f := range inv.Flags {
		if !reclassed && (!f.Known || f.Acts) {
			return false
		}
	}
	for _, a := range inv.Assigns {
		if !slices.Contains(m.t.Fallback.QuietEnv, a.Name) {
			return false
		}
	}
	return true
}

func (m *matcher) read(category string) bool {
	for i := range m.t.Categories {
		if m.t.Categories[i].ID == category {
			return m.t.Categories[i].Read
		}
	}
	return false
}
