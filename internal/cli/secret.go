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
}

func hider(text string, r review.Record) secrets {
	s := secrets{text: text}
	for _, f := range r.Findings {
		if f.Secret {
			s.spans = append(s.spans, clamp(f.Span, text))
			s.outer = s.outer || f.Outer
		}
	}
	return s
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
	return text
}
