package match

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/tree"
)

// settings is what an edit changes in a file of settings.
type settings struct {
	unread       bool
	added, taken []tree.Entry
}

// sets reports whether a setting changes that a test asks about.
func (e *edited) sets(t *catalog.KeyTest) bool {
	if e.settings == nil {
		e.settings = e.compare()
	}
	s := e.settings
	if s.unread {
		return len(t.Adds) > 0 && t.Value == ""
	}
	return meets(s.added, t.Adds, t) || meets(s.taken, t.Drops, t)
}

func meets(list []tree.Entry, keys []string, t *catalog.KeyTest) bool {
	if len(keys) == 0 {
		return false
	}
	for _, x := range list {
		if anyKey(keys, x.Path) && !anyKey(t.Except, x.Path) && (t.Value == "" || pattern.Compiled(t.Value).MatchString(x.Value)) {
			return true
		}
	}
	return false
}

func (e *edited) compare() *settings {
	s := &settings{}
	after, err := read(e.touch.Path, e.After)
	if s.unread = err != nil || !e.Known; s.unread {
		return s
	}
	before, err := read(e.touch.Path, e.Before)
	if err != nil {
		before = nil // what cannot be read has set nothing
	}
	type entry struct{ path, value string }
	left := map[entry]int{}
	old := tree.Flatten(before)
	for _, x := range old {
		left[entry{x.Path, x.Value}]++
	}
	for _, x := range tree.Flatten(after) {
		if k := (entry{x.Path, x.Value}); left[k] > 0 {
			left[k]--
		} else {
			s.added = append(s.added, x)
		}
	}
	for _, x := range old {
		if k := (entry{x.Path, x.Value}); left[k] > 0 {
			left[k]--
			s.taken = append(s.taken, x)
		}
	}
	return s
}

// read reads settings in the notation that a file's name says.
func read(name, text string) (*tree.Node, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".toml":
		return tree.TOML(text)
	case ".yaml", ".yml":
		return tree.YAML(text)
	}
	return tree.JSON(text)
}

// anyKey reports whether a path of keys fits one of some patterns.
func anyKey(patterns []string, key string) bool {
	for _, p := range patterns {
		if fitsKey(strings.ToLower(p), strings.ToLower(key)) {
			return true
		}
	}
	return false
}

// fitsKey is a match in which * stands for no dot, and ** for anything.
func fitsKey(p, key string) bool {
	for {
		i := strings.IndexByte(p, '*')
		if i < 0 {
			return p == key
		}
		if !strings.HasPrefix(key, p[:i]) {
			return false
		}
		key, p = key[i:], p[i+1:]
		all := strings.HasPrefix(p, "*")
		p = strings.TrimPrefix(p, "*")
		if p == "" {
			return all || !strings.Contains(key, ".")
		}
		for k := 0; ; k++ {
			if fitsKey(p, key[k:]) {
				return true
			}
			if k == len(key) || key[k] == '.' && !all {
				return false
			}
		}
	}
}

// maxLayout bounds the layout file.
const maxLayout = 256 << 10

// misplaced reports whether the project's layout file has no place for the
// path. A file that cannot be read allows everything.
func (e *edited) misplaced(l *catalog.Layout) bool {
	root := e.m.p.Project()
	rel, ok := strings.CutPrefix(e.touch.Path, strings.TrimSuffix(root, "/")+"/")
	if root == "" || !ok {
		return false
	}
	data, err := e.m.p.Read(path.Join(root, l.File), maxLayout)
	if err != nil {
		return false
	}
	var lists map[string]json.RawMessage
	if json.Unmarshal(data, &lists) != nil {
		return false
	}
	list := func(key string) (patterns []string) {
		if json.Unmarshal(lists[key], &patterns) != nil {
			return nil
		}
		return patterns
	}
	if anyGlob(list(l.Forbidden), rel) {
		return true
	}
	allowed := list(l.Allowed)
	return rel != l.File && len(allowed) > 0 && !anyGlob(allowed, rel)
}

// anyGlob reports whether a path fits one of some patterns in which any star
// stands for anything.
func anyGlob(patterns []string, rel string) bool {
	for _, p := range patterns {
		for strings.Contains(p, "***") {
			p = strings.ReplaceAll(p, "***", "**")
		}
		if fitsAny([]string{strings.ReplaceAll(strings.ReplaceAll(p, "**/", "*"), "**", "*")}, rel) {
			return true
		}
	}
	return false
}
