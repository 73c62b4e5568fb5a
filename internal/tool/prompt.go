package tool

import (
	"path/filepath"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// prompt is a tool whose field is addressed to another agent, or to this one
// later. What that agent does about it comes to the hook as calls of its own.
func (a *analyzer) prompt() {
	a.f.Category = a.c.Entry.Inside
	how := catalog.Prompt{}
	if a.c.Entry.Prompt != nil {
		how = *a.c.Entry.Prompt
	}
	if a.c.Text != "" {
		a.told(a.c.Entry.Field, a.c.Text, how.Lang)
	}
	if path := a.text(how.Opens); path != "" {
		a.opened(how.Opens, path, how.Lang)
	}
	if name := a.text(how.Skill); name != "" {
		a.skill(how.Skill, name)
	}
}

// opened notes the text of the file that a field names.
func (a *analyzer) opened(field, path, lang string) {
	full := a.resolve(path)
	text, ok := a.load(full)
	if !ok {
		return
	}
	a.f.Texts = append(a.f.Texts, fact.Text{
		Value: text, Lang: lang, Data: lang == "", Prompt: true, Moved: true, Span: fact.Span{End: len(path)},
		At: fact.At{Field: field, File: a.name(full), Line: 1},
	})
}

// load returns the content of a file that is not too large, links followed.
func (a *analyzer) load(path string) (string, bool) {
	real, ok := a.env.Places.Real(path)
	if !ok {
		return "", false
	}
	b, err := a.env.World.ReadFile(filepath.FromSlash(real), a.env.Tables.Route.Limits.FileBytes)
	return string(b), err == nil
}
