package tool

import (
	"encoding/json"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/shell"
)

// edit is a tool that writes files.
func (a *analyzer) edit() {
	form := a.c.Entry.Content
	switch {
	case form != nil && form.Patch:
		a.patch()
	case form != nil && form.Path != "":
		a.document(a.c.Entry.Field, "~/"+form.Path, form)
	case a.c.Text == "":
		a.without()
	default:
		a.document(a.c.Entry.Field, a.c.Text, form)
	}
}

// document works out what one file will hold, and what that does.
func (a *analyzer) document(field, name string, form *catalog.Content) {
	t := a.touch(catalog.Write, field, name, false)
	if form == nil {
		return
	}
	if form.Path != "" {
		t.Span, t.Word.Span = fact.Span{End: len(a.f.Source)}, fact.Span{}
	}
	old := a.old(t.Path)
	switch {
	case form.Notebook != nil:
		a.cell(t, old, form.Notebook)
	case form.Whole != "":
		text := unix(a.text(form.Whole))
		d := fact.Document{After: text, Pieces: []document.Piece{{End: len(text), Field: form.Whole}}}
		if form.Appends && old.known {
			d.After = old.text + "\n" + text
			d.Pieces[0].Start, d.Pieces[0].End = len(old.text)+1, len(d.After)
		}
		a.hold(d, old)
	default:
		changes := a.changes(form)
		after, pieces, ok := document.Replace(old.text, changes)
		if !ok || !old.known {
			old.known, old.fails = false, old.known
			after, pieces = brought(changes)
		}
		a.hold(fact.Document{After: after, Pieces: pieces}, old)
	}
}

// changes are the replacements that the input asks for.
func (a *analyzer) changes(form *catalog.Content) []document.Change {
	if form.List == "" {
		return []document.Change{change(a.c.Input, form, form.New)}
	}
	var list []map[string]json.RawMessage
	if err := json.Unmarshal(a.c.Input[form.List], &list); err != nil {
		a.opaque(fmt.Sprintf("the list %q cannot be read", form.List))
		return nil
	}
	changes := make([]document.Change, 0, len(list))
	for i, m := range list {
		changes = append(changes, change(m, form, fmt.Sprintf("%s[%d].%s", form.List, i, form.New)))
	}
	return changes
}

func change(input map[string]json.RawMessage, form *catalog.Content, field string) document.Change {
	all := false
	if json.Unmarshal(input[form.All], &all) != nil {
		all = false
	}
	return document.Change{Old: unix(text(input, form.Old)), New: unix(text(input, form.New)), All: all, Field: field}
}

// brought is only what changes bring in, for a document that is not known.
func brought(changes []document.Change) (after string, pieces []document.Piece) {
	var b strings.Builder
	for _, c := range changes {
		pieces = append(pieces, document.Piece{Start: b.Len(), End: b.Len() + len(c.New), Field: c.Field})
		b.WriteString(c.New + "\n")
	}
	return b.String(), pieces
}

// hold notes the new content of the file that was touched last, and what it
// does where it runs later.
func (a *analyzer) hold(d fact.Document, old content) {
	d.Touch = len(a.f.Touches) - 1
	d.Before, d.New, d.Known = old.text, old.absent, old.known
	d.File = a.name(a.f.Touches[d.Touch].Path)
	d.Diff = document.Compare(d.Before, d.After)
	t := &a.f.Touches[d.Touch]
	t.Seen = old.known || old.fails
	a.said(&d)
	if d.After != "" && len(d.Diff.Added)+d.Diff.Replaced > 0 {
		if a.runs(&d, shell.Written(t.Path, d.After, a.env)) && d.Before != "" {
			a.was(&d, shell.Written(t.Path, d.Before, a.env))
		}
	}
	a.f.Documents = append(a.f.Documents, d)
}

// maxTexts bounds into how many texts the lines that come in are split.
const maxTexts = 256

// said notes the lines that come in as texts.
func (a *analyzer) said(d *fact.Document) {
	added := d.Diff.Added
	if n := len(added); n > maxTexts {
		added = []document.Range{{Start: added[0].Start, End: added[n-1].End}}
	}
	for _, r := range added {
		field, span := d.Stands(r.Start, r.End)
		a.f.Texts = append(a.f.Texts, fact.Text{Value: d.After[r.Start:r.End], Document: true, Moved: true, Data: true, Span: span, At: a.in(field)})
	}
}

// runs adds what a document does when it runs, and reports whether that is
// anything.
func (a *analyzer) runs(d *fact.Document, g *fact.Facts) bool {
	if empty(g) {
		return false
	}
	lines := lineStarts(d.After)
	for i := range g.Invocations {
		g.Invocations[i].Outer = true
	}
	for i := range g.Texts {
		g.Texts[i].Moved = true
	}
	a.f.Join(g, func(at fact.At, s fact.Span) (fact.At, fact.Span) {
		out := fact.At{File: d.File, Line: at.Line, Apart: at.Apart}
		if at.File == "" {
			out.Line = sort.SearchInts(lines, s.Start+1)
		} else {
			out.File = at.File
		}
		out.Field, s = d.Stands(s.Start, s.End)
		return out, s
	})
	return true
}

func empty(f *fact.Facts) bool { return len(f.Invocations)+len(f.Texts)+len(f.Opaque) == 0 }

// was adds what a document did before. What was not known then is none now.
func (a *analyzer) was(d *fact.Document, g *fact.Facts) {
	if empty(g) {
		return
	}
	for i := range g.Opaque {
		for k, o := range a.f.Opaque {
			if o.Reason == g.Opaque[i].Reason && o.File != "" {
				a.f.Opaque = append(a.f.Opaque[:k], a.f.Opaque[k+1:]...)
				break
			}
		}
	}
	if a.f.Was == nil {
		a.f.Was = &fact.Facts{}
	}
	lines := lineStarts(g.Source)
	a.f.Was.Join(g, func(at fact.At, s fact.Span) (fact.At, fact.Span) {
		if at.File == "" {
			at.Line = sort.SearchInts(lines, s.Start+1)
		}
		at.File = d.File
		return at, s
	})
}

// lineStarts are the offsets at which the lines of a text begin.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// name is how people are shown a path.
func (a *analyzer) name(p string) string {
	if root := a.env.Places.Project(); root != "" {
		if rel, ok := strings.CutPrefix(p, strings.TrimSuffix(root, "/")+"/"); ok {
			return rel
		}
	}
	return path.Clean(p)
}

// unix is text with the line ends that clients give the files that they edit.
func unix(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
