//go:build e2e

package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"time"
)

// read follows the client's output to its end.
func (s *session) read(r io.Reader) {
	began := map[string]time.Time{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l line
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		switch l.Subtype {
		case "init":
			for _, p := range l.Plugins {
				s.plugins = append(s.plugins, p.Name)
			}
		case "informational":
			s.said = append(s.said, l.Content)
		case "hook_started":
			began[l.ID] = time.Now()
		case "hook_response":
			s.hooks = append(s.hooks, hookRun{l.Event, l.Outcome, l.Stdout, time.Since(began[l.ID])})
		}
		for _, d := range l.Denials {
			s.denials = append(s.denials, string(d.Input))
		}
		for _, m := range l.Meta {
			s.by = append(s.by, m.Permission.Decision+" "+m.Permission.Source)
		}
	}
}

// result is the nth result that the model got.
func (s *session) result(n int) result {
	s.b.t.Helper()
	if n >= len(s.results) {
		s.b.t.Fatalf("the model got %d results", len(s.results))
	}
	return s.results[n]
}

// refused requires that the nth result is an error that says all the texts.
func (s *session) refused(n int, texts ...string) {
	s.b.t.Helper()
	r := s.result(n)
	if !r.Error {
		s.b.t.Errorf("result %d is no error: %q", n, r.Text)
	}
	for _, text := range texts {
		if !strings.Contains(r.Text, text) {
			s.b.t.Errorf("result %d lacks %q: %q", n, text, r.Text)
		}
	}
}

// ran requires that the nth result is none of an error.
func (s *session) ran(n int) {
	s.b.t.Helper()
	if r := s.result(n); r.Error {
		s.b.t.Errorf("result %d is an error: %q", n, r.Text)
	}
}

// file requires that a file is in the project, or is not.
func (s *session) file(name string, want bool) {
	s.b.t.Helper()
	if s.b.has(name) != want {
		s.b.t.Errorf("file %s: there: %v, want %v", name, !want, want)
	}
}

// decided requires who decided about the nth call.
func (s *session) decided(n int, want string) {
	s.b.t.Helper()
	if n >= len(s.by) || s.by[n] != want {
		s.b.t.Errorf("call %d was decided by %q, want %q", n, s.by, want)
	}
}
