package cli

import (
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
)

// urlForm is the JSON form of a network address.
type urlForm struct {
	Scheme     *string   `json:"scheme"`
	Host       *string   `json:"host"`
	Class      []string  `json:"class"`
	Invocation *int      `json:"invocation"`
	Span       fact.Span `json:"span"`
}

func address(u *fact.URL, hide secrets) urlForm {
	f := urlForm{Scheme: orNull(u.Scheme), Host: orNull(hide.in(u.Host)), Class: []string{}, Span: u.Word.Span}
	for i, name := range catalog.HostClasses {
		if u.Class&(1<<i) != 0 {
			f.Class = append(f.Class, name)
		}
	}
	if u.Invocation >= 0 {
		f.Invocation = &u.Invocation
	}
	return f
}

func (u urlForm) String() string {
	s := "talks to "
	switch {
	case u.Host != nil:
		s += *u.Host
	case u.Scheme != nil && len(u.Class) == 0:
		s += "no host"
	default:
		s += "a host that is not known before it runs"
	}
	if len(u.Class) > 0 {
		s += " (" + strings.Join(u.Class, ", ") + ")"
	}
	return s
}
