package grant

import (
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/session"
)

// Denied is a call that was denied and that the user may let pass.
type Denied struct {
	ID     string `json:"id"` // of its entry in the audit log
	Dir    string `json:"cwd"`
	Tool   string `json:"tool"`
	Digest string `json:"digest"`
	Shown  string `json:"shown"` // what the call does, in a few words and without secrets
}

// maxDenied bounds how many of a session's last denials are kept.
const maxDenied = 16

const (
	deniedKind   = "denied"
	overrideKind = "override"
)

// Deny keeps a denial as the session's last one.
func Deny(s *session.Session, d Denied) error {
	return change(s.Store, s.Key(deniedKind), true, func(list *[]Denied) (*[]Denied, bool) {
		*list = append(*list, d)
		if n := len(*list) - maxDenied; n > 0 {
			*list = slices.Delete(*list, 0, n)
		}
		return list, true
	})
}

// Last returns the denial whose id begins with a text, the last of them, or the
// session's last one for "". It is nil if there is none.
func Last(s *session.Session, id string) (*Denied, error) {
	var list []Denied
	if _, err := load(s.Store, s.Key(deniedKind), &list); err != nil {
		return nil, err
	}
	for _, d := range slices.Backward(list) {
		if strings.HasPrefix(d.ID, id) {
			return &d, nil
		}
	}
	return nil, nil
}

// Override lets one denied call pass, once.
type Override struct {
	Denial  string    `json:"denial"` // id of the entry that it overrides
	Reason  string    `json:"reason,omitempty"`
	Dir     string    `json:"cwd"`
	Digest  string    `json:"digest"`
	Expires time.Time `json:"expires"`
}

// maxOverrides bounds how many wait for their call at a time.
const maxOverrides = 16

// Allow grants an override for a denial until a time. Another one for the same
// call is replaced: two words do not allow it twice.
func Allow(s *session.Session, d Denied, reason string, now, until time.Time) error {
	o := Override{Denial: d.ID, Reason: reason, Dir: d.Dir, Digest: d.Digest, Expires: until}
	return change(s.Store, s.Key(overrideKind), true, func(list *[]Override) (*[]Override, bool) {
		*list = slices.DeleteFunc(*list, func(x Override) bool { return x.fits(d.Dir, d.Digest) || !now.Before(x.Expires) })
		*list = append(*list, o)
		if n := len(*list) - maxOverrides; n > 0 {
			*list = slices.Delete(*list, 0, n)
		}
		return list, true
	})
}

// Use takes the override that was granted for a call, nil if there is none. At
// most one process gets it.
func Use(s *session.Session, dir, digest string, now time.Time, most time.Duration) (*Override, error) {
	raw, err := s.Store.Get(s.Key(overrideKind))
	if err != nil || raw == nil {
		return nil, err
	}
	var used *Override
	err = change(s.Store, s.Key(overrideKind), false, func(list *[]Override) (*[]Override, bool) {
		i := slices.IndexFunc(*list, func(x Override) bool {
			return x.fits(dir, digest) && now.Before(x.Expires) && x.Expires.Sub(now) <= most
		})
		if i < 0 {
			return nil, false
		}
		o := (*list)[i]
		used = &o
		*list = slices.Delete(*list, i, i+1)
		if len(*list) == 0 {
			return nil, true
		}
		return list, true
	})
	if err != nil {
		return nil, err
	}
	return used, nil
}

func (o *Override) fits(dir, digest string) bool { return o.Dir == dir && o.Digest == digest }
