package tool

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/server"
)

// maxPath bounds what is taken for a path; no file system takes longer ones.
const maxPath = 4096

// path is an argument that names one, if it looks as if it did.
func (x *reading) path(field string, kind catalog.ArgumentKind, s string, beside *siblings) {
	name, fetched := s, false
	switch scheme(s) {
	case "":
	case "file":
		a, ok := address.Parse(s)
		if !ok {
			return
		}
		name, fetched = a.Path, true
	default:
		x.url(field, s)
		return
	}
	if len(name) > maxPath || strings.ContainsAny(name, "\n\x00") || !x.here(kind, name) {
		return
	}
	effect := server.Effect(&x.env.Tables.Argument, x.words)
	if effect == 0 && beside.content {
		effect = catalog.Write
	}
	switch {
	case kind == catalog.ArgumentTo:
		effect = catalog.Write
	case effect == 0, kind == catalog.ArgumentFrom && effect&(catalog.Move|catalog.Delete) == 0:
		effect = catalog.Read
	}
	if fetched || effect == catalog.Run {
		effect |= catalog.Read // an address is as good for fetching from, and what runs is read
	}
	at := target{field: field, name: name, whole: len(s), effect: effect, deep: beside.deep}
	if effect&(catalog.Write|catalog.Append) != 0 {
		x.targets = append(x.targets, at) // its content is not known before all arguments are
		return
	}
	x.meet(at)
}

// target is a path that an argument names.
type target struct {
	field, name string
	whole       int // bytes of the argument
	effect      catalog.Effect
	deep        bool
}

// meet notes the effect on a target.
func (x *reading) meet(at target) *fact.Touch {
	t := x.touch(at.effect, at.field, at.name, at.deep)
	t.Span = fact.Span{End: at.whole}
	if at.effect&catalog.Delete != 0 {
		if info, err := x.env.World.Lstat(filepath.FromSlash(t.Path)); err == nil && info.Mode.IsDir() {
			t.Deep = true
		}
	}
	return t
}

// written notes what is written, and what the file will hold where that is
// known.
func (x *reading) written() {
	for _, at := range x.targets {
		t := x.meet(at)
		if len(x.targets) > 1 || len(x.changes) == 0 || x.f.Server != nil && x.f.Server.Shared {
			continue
		}
		for _, c := range x.changes {
			x.f.Parts = append(x.f.Parts, fact.Part{Field: c.Field, Text: c.New})
		}
		x.holds(x.old(t.Path), at.effect)
		return
	}
	for _, c := range x.changes {
		x.plain(c.Field, c.New)
	}
}

// holds works out the content of the file that was touched last. Where a tool
// is not known to write all of it, only what it brings in is.
func (x *reading) holds(old content, effect catalog.Effect) {
	parts := slices.ContainsFunc(x.changes, func(c document.Change) bool { return c.Old != "" })
	d := fact.Document{After: x.changes[0].New, Pieces: []document.Piece{{End: len(x.changes[0].New), Field: x.changes[0].Field}}}
	ok := len(x.changes) == 1 && effect&catalog.Append == 0 && !server.Partial(&x.env.Tables.Argument, x.words)
	if parts && old.known {
		d.After, d.Pieces, ok = document.Replace(old.text, x.changes)
	}
	if !ok || parts && !old.known {
		old.known = false
		d.After, d.Pieces = brought(x.changes)
	}
	x.hold(d, old)
}

// here reports whether a text is taken for a path of this machine. One that
// only may be one has to lie in a place that the tables know, or to be there.
func (x *reading) here(kind catalog.ArgumentKind, name string) bool {
	away := x.f.Server != nil && x.f.Server.Shared
	if kind == catalog.ArgumentPath && !away {
		return !absolute(name) || x.there(name)
	}
	if (kind == catalog.ArgumentFrom || kind == catalog.ArgumentTo) && !away && !absolute(name) {
		return strings.ContainsRune(name, '/') && !strings.ContainsAny(name, " @")
	}
	return absolute(name) && x.there(name)
}

// there reports whether a path lies in a class that the tables name, or below
// a directory at the root that exists.
func (x *reading) there(name string) bool {
	path := x.resolve(name)
	if x.env.Places.Classify(path)&^(catalog.FirstNamed-1) != 0 {
		return true
	}
	top := filepath.ToSlash(path)
	if i := strings.IndexByte(strings.TrimPrefix(top, "/"), '/'); i >= 0 {
		top = top[:i+1]
	}
	_, err := x.env.World.Lstat(filepath.FromSlash(top))
	return err == nil
}

// url is an argument that names a network address, if it looks as if it did.
func (x *reading) url(field, s string) {
	if strings.ContainsAny(s, " \t\n") {
		return
	}
	switch scheme(s) {
	case "":
		if !strings.ContainsAny(s, ".:") && !strings.EqualFold(s, "localhost") && strings.Trim(s, "0123456789xXabcdefABCDEF") != "" || s[0] == '/' || strings.Contains(s, "@") {
			return
		}
	case "file":
		x.path(field, catalog.ArgumentPath, s, &siblings{})
		return
	}
	x.address(field, s)
}

// scheme is that of an address which is all there is to a text, or "".
func scheme(s string) string {
	if strings.ContainsAny(s, " \t\n") {
		return ""
	}
	name := address.Scheme(s)
	if len(name) < 2 { // a drive
		return ""
	}
	return name
}

// absolute reports whether a text is written as a path that does not depend on
// where it is read.
func absolute(s string) bool {
	switch {
	case strings.HasPrefix(s, "//"):
		return false
	case strings.HasPrefix(s, "/"), strings.HasPrefix(s, "~/"), s == "~":
		return !strings.ContainsAny(s, "\n")
	}
	return filepath.IsAbs(s)
}
