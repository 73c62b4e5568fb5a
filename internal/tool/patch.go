package tool

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
)

// patch is a tool whose field is a patch of any number of files.
func (a *analyzer) patch() {
	field := a.c.Entry.Field
	files, ok := document.Patch(a.c.Text)
	if !ok {
		a.f.Category = a.c.Entry.Outside
		a.opaque(fmt.Sprintf("the patch that %s is given names no file", a.c.Tool))
		return
	}
	for i := range files {
		f := &files[i]
		span := fact.Span{Start: f.At, End: f.At + len(f.Path)}
		effect := catalog.Write
		if f.Op == document.Delete {
			effect = catalog.Delete
		}
		old := content{}
		t := a.touch(effect, field, f.Path, false)
		old = a.old(t.Path)
		if f.To != "" {
			t.Effect = catalog.Move
			t.Span = span
			t = a.touch(catalog.Write, field, f.To, false)
		}
		t.Span = span
		if f.Op == document.Delete {
			continue
		}
		after, pieces, fits := f.Apply(old.text, field)
		if old.known = old.known && fits; f.To != "" && old.known {
			old.absent = a.old(t.Path).absent
		}
		a.hold(fact.Document{After: after, Pieces: pieces}, old)
	}
}
