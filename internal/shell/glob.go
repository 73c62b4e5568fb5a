package shell

import (
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// Bounds of what patterns are compared with.
const (
	maxGlobNames = 512 // in one directory
	maxGlobDirs  = 64  // of one call
	maxGlobHits  = 64  // of one pattern
)

// matches adds an effect for each file that a pattern fits and that is of a
// class which the pattern itself does not show: .raven*/*.yaml names files of
// ours only once the directory is looked at.
func (a *analyzer) matches(dir fact.Dir, t fact.Touch) {
	w := t.Word
	if w.Glob < 0 || !w.Static() || dir.Away != nil || !path.IsAbs(w.Text) && dir.Path == "" {
		return
	}
	pattern := w.Text
	if !path.IsAbs(pattern) {
		pattern = path.Join(dir.Path, pattern)
	}
	for _, p := range a.globs(path.Clean(pattern)) {
		if len(a.facts.Touches) >= a.limits.Touches {
			return
		}
		class := a.env.Places.Classify(p)
		if class&^t.Class < catalog.FirstNamed {
			continue
		}
		t.Path, t.Class = p, class
		a.facts.Touches = append(a.facts.Touches, t)
	}
}

// globs lists the paths that an absolute pattern fits, the first ones if there
// are many.
func (a *analyzer) globs(pattern string) []string {
	found := []string{"/"}
	for part := range strings.SplitSeq(strings.TrimPrefix(pattern, "/"), "/") {
		var next []string
		for _, dir := range found {
			if !strings.ContainsAny(part, "*?[") {
				next = append(next, path.Join(dir, part))
				continue
			}
			if a.globbed++; a.globbed > maxGlobDirs {
				return nil
			}
			names, err := a.env.World.List(dir, maxGlobNames)
			if err != nil {
				continue
			}
			form := strings.ReplaceAll(part, "[!", "[^")
			for _, name := range names {
				if strings.HasPrefix(name, ".") && !strings.HasPrefix(part, ".") {
					continue
				}
				if ok, err := path.Match(form, name); ok && err == nil && len(next) < maxGlobHits {
					next = append(next, path.Join(dir, name))
				}
			}
		}
		if found = next; len(found) == 0 {
			return nil
		}
	}
	return found
}
