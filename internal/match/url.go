package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// urls looks at the triggers for network addresses.
func (m *matcher) urls() {
	for i := range m.f.URLs {
		u := &m.f.URLs[i]
		leads := []*fact.URL{u}
		for _, a := range address.Embedded(&m.t.Resolvers, u.Address) {
			other := *u
			other.Address = a
			leads = append(leads, &other)
		}
		for _, r := range m.t.Index.URLs {
			_, t := m.trigger(r)
			if slices.ContainsFunc(leads, func(u *fact.URL) bool { return m.addressed(t.URL, u) }) {
				category, outer := m.f.Category, false
				if u.Invocation >= 0 {
					category, outer = m.f.Invocations[u.Invocation].Category, m.f.Invocations[u.Invocation].Outer
				}
				m.add(r, category, u.Word.Span, outer || u.File != "", t.URL.Secret)
				m.place(u.At)
			}
		}
	}
}

func (m *matcher) addressed(t *catalog.URLTrigger, u *fact.URL) bool {
	if t.Class != 0 && t.Class&u.Class == 0 || t.Except&u.Class != 0 {
		return false
	}
	switch {
	case u.Invocation < 0:
		// A tool that fetches shows what it gets; a redirection of the shell has no category.
		if len(t.Programs) > 0 || t.Tool && m.f.Category == "" || !fact.Holds(nil, t.Flags) && t.Flags != "" || t.Shown && m.f.Category == "" ||
			len(t.Categories) > 0 && !slices.Contains(t.Categories, m.f.Category) {
			return false
		}
	case t.Tool:
		return false
	case len(t.Programs) > 0 || len(t.Categories) > 0 || t.Flags != "" || t.Shown:
		inv := &m.f.Invocations[u.Invocation]
		if len(t.Programs) > 0 && !slices.Contains(t.Programs, inv.Program) ||
			len(t.Categories) > 0 && !slices.Contains(t.Categories, inv.Category) ||
			!fact.Holds(inv.Flags, t.Flags) || t.Shown && !m.shown(inv) {
			return false
		}
	}
	if len(t.Hosts) > 0 && !fitsAny(t.Hosts, u.Host) || fitsAny(t.NotHosts, u.Host) || t.Unlisted && fitsAny(m.t.Posture.Hosts, u.Host) {
		return false
	}
	if len(t.Schemes) > 0 && !slices.Contains(t.Schemes, u.Scheme) || len(t.Ports) > 0 && !slices.Contains(t.Ports, u.Port) || slices.Contains(t.NotPorts, u.Port) {
		return false
	}
	if t.User && !u.User || t.Guise && !u.Guise {
		return false
	}
	if len(t.Paths) > 0 && !fitsAny(t.Paths, strings.ToLower(u.Path)) {
		return false
	}
	if t.Secret && !slices.ContainsFunc(m.secrets, func(s secretAt) bool {
		return s.field == u.Field && s.Start < u.Word.Span.End && u.Word.Span.Start < s.End
	}) {
		return false
	}
	if t.Carries && !u.Carries() {
		return false
	}
	if t.From == 0 && t.Reads == 0 {
		return true
	}
	return slices.ContainsFunc(u.Word.Origin, func(i int) bool { return m.gives(i, t.From, t.Reads, 0) })
}

// fitsAny reports whether a text is one of some, in each of which a star stands
// for any run of bytes.
func fitsAny(patterns []string, text string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, text) })
}

func fits(pattern, text string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	if !strings.HasPrefix(text, head) {
		return false
	}
	text = text[len(head):]
	for {
		part, more, star := strings.Cut(rest, "*")
		if !star {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, rest = text[i+len(part):], more
	}
}

// shown reports whether what an invocation prints is seen by whoever runs the
// line: no pipe, substitution or redirection takes it.
func (m *matcher) shown(inv *fact.Invocation) bool {
	if inv.Place&(fact.InPipe|fact.InSubstitution) != 0 {
		return false
	}
	for i := range m.f.Touches {
		t := &m.f.Touches[i]
		if t.Redirect && t.Effect&catalog.Mutating != 0 && covers(inv, t) {
			return false
		}
	}
	return true
}

// stored reports whether a redirection writes what the invocation that is
// looked at prints into a file.
func (m *matcher) stored() bool {
	return slices.ContainsFunc(m.f.Touches, func(t fact.Touch) bool {
		return t.Redirect && t.Effect&(catalog.Write|catalog.Append) != 0 && t.Class&m.t.Fallback.Sink == 0 && covers(&m.f.Invocations[m.at], &t)
	})
}
