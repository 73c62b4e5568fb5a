package git

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/file"
)

// maxSteps bounds the work on patterns for one answer.
const maxSteps = 20_000_000

var errSteps = errors.New("ignore rules take too long to apply; simplify the patterns")

// rules are the ignore rules of one working tree. Files are read when the first
// path beside or below them is asked about.
type rules struct {
	tree   string
	whole  []*ruleFile          // for the whole tree, the weakest first
	dirs   map[string]*ruleFile // .gitignore files by directory, nil where none is
	judged map[string]bool      // whether a directory is ignored
	budget int
}

// ruleFile is one file of patterns, in the order of its lines.
type ruleFile struct {
	base     string // the directory that it holds for, "" for the root
	patterns []pattern
}

// load adds a file that holds for the whole tree. Such files lie outside the
// tree, so links are the user's own and are followed.
func (s *rules) load(path, base string, follow bool) error {
	f, err := readRules(path, base, follow)
	if f != nil {
		s.whole = append(s.whole, f)
	}
	return err
}

func readRules(path, base string, follow bool) (*ruleFile, error) {
	if follow {
		target, err := filepath.EvalSymlinks(path)
		if missing(err) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		path = target
	}
	data, err := file.Read(path, maxRules)
	if missing(err) || errors.Is(err, file.ErrNotRegular) {
		return nil, nil // git does not follow a link inside the tree either
	}
	if err != nil {
		return nil, err
	}
	return &ruleFile{base, parseRules(data)}, nil
}

// ignored reports whether a path, relative and in slashes, is ignored by its
// own name or because a directory above it is. Nothing below an ignored
// directory can be taken back.
func (s *rules) ignored(rel string, isDir bool) (bool, error) {
	dir := parent(rel)
	if dir != "" {
		known, ok := s.judged[dir]
		if !ok {
			var err error
			if known, err = s.ignored(dir, true); err != nil {
				return false, err
			}
			if s.judged == nil {
				s.judged = map[string]bool{}
			}
			s.judged[dir] = known
		}
		if known {
			return true, nil
		}
	}
	for d := dir; ; d = parent(d) {
		f, err := s.dir(d)
		if err != nil {
			return false, err
		}
		if verdict := f.match(rel, isDir, &s.budget); verdict != 0 || s.budget < 0 {
			return s.settle(verdict)
		}
		if d == "" {
			break
		}
	}
	verdict := 0
	for i := len(s.whole) - 1; i >= 0 && verdict == 0; i-- {
		verdict = s.whole[i].match(rel, isDir, &s.budget)
	}
	return s.settle(verdict)
}

// settle drops a verdict that was reached on a spent budget, since a stronger
// pattern may not have been tried.
func (s *rules) settle(verdict int) (bool, error) {
	if s.budget < 0 {
		return false, errSteps
	}
	return verdict > 0, nil
}

func (s *rules) dir(dir string) (*ruleFile, error) {
	f, ok := s.dirs[dir]
	if ok {
		return f, nil
	}
	f, err := readRules(filepath.Join(s.tree, filepath.FromSlash(dir), ".gitignore"), dir, false)
	if err != nil {
		return nil, err
	}
	if s.dirs == nil {
		s.dirs = map[string]*ruleFile{}
	}
	s.dirs[dir] = f
	return f, nil
}

func parent(rel string) string {
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		return rel[:i]
	}
	return ""
}

// match gives the verdict of the last pattern that fits: 1 ignored, -1 taken
// back, 0 if none fits.
func (f *ruleFile) match(rel string, isDir bool, budget *int) int {
	if f == nil {
		return 0
	}
	name := rel
	if f.base != "" {
		name = rel[len(f.base)+1:]
	}
	last := name[strings.LastIndexByte(name, '/')+1:]
	for i := len(f.patterns) - 1; i >= 0; i-- {
		p := &f.patterns[i]
		if p.dirOnly && !isDir {
			continue
		}
		text := name
		if p.nameOnly {
			text = last
		}
		if !p.fits(text, budget) {
			continue
		}
		if p.negated {
			return -1
		}
		return 1
	}
	return 0
}

// parseRules reads the lines of an ignore file.
func parseRules(data []byte) []pattern {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var patterns []pattern
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if i := bytes.IndexByte(line, 0); i >= 0 {
			line = line[:i]
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if p, ok := parsePattern(trimBlanks(string(line))); ok {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// trimBlanks removes blanks at the end, unless a backslash stands before them.
func trimBlanks(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i+1 == len(line) {
				return line
			}
			i++
		}
		end = i + 1
	}
	return line[:end]
}
