package spec

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/token"

	"github.com/ravenclaude/thing/internal/near"
)

// fault is what CUE says about one place.
type fault struct {
	path   []string
	errors []errors.Error
}

// explain says in one line for each place what CUE found wrong, with the
// position of the fact instead of those of the constraints.
func (s *source) explain(err error) error {
	var faults []*fault
	byPath := map[string]*fault{}
	for _, e := range errors.Errors(err) {
		p := unquoted(e.Path())
		if list := samplesOf(p); list != nil {
			p = list
		}
		id := key(p)
		if len(p) == 0 {
			id = e.Error()
		}
		f := byPath[id]
		if f == nil {
			f = &fault{path: p}
			byPath[id] = f
			faults = append(faults, f)
		}
		f.errors = append(f.errors, e)
	}
	var ps Problems
	for _, f := range faults {
		if !f.echoes(faults) {
			ps = append(ps, s.explainOne(f))
		}
	}
	if len(ps) == 0 {
		for _, f := range faults {
			ps = append(ps, s.explainOne(f))
		}
	}
	return ps.Err()
}

// echoes reports whether f only repeats a fault that another place has: a list
// with a default is also compared with that default, and a struct with each
// alternative.
func (f *fault) echoes(all []*fault) bool {
	deeper := func(g *fault) bool {
		return len(g.path) > len(f.path) && slices.Equal(g.path[:len(f.path)], f.path) && !g.noSuchIndex()
	}
	for _, e := range f.errors {
		format, _ := e.Msg()
		if !strings.HasPrefix(format, "incompatible list") && !strings.Contains(format, "empty disjunction") {
			return f.noSuchIndex()
		}
	}
	return slices.ContainsFunc(all, deeper)
}

// noSuchIndex reports whether f is an element that a list with a default of
// fewer elements lacks.
func (f *fault) noSuchIndex() bool {
	format, _ := f.errors[0].Msg()
	return strings.HasPrefix(format, "field not allowed") && isIndex(f.last())
}

func (f *fault) last() string {
	if len(f.path) == 0 {
		return ""
	}
	return f.path[len(f.path)-1]
}

// unknown says that there is no such thing, and which one was probably meant.
func unknown(what, name string, known []string) string {
	return fmt.Sprintf("unknown %s %q%s", what, name, near.Hint(name, known))
}

func isIndex(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// unquoted is p with the labels as they are read.
func unquoted(p []string) []string {
	p = slices.Clone(p)
	for i, name := range p {
		if u, err := strconv.Unquote(name); err == nil {
			p[i] = u
		}
	}
	return p
}

// samplesOf cuts the path of a fault inside a concern's list of samples to the list.
func samplesOf(p []string) []string {
	if len(p) >= 4 && p[0] == "concern" && p[2] == "samples" {
		return p[:4]
	}
	return nil
}

func (s *source) explainOne(f *fault) Problem {
	text := s.remedy(f)
	if subject := subject(f.path); subject != "" {
		text = subject + ": " + text
	}
	p := Problem{Text: text}
	if pos := s.position(f); pos != token.NoPos {
		p.File, p.Line = pos.Filename(), pos.Line()
	}
	return p
}

// position is where the fact is written, or else what was united with it, or
// else what holds it.
func (s *source) position(f *fault) token.Pos {
	if ps := s.at[key(f.path)]; len(ps) > 0 {
		return ps[0]
	}
	for _, e := range f.errors {
		for _, p := range append(e.InputPositions(), e.Position()) {
			if p != token.NoPos && path.Base(p.Filename()) != schemaFile {
				return p
			}
		}
	}
	if ps := s.find(f.path); len(ps) > 0 {
		return ps[0]
	}
	return f.errors[0].Position()
}

// subject names the fact at a path for people: concern "x": triggers[0].touch.
func subject(p []string) string {
	var b strings.Builder
	if len(p) >= 2 && slices.Contains([]string{"concern", "program", "secret", "path", "seat", "host"}, p[0]) {
		fmt.Fprintf(&b, "%s %q", p[0], p[1])
		p = p[2:]
		if len(p) > 0 {
			b.WriteString(": ")
		}
	}
	for i, name := range p {
		switch {
		case isIndex(name):
			fmt.Fprintf(&b, "[%s]", name)
		case i > 0:
			b.WriteString("." + name)
		default:
			b.WriteString(name)
		}
	}
	return b.String()
}

// remedy says what the faults of one place mean and what to do.
func (s *source) remedy(f *fault) string {
	var pairs []string
	for _, e := range f.errors {
		format, args := e.Msg()
		text := fmt.Sprintf(format, args...)
		switch {
		case samplesOf(f.path) != nil && (strings.HasPrefix(format, "incomplete") || strings.HasPrefix(format, "incompatible list")):
			return "a concern with triggers needs samples: write three at least"
		case strings.HasPrefix(format, "incompatible list") && f.last() == "triggers":
			return "a judgment-only concern has no triggers: drop them, or judgment_only"
		case strings.HasPrefix(format, "field not allowed"):
			if fields := s.fields(); !slices.Contains(fields, f.last()) {
				return unknown("field", f.last(), fields)
			}
			return fmt.Sprintf("field %q does not belong here: see %s", f.last(), schemaFile)
		case strings.HasPrefix(format, "incomplete value"), strings.HasPrefix(format, "field is required"):
			return "is missing: write it"
		case strings.HasPrefix(format, "conflicting values") && len(f.errors) > 1:
			for _, a := range args {
				pairs = append(pairs, fmt.Sprint(a))
			}
		case strings.HasPrefix(format, "invalid value") && strings.Contains(text, "regexp.Valid"):
			return text + ": write it in RE2 syntax"
		case strings.HasPrefix(format, "invalid value") && slices.Contains(f.path, "literals"):
			return text + ": a literal is lower case, three bytes at least"
		case len(f.errors) == 1 || !strings.Contains(format, "empty disjunction"):
			return text
		}
	}
	return oneOf(pairs)
}

// oneOf tells the value that conflicts with every member of an enumeration
// from the members, given all pairs.
func oneOf(pairs []string) string {
	count := map[string]int{}
	for _, v := range pairs {
		count[v]++
	}
	var given string
	for v, n := range count {
		if n > 1 && n == len(pairs)/2 {
			given = v
		}
	}
	delete(count, given)
	names := make([]string, 0, len(count))
	for v := range count {
		names = append(names, v)
	}
	slices.Sort(names)
	return fmt.Sprintf("%s is not one of %s", given, strings.Join(names, ", "))
}

var label = regexp.MustCompile(`(?m)^\s*([a-z_]+)[?!]?:`)

// fields lists the field names that the schema knows.
func (s *source) fields() []string {
	var names []string
	files, _ := fs.Glob(s.fsys, "*.cue")
	for _, f := range files {
		if b, err := fs.ReadFile(s.fsys, f); err == nil && path.Base(f) == schemaFile {
			for _, m := range label.FindAllSubmatch(b, -1) {
				names = append(names, string(m[1]))
			}
		}
	}
	return names
}
