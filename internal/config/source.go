package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/world"
	"github.com/ravenclaude/thing/internal/yaml"
)

// Layer says whose a file is; a later one is stronger.
type Layer uint8

const (
	BuiltIn Layer = iota
	User          // in the home directory
	Project       // arrives with a project
	Local         // beside it, and kept out of git
)

func (l Layer) String() string { return [...]string{"built-in", "user", "project", "local"}[l] }

// source is one file.
type source struct {
	file    string
	layer   Layer
	posture bool // it says what is reviewed, else only how
	content []byte

	asked, trusted bool // whether a person trusts it, once that was asked

	wants []want
	none  Place   // where it switches everything off
	given []given // what it says about how to review
}

// want is what a file says about the review of one category.
type want struct {
	category string
	on       bool
	at       Place
}

// loader reads all files for a directory.
type loader struct {
	t     *catalog.Tables
	w     world.World
	p     *Posture
	trust Trust

	dirs    []string // that hold files or may do so, the nearest first
	sources []*source
	later   []Problem // that only count once something is reviewed
	routes  bool      // a file says who answers the agent's questions
	all     bool      // read everything, whether it matters to a call or not
}

// readAll reads the files for calls in dir: those that say how to review only
// where something is reviewed, or all of them.
func readAll(t *catalog.Tables, w world.World, dir string, trust Trust, all bool) (*loader, error) {
	if !filepath.IsAbs(dir) {
		return nil, fmt.Errorf("working directory %q is not absolute: give the full path", dir)
	}
	l := &loader{t: t, w: w, p: &Posture{}, trust: trust, all: all}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		l.directory(d)
		if d == filepath.Dir(d) {
			break
		}
	}
	if home := w.Home(); home != "" && !within(dir, home) {
		l.directory(home)
	}
	l.apply()
	return l, nil
}

// within reports whether dir is base or lies below it.
func within(dir, base string) bool {
	rel, err := filepath.Rel(base, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// directory reads the posture files of one directory.
func (l *loader) directory(dir string) {
	base := filepath.Join(dir, l.t.Posture.Dir)
	if _, err := l.w.Lstat(base); errors.Is(err, fs.ErrNotExist) {
		return
	}
	l.dirs = append(l.dirs, base)
	for i, name := range [...]string{l.t.Posture.File, l.t.Posture.Local} {
		if s := l.open(base, name, i > 0); s != nil {
			s.posture = true
			l.posture(s)
		}
	}
}

// open reads a file, nil if there is none or it cannot be read.
func (l *loader) open(base, name string, local bool) *source {
	if name == "" {
		return nil
	}
	file := filepath.Join(base, name)
	content, err := readFile(l.w, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		l.p.Files = append(l.p.Files, file)
		l.p.problem(file, 0, "the file cannot be read ("+cause(err)+"): make it a readable regular file")
		return nil
	}
	s := &source{file: file, layer: Project, content: content}
	switch {
	case filepath.Dir(base) == l.w.Home():
		s.layer = User
	case local:
		s.layer = Local
	}
	l.take(s)
	return s
}

// take takes a file in.
func (l *loader) take(s *source) {
	l.p.Files = append(l.p.Files, s.file)
	l.p.add(s.file, s.content)
	l.p.sources = append(l.p.sources, s)
	l.sources = append(l.sources, s)
}

// posture reads a file that says what is reviewed.
func (l *loader) posture(s *source) {
	toggles, denies, reviews := l.speaks(s.content)
	if !toggles && !denies && !reviews && !l.all {
		return
	}
	doc, err := yaml.Parse(s.content)
	if err != nil {
		p := problemOf(s.file, err)
		switch {
		case toggles:
			l.p.Problems = append(l.p.Problems, p)
		case reviews:
			l.later = append(l.later, p)
		default:
			l.p.Warnings = append(l.p.Warnings, p)
		}
		return
	}
	r := reader{loader: l, s: s}
	others := len(l.p.Problems)
	r.document(doc)
	slices.SortStableFunc(l.p.Problems[others:], func(a, b Problem) int { return a.Line - b.Line })
}

func problemOf(file string, err error) Problem {
	p := Problem{Place{File: file}, err.Error()}
	if e, ok := errors.AsType[*yaml.Error](err); ok {
		p.Line = e.Line
	}
	return p
}

// speaks reports whether a file can hold a switch, whether it can hold a level
// or pattern that denies, and whether it can say how to review, that nothing
// is, or who answers questions. Most files only
// hold levels for the host's own permission rules, and are not parsed. Escapes
// can spell any word, and other encodings hide all of them.
func (l *loader) speaks(src []byte) (toggles, denies, reviews bool) {
	toggle, review, decide := l.name(catalog.RoleToggle), l.name(catalog.RoleReview), l.name(catalog.RoleDecide)
	for i, b := range src {
		switch b {
		case '\\', 0, 0xfe, 0xff:
			return true, true, true
		case toggle[0], toggle[0] - 'a' + 'A':
			toggles = toggles || foldPrefix(src[i:], toggle)
		case levelDeny[0], levelDeny[0] - 'a' + 'A':
			denies = denies || foldPrefix(src[i:], levelDeny)
			reviews = reviews || decide != "" && foldPrefix(src[i:], decide)
		case levelAutopilot[0], levelAutopilot[0] - 'a' + 'A':
			reviews = reviews || foldPrefix(src[i:], levelAutopilot)
		case review[0], review[0] - 'a' + 'A':
			reviews = reviews || foldPrefix(src[i:], review)
		}
	}
	return toggles, denies, reviews
}

func foldPrefix(b []byte, word string) bool {
	return len(b) >= len(word) && strings.EqualFold(string(b[:len(word)]), word)
}

// more reads the files that only say how to review.
func (l *loader) more() {
	for _, base := range l.dirs {
		for i, name := range l.t.Posture.More {
			s := l.open(base, name, i > 0)
			if s == nil {
				continue
			}
			doc, err := yaml.Parse(s.content)
			if err != nil {
				l.p.Problems = append(l.p.Problems, problemOf(s.file, err))
				continue
			}
			r := reader{loader: l, s: s}
			r.settings(doc, way{in: catalog.InSettings})
		}
	}
}

// own reports whether a file counts with all that it says.
func (l *loader) own(s *source) bool {
	if s.layer == User {
		return true
	}
	if !s.asked {
		s.asked = true
		s.trusted = l.trust != nil && l.trust(s.file, s.content)
		if s.layer == Local && s.trusted {
			// A file that git keeps arrives with the project, whatever its name.
			if state, err := l.w.Git(s.file); err != nil || state != world.GitIgnored {
				s.layer = Project
			}
		}
	}
	return s.trusted
}
