package match

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/secret"
)

// documents looks at what edits make of files.
func (m *matcher) documents() {
	for i := range m.f.Documents {
		d := &m.f.Documents[i]
		if len(d.Diff.Added)+d.Diff.Replaced == 0 {
			continue
		}
		e := edited{m: m, Document: d, touch: &m.f.Touches[d.Touch]}
		for _, r := range m.t.Index.Documents {
			_, t := m.trigger(r)
			e.try(r, t.Document)
		}
	}
}

// edited is one document that triggers are tried on.
type edited struct {
	m *matcher
	*fact.Document
	touch *fact.Touch

	secrets  []document.Range // that the edit brings in
	scanned  bool
	settings *settings
}

// headBytes is how much of a document tells what it is.
const headBytes = 2 << 10

// try adds a finding if everything that a trigger asks for holds. What costs
// least is asked first.
func (e *edited) try(r catalog.Ref, t *catalog.DocumentTrigger) {
	switch {
	case t.New && !e.New,
		t.Lines != nil && !counts(e.Diff.Lines, t.Lines),
		t.Replaced != nil && !counts(e.Diff.Replaced, t.Replaced),
		t.Share > 0 && (e.Diff.Lines == 0 || e.Diff.Replaced*100 < t.Share*e.Diff.Lines),
		t.Class|t.Except|t.Also != 0 && !e.lies(t):
		return
	}
	at := document.Range{End: len(e.After)}
	if len(e.Diff.Added) > 0 {
		at = e.Diff.Added[0]
	}
	if t.Head != nil && len(lines(t.Head, e.Before[:min(headBytes, len(e.Before))], document.Range{End: headBytes}, 1)) == 0 {
		return
	}
	if t.Added != nil {
		found := e.added(t)
		if len(found) == 0 {
			return
		}
		at = found[0]
	}
	if t.Beside != "" && !pattern.Compiled("(?m)"+t.Beside).MatchString(e.After) || t.Lacks != "" && pattern.Compiled("(?m)"+t.Lacks).MatchString(e.After) {
		return
	}
	if t.Layout != nil && !e.misplaced(t.Layout) || t.Keys != nil && !e.sets(t.Keys) {
		return
	}
	if !t.Secret {
		e.add(r, at, false)
		return
	}
	for _, s := range e.brought() {
		e.add(r, s, true)
	}
}

func (e *edited) add(r catalog.Ref, at document.Range, secret bool) {
	field, span := e.Stands(at.Start, at.End)
	e.m.add(r, e.touch.Category, span, false, secret)
	e.m.place(fact.At{Field: field, File: e.File, Line: 1 + strings.Count(e.After[:at.Start], "\n")})
}

func (e *edited) lies(t *catalog.DocumentTrigger) bool {
	return e.m.inClass(e.touch.Path, e.touch.Class, t.Class, t.Except) && (t.Also == 0 || e.m.inClass(e.touch.Path, e.touch.Class, t.Also, 0))
}

// added are the lines that come in and that a test holds for.
func (e *edited) added(t *catalog.DocumentTrigger) []document.Range {
	for _, r := range e.Diff.Added {
		found := lines(t.Added, e.After, r, 1)
		if len(found) == 0 {
			continue
		}
		if t.First && len(lines(t.Added, e.Before, document.Range{End: len(e.Before)}, 1)) > 0 {
			return nil
		}
		return found
	}
	return nil
}

// lines lists the lines within a part of a text that a test holds for, at most
// so many.
func lines(t *catalog.LineTest, text string, in document.Range, most int) []document.Range {
	text = text[:min(in.End, len(text))]
	part := text[min(in.Start, len(text)):]
	low := strings.ToLower(part)
	if len(low) != len(part) { // some letters change their length
		low = part
	}
	var out []document.Range
	for _, l := range t.Literals {
		for at := 0; len(out) < most; {
			i := strings.Index(low[at:], l)
			if i < 0 {
				break
			}
			start := strings.LastIndexByte(part[:at+i], '\n') + 1
			end := len(part)
			if k := strings.IndexByte(part[at+i:], '\n'); k >= 0 {
				end = at + i + k
			}
			if t.Pattern == "" || pattern.Compiled(t.Pattern).MatchString(strings.TrimSuffix(part[start:end], "\r")) {
				out = append(out, document.Range{Start: in.Start + start, End: in.Start + end})
			}
			at = max(end, at+i+1)
		}
	}
	return out
}

// What is looked at for secrets: a name and its value may stand in lines of
// which only one is new. The rest bounds what is found.
const (
	around     = 1 << 10
	maxSecrets = 32
)

// brought are the secrets that the edit brings in.
func (e *edited) brought() []document.Range {
	if e.scanned {
		return e.secrets
	}
	e.scanned = true
	last := 0
	for i := 0; i < len(e.Diff.Added); {
		start, end := max(last, e.Diff.Added[i].Start-around), e.Diff.Added[i].End
		for i++; i < len(e.Diff.Added) && e.Diff.Added[i].Start-around <= end; i++ {
			end = e.Diff.Added[i].End
		}
		end = min(len(e.After), end+around)
		if k := strings.IndexByte(e.After[start:], '\n'); start > last && k >= 0 && start+k < end {
			start += k + 1
		}
		hits, seen := secret.Scan(e.m.t, e.After[start:end])
		for _, h := range hits {
			s := document.Range{Start: start + h.Start, End: start + h.End}
			if len(e.secrets) < maxSecrets && e.isNew(s) {
				e.secrets = append(e.secrets, s)
			}
		}
		if seen < end-start {
			e.m.f.Opaque = append(e.m.f.Opaque, fact.Opaque{Reason: "too much in it looks like the beginning of a secret", Span: e.touch.Span, At: e.touch.At})
		}
		last = end
	}
	return e.secrets
}

// isNew reports whether a part of the document lies in a line that comes in,
// and did not stand elsewhere before.
func (e *edited) isNew(s document.Range) bool {
	return slices.ContainsFunc(e.Diff.Added, func(r document.Range) bool { return s.Start < r.End && s.End > r.Start }) &&
		!strings.Contains(e.Before, e.After[s.Start:s.End])
}
