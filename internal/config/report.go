package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
)

// Report is everything that the files for a directory say, and what of it
// counts.
type Report struct {
	Files    []FileState // the weakest first
	Values   []Value
	Waiting  []Waiting
	Problems []Problem
	Warnings []Problem
}

// FileState is a file that was read.
type FileState struct {
	Path    string
	Layer   Layer
	Trusted bool   // of one that arrives with a project
	Content []byte // as it was read
}

// Value is what holds of one key.
type Value struct {
	Key   string
	Word  string
	List  []string // of a key that takes one, else nil
	At    Place    // the zero value if it is built in
	Layer Layer
}

// Inspect reads all files for a directory, whether anything is reviewed or not.
func Inspect(t *catalog.Tables, w world.World, dir string, trust Trust) (*Report, error) {
	l, err := readAll(t, w, dir, trust, true)
	if err != nil {
		return nil, err
	}
	r := &Report{Waiting: l.p.Waiting, Problems: l.p.Problems, Warnings: l.p.Warnings}
	for _, s := range l.p.sources {
		trusted := l.own(s) && s.layer != User
		r.Files = append(r.Files, FileState{Path: s.file, Layer: s.layer, Trusted: trusted, Content: s.content})
	}
	slices.SortStableFunc(r.Files, func(a, b FileState) int { return int(a.Layer) - int(b.Layer) })
	for _, id := range slices.Sorted(maps.Keys(l.p.Deny)) {
		at := l.p.Deny[id]
		r.Values = append(r.Values, Value{Key: strings.Replace(l.key(catalog.RoleLevel), catalog.AnyCategory, id, 1), Word: levelDeny, At: at, Layer: l.layerOf(at.File)})
	}
	for i := range t.Categories {
		id := t.Categories[i].ID
		v := Value{Key: strings.Replace(l.key(catalog.RoleToggle), catalog.AnyCategory, id, 1), Word: t.Posture.Off[0]}
		if l.p.Reviewed[id] {
			v.Word = t.Posture.On[0]
		}
		if at, ok := l.p.toggles[id]; ok {
			v.At, v.Layer = at, l.layerOf(at.File)
		}
		r.Values = append(r.Values, v)
	}
	for i := range t.Settings {
		if s := &t.Settings[i]; s.Kind != catalog.KindOther && s.Kind != catalog.KindBlock && s.Role != catalog.RoleEnabled && s.In&(catalog.InReview|catalog.InSettings) != 0 {
			l.report(r, s)
		}
	}
	return r, nil
}

func (l *loader) layerOf(file string) Layer {
	for _, s := range l.p.sources {
		if s.file == file {
			return s.layer
		}
	}
	return BuiltIn
}

// report adds what holds of a key, or of each that it stands for.
func (l *loader) report(r *Report, s *catalog.Setting) {
	key := strings.Join(s.Path, ".")
	all := []string{""}
	for _, part := range s.Path {
		if list, ok := ids(l.t, part); ok {
			all, key = list, strings.Replace(key, part, "*", 1)
		}
	}
	for _, id := range all {
		g := given{Setting: s, key: strings.Replace(key, "*", id, 1), id: id}
		now, ok := l.current(&g)
		if !ok {
			continue
		}
		v := Value{Key: g.key, Word: now.word, At: now.at, Layer: now.layer}
		if now.listed() {
			v.List = append([]string{}, now.list...)
		}
		if s.Role == catalog.RoleServers {
			v.List = slices.DeleteFunc(v.List, func(name string) bool { _, lacks := l.p.Unlisted(name); return lacks })
		}
		r.Values = append(r.Values, v)
	}
}
