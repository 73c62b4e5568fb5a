// Package specgrep finds the requirements of a project's specifications that
// cover the files of a change.
package specgrep

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"github.com/ravenclaude/thing/internal/council/docket"
)

// How a requirement can cover a file.
const (
	Prefix    = "prefix"     // its section names a directory above the file
	Mention   = "mention"    // its section names the file
	CoveredBy = "covered_by" // the specification's front matter names the file or a directory
)

// Bounds of what is looked through.
const (
	maxFiles = 1000
	maxBytes = 1 << 20
)

var (
	must = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bMUST\b`) })
	name = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[A-Za-z0-9_.@+-]+(?:/[A-Za-z0-9_.@+-]+)*/?") })
)

// Find lists the requirements below a directory of fsys that cover a path, in
// the order of files and lines: most at most, and how many more there are.
func Find(fsys fs.FS, dir string, changed []string, most int) (list []docket.Requirement, more int, err error) {
	files := 0
	err = fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && p == dir:
			return fs.SkipAll
		case err != nil:
			return err
		case !d.Type().IsRegular() || path.Ext(p) != ".md":
			return nil
		case files == maxFiles:
			return fs.SkipAll
		}
		files++
		if info, err := d.Info(); err != nil || info.Size() > maxBytes {
			return err
		}
		b, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		list = append(list, in(p, string(b), changed)...)
		return nil
	})
	slices.SortStableFunc(list, func(a, b docket.Requirement) int {
		return cmp.Or(strings.Compare(a.Spec, b.Spec), cmp.Compare(a.Line, b.Line))
	})
	if len(list) > most {
		return list[:most:most], len(list) - most, err
	}
	return list, 0, err
}

// in lists the requirements of one specification.
func in(spec, text string, changed []string) []docket.Requirement {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	covered, body := front(lines)
	whole, by := match(covered, changed)
	var list []docket.Requirement
	for at := body; at < len(lines); {
		end := at + 1
		for end < len(lines) && !strings.HasPrefix(lines[end], "#") {
			end++
		}
		rule, matched := CoveredBy, whole
		if by == "" {
			matched, rule = match(name().FindAllString(strings.Join(lines[at:end], "\n"), -1), changed)
		}
		for i := at; i < end && matched != ""; i++ {
			if must().MatchString(lines[i]) {
				list = append(list, docket.Requirement{Spec: spec, Line: i + 1, Text: strings.TrimSpace(lines[i]), Matched: matched, Rule: rule})
			}
		}
		at = end
	}
	return list
}

// match is the first of the changed paths that one of the names stands for, and
// by which rule.
func match(names, changed []string) (matched, rule string) {
	for _, p := range changed {
		for _, n := range names {
			n = strings.TrimRight(strings.TrimPrefix(n, "./"), ".")
			switch dir := strings.TrimSuffix(n, "/**"); {
			case n == p, !strings.Contains(n, "/") && strings.Contains(n, ".") && n == path.Base(p):
				return p, Mention
			case strings.Contains(n, "/") && strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/"):
				return p, Prefix
			}
			if ok, err := path.Match(n, p); err == nil && ok {
				return p, Mention
			}
		}
	}
	return "", ""
}

// front reads what the front matter says the specification covers, and where
// the text behind it begins. One that is damaged covers nothing.
func front(lines []string) (covered []string, body int) {
	if lines[0] != "---" {
		return nil, 0
	}
	end := slices.Index(lines[1:], "---")
	if end < 0 {
		return nil, 0
	}
	var m struct {
		By any `yaml:"covered-by"`
	}
	if yaml.Unmarshal([]byte(strings.Join(lines[1:end+1], "\n")), &m) == nil {
		switch x := m.By.(type) {
		case string:
			covered = strings.FieldsFunc(x, func(r rune) bool { return r == ',' || r == ' ' })
		case []any:
			for _, v := range x {
				if s, ok := v.(string); ok {
					covered = append(covered, s)
				}
			}
		}
	}
	return covered, end + 2
}
