package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/world"
	"github.com/ravenclaude/thing/internal/yaml"
)

// KeyPath is where a key can be written.
type KeyPath struct {
	Review   []string // in a posture file, nil if it cannot
	Settings []string // in the other file, nil if it cannot
	List     bool
}

// Key finds a key that says how to review, by its parts with dots between them.
func Key(t *catalog.Tables, key string) (KeyPath, error) {
	parts := strings.Split(strings.ToLower(key), ".")
	l := &loader{t: t}
	r := reader{loader: l}
	if top := l.name(catalog.RoleReview); parts[0] == top {
		parts = parts[1:]
	}
	var out KeyPath
	var found *catalog.Setting
	for _, in := range [...]catalog.Places{catalog.InReview, catalog.InSettings} {
		at := way{in: in}
		var s *catalog.Setting
		for _, part := range parts {
			if at, s = r.next(at, part); s == nil {
				break
			}
		}
		if s == nil || len(s.Path) != len(parts) || s.Kind == catalog.KindOther || s.Kind == catalog.KindBlock {
			continue
		}
		found = s
		path := strings.Split(at.key, ".")
		if in == catalog.InReview {
			out.Review = append([]string{l.name(catalog.RoleReview)}, path...)
		} else {
			out.Settings = path
		}
	}
	if found == nil {
		return out, fmt.Errorf("key %q is not known%s", key, meant(key, keys(t)))
	}
	out.List = isList(found.Kind)
	return out, nil
}

// meant says which of some names was meant, or all if they are few.
func meant(name string, names []string) string {
	const few = 12
	if hint := near.Hint(name, names); hint != "" || len(names) > few {
		return cmp.Or(hint, ": see thing config show")
	}
	return near.Choice(name, names)
}

// keys are all that Key knows.
func keys(t *catalog.Tables) []string {
	var list []string
	for i := range t.Settings {
		s := &t.Settings[i]
		if s.In&(catalog.InReview|catalog.InSettings) == 0 || s.Kind == catalog.KindOther || s.Kind == catalog.KindBlock {
			continue
		}
		key := strings.Join(s.Path, ".")
		all := []string{""}
		for _, part := range s.Path {
			if ids, ok := ids(t, part); ok {
				all, key = ids, strings.Replace(key, part, "*", 1)
			}
		}
		for _, id := range all {
			list = append(list, strings.Replace(key, "*", id, 1))
		}
	}
	return list
}

// Switch is where a category's switch is written, for on or off, or its level
// in a layer, and what is written there.
func Switch(t *catalog.Tables, category, word string, layer Layer) (path []string, value string, err error) {
	l := &loader{t: t}
	r := reader{loader: l}
	category = strings.ToLower(category)
	if !r.isCategory(category) {
		all, _ := ids(t, catalog.AnyCategory)
		return nil, "", fmt.Errorf("category %q is not known%s", category, near.Choice(category, all))
	}
	path = []string{l.name(catalog.RoleCategories), category}
	switch {
	case slices.Contains(t.Posture.On, word):
		return append(path, l.name(catalog.RoleToggle)), t.Posture.On[0], nil
	case slices.Contains(t.Posture.Off, word):
		return append(path, l.name(catalog.RoleToggle)), t.Posture.Off[0], nil
	case r.canonical(word) != "":
		return append(path, layer.String()), word, nil
	}
	return nil, "", fmt.Errorf("level %q is not known%s: write %s, %s or one of %s", word, near.Hint(word, r.levelNames()), t.Posture.On[0], t.Posture.Off[0], strings.Join(r.levelNames(), ", "))
}

// States reports whether a file says something of a key.
func States(w world.World, file string, path []string) bool {
	content, err := readFile(w, file)
	if err != nil {
		return false
	}
	n, err := yaml.Parse(content)
	if err != nil {
		return true // whoever changes it will hear why
	}
	for _, key := range path {
		i := slices.IndexFunc(n.Pairs, func(p yaml.Pair) bool { return strings.EqualFold(strings.TrimSpace(p.Key), key) })
		if i < 0 {
			return false
		}
		n = n.Pairs[i].Value
	}
	return true
}

// Open makes a mapping of the value above the last key of a path if it is the
// level that a category stands at.
func Open(src []byte, path []string) ([]byte, error) {
	n, err := yaml.Parse(src)
	if err != nil {
		return nil, err
	}
	above := path[:len(path)-1]
	for _, key := range above {
		if n = n.At(key); n == nil {
			return src, nil
		}
	}
	if n.Kind != yaml.Scalar || n.Null || len(above) == 0 {
		return src, nil
	}
	return yaml.Set(src, above, "{"+User.String()+": "+yaml.Flow(n.Text)+"}")
}

// Would is what is wrong with a file that applies to a directory if it has a
// content and is trusted, nil for nothing.
func Would(t *catalog.Tables, w world.World, dir, file string, content []byte) *Problem {
	w = changed{w, file, content}
	r, err := Inspect(t, w, dir, func(name string, _ []byte) bool { return name == file })
	if err != nil {
		return &Problem{Place{File: file}, err.Error()}
	}
	for i := range r.Problems {
		if r.Problems[i].File == file {
			return &r.Problems[i]
		}
	}
	return nil
}

// changed is a world in which a file has another content.
type changed struct {
	world.World
	file    string
	content []byte
}

func (w changed) Lstat(path string) (world.Info, error) {
	if path == w.file {
		return world.Info{Mode: 0o644, Size: int64(len(w.content))}, nil
	}
	info, err := w.World.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) && path == filepath.Dir(w.file) {
		return world.Info{Mode: fs.ModeDir | 0o755}, nil
	}
	return info, err
}

func (w changed) ReadFile(path string, max int) ([]byte, error) {
	if path != w.file {
		return w.World.ReadFile(path, max)
	}
	if len(w.content) > max {
		return nil, world.ErrTooLarge
	}
	return w.content, nil
}
