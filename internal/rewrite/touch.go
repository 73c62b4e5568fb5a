package rewrite

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// touches demands that every path that the revision touches is one that the
// original does as much to, or lies below one.
func (c *checker) touches() error {
	for _, t := range c.after.Facts.Touches {
		if t.Invocation >= 0 && c.written(c.after.Facts.Invocations[t.Invocation].Span) {
			continue
		}
		if !slices.ContainsFunc(c.before.Facts.Touches, func(o fact.Touch) bool { return covers(o, t) }) {
			return fmt.Errorf("the revision would %s %.80q, the original would not", effect(t.Effect), t.Word.Text)
		}
	}
	if len(c.after.Facts.Invocations) == 0 && len(c.after.Facts.Touches) == 0 {
		return errors.New("the revision does nothing")
	}
	return nil
}

// atLeast is the set of effects that are no milder than e.
func atLeast(e catalog.Effect) catalog.Effect {
	switch e {
	case catalog.Read:
		return catalog.Read | catalog.Move | catalog.Run
	case catalog.List:
		return catalog.List | catalog.Read | catalog.Move | catalog.Delete
	case catalog.Append:
		return catalog.Append | catalog.Write
	case catalog.Move:
		return catalog.Move | catalog.Delete
	case catalog.Write, catalog.Delete, catalog.Mode, catalog.Link, catalog.Run:
		return e
	}
	return 0
}

// covers reports whether doing t is part of what doing o means.
func covers(o, t fact.Touch) bool {
	if atLeast(t.Effect)&o.Effect == 0 || t.Redirect && !o.Redirect {
		return false
	}
	// Another effect at the same place is a milder one, however deep it goes.
	deep := o.Deep || !t.Deep || o.Effect != t.Effect
	if t.Path == "" || o.Path == "" {
		return t.Path == o.Path && t.Word.Text == o.Word.Text && t.Word.Known == o.Word.Known && deep
	}
	if t.Path == o.Path {
		return deep && (t.Word.Glob < 0 || o.Word.Glob >= 0 || o.Deep)
	}
	if rest, ok := strings.CutPrefix(t.Path, o.Path); ok && t.Effect == catalog.Read && isVersioned(rest) {
		return true // a package's name that could be a path
	}
	from := o.Path
	if o.Word.Glob >= 0 {
		if t.Effect != catalog.List {
			return false
		}
		from = path.Dir(from[:strings.IndexAny(from+"*", "*?[{")] + "x")
	}
	below := strings.HasPrefix(t.Path, strings.TrimSuffix(from, "/")+"/")
	return below && (o.Deep || t.Effect&(catalog.Read|catalog.List) != 0)
}

func effect(e catalog.Effect) string {
	for i, n := range catalog.Effects {
		if e == 1<<i {
			return n
		}
	}
	return "touch"
}
