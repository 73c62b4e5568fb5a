package cli

import (
	"strings"

	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
)

// secrets knows where a reviewed text holds secrets, and keeps them from
// being printed.
type secrets struct {
	text  string
	spans []fact.Span
	outer bool // one was resolved or decoded, so that its own text is not known here

	parts []part // other texts of the same call
}

// part is the text of one field of the input.
type part struct {
	field string
	secrets
}

// hider knows the secrets of all texts of a call, of which text is the first.
func hider(text string, r review.Record) secrets {
	s := secrets{text: text}
	for _, p := range r.Parts {
		s.parts = append(s.parts, part{p.Field, secrets{text: p.Text}})
	}
	for _, f := range r.Findings {
		if !f.Secret {
			continue
		}
		in := &s
		if i := s.part(f.Field); i >= 0 {
			in = &s.parts[i].secrets
		}
		in.spans = append(in.spans, clamp(f.Span, in.text))
		s.outer = s.outer || f.Outer
	}
	return s
}

// part is the index of a field's text, -1 for the first one.
func (s secrets) part(field string) int {
	for i := range s.parts {
		if s.parts[i].field == field {
			return i
		}
	}
	return -1
}

// at reports whether the byte at an offset is a secret's.
func (s secrets) at(offset int) bool {
	for _, k := range s.spans {
		if offset >= k.Start && offset < k.End {
			return true
		}
	}
	return false
}

// source is the text with every byte of a secret replaced, so that offsets
// stay true.
func (s secrets) source() string {
	if len(s.spans) == 0 {
		return s.text
	}
	b := []byte(s.text)
	for i := range b {
		if b[i] != '\n' && s.at(i) {
			b[i] = '*'
		}
	}
	return string(b)
}

// in is another text without the secrets. Where a secret was put together by
// the analysis, every word may be one.
func (s secrets) in(text string) string {
	if s.outer && text != "" {
		return "•••"
	}
	return s.replaced(text)
}

// replaced is a text that quotes the source as it was given, without the
// secrets.
func (s secrets) replaced(text string) string {
	for _, k := range s.spans {
		if secret := s.text[k.Start:k.End]; secret != "" {
			text = strings.ReplaceAll(text, secret, "•••")
		}
	}
	for _, p := range s.parts {
		text = p.replaced(text)
	}
	return text
}
