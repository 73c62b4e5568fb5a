package tool

import (
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// resolve is the absolute, clean path that a text names as tools read it: in
// the working directory, in a home directory behind a tilde, or as the address
// of a file.
func (a *analyzer) resolve(text string) string { return a.resolveIn(a.env.Dir, text) }

func (a *analyzer) resolveIn(dir, text string) string {
	if text == "" {
		return dir
	}
	return filepath.Clean(a.absolute(dir, text))
}

// absolute is resolveIn for a pattern, in which ".." and "//" stay.
func (a *analyzer) absolute(dir, text string) string {
	if address.Scheme(text) == "file" {
		if file, ok := address.Parse(text); ok {
			text = file.Path
		}
	}
	if home, rest, ok := a.home(text); ok {
		return join(home, rest)
	}
	if filepath.IsAbs(text) {
		return text
	}
	return join(dir, text)
}

func join(dir, rest string) string {
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator) + rest
}

// home splits a text that begins with a tilde: the home directory of the user
// that it names, and what follows. Of other users' the place is custom, and a
// file of that name comes first.
func (a *analyzer) home(text string) (dir, rest string, ok bool) {
	if text[0] != '~' {
		return "", "", false
	}
	name, rest, _ := strings.Cut(filepath.ToSlash(text[1:]), "/")
	own := a.env.World.Home()
	switch {
	case name == "":
		return own, rest, own != ""
	case strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "":
		return "", "", false
	}
	if _, err := a.env.World.Lstat(filepath.Join(a.env.Dir, text)); err == nil {
		return "", "", false
	}
	if name == "root" {
		return "/root", rest, true
	}
	return filepath.Join(filepath.Dir(own), name), rest, own != ""
}

// touch notes an effect on the path that a field's text names.
func (a *analyzer) touch(effect catalog.Effect, field, text string, deep bool) *fact.Touch {
	return a.touchAt(effect, field, text, a.resolve(text), 0, deep)
}

// touchAt notes an effect on a path; class is what is known of it beside where
// it lies.
func (a *analyzer) touchAt(effect catalog.Effect, field, text, path string, class catalog.Class, deep bool) *fact.Touch {
	span := fact.Span{End: len(text)}
	t := fact.Touch{
		Effect: effect, Path: filepath.ToSlash(path), Class: class | a.env.Places.Classify(path), Deep: deep, Invocation: -1, Span: span, At: a.in(field),
		Word: fact.Word{Text: text, Known: len(text), Glob: -1, Span: span},
	}
	t.Category = a.category(t.Class)
	a.f.Touches = append(a.f.Touches, t)
	return &a.f.Touches[len(a.f.Touches)-1]
}

// category is that of an effect on a path, as the tool's entry says.
func (a *analyzer) category(class catalog.Class) string {
	if a.c.Entry == nil {
		return ""
	}
	if a.c.Entry.Outside != "" && class&(catalog.Project|catalog.ProjectRoot) == 0 {
		return a.c.Entry.Outside
	}
	return a.c.Entry.Inside
}
