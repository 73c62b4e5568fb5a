package session

import (
	"bytes"
	"slices"
	"time"

	"github.com/ravenclaude/thing/internal/config"
)

// Repin puts files of a posture into the pin in the place of those that it has
// under the same names, if a person has meant them since it was made: since
// tells when. It returns what is pinned then, as Pin does, nil for nothing.
func (s *Session) Repin(p *config.Posture, since func(pin *Pin, x config.Source) time.Time) (*Pin, error) {
	raw, err := s.Store.Get(s.Key(pinKind))
	if err != nil || raw == nil {
		return nil, err
	}
	if next, err := renewed(raw, p, since); next == nil || err != nil {
		return nil, err
	}
	var pin *Pin
	err = s.Store.Update(s.Key(pinKind), func(old []byte) ([]byte, error) {
		if old == nil {
			return nil, nil // the session ended meanwhile
		}
		next, err := renewed(old, p, since)
		if next == nil || err != nil {
			return old, err
		}
		hash := mixed
		if same(next.Files, p.Sources()) {
			hash = p.Hash()
		}
		raw, err := encode(hash, next.Root, next.At, next.Files)
		if err == nil {
			pin, err = decode(raw, p.Hash())
		}
		return raw, err
	})
	return pin, err
}

// renewed is a pin with the files of a posture that were meant since it was
// made, nil if there are none.
func renewed(raw []byte, p *config.Posture, since func(*Pin, config.Source) time.Time) (*Pin, error) {
	old, err := decode(raw, mixed)
	if err != nil || old.At.IsZero() {
		return nil, err
	}
	next := *old
	for _, x := range p.Sources() {
		if slices.ContainsFunc(old.Files, func(y config.Source) bool { return equal(x, y) }) &&
			!slices.ContainsFunc(old.Files, func(y config.Source) bool { return x.File == y.File && !equal(x, y) }) {
			continue
		}
		at := since(old, x)
		if !at.After(old.At) {
			continue
		}
		next.Files = append(slices.DeleteFunc(slices.Clone(next.Files), func(y config.Source) bool { return x.File == y.File }), x)
		if at.After(next.At) {
			next.At = at
		}
	}
	if next.At.Equal(old.At) {
		return nil, nil
	}
	return &next, nil
}

func equal(a, b config.Source) bool {
	return a.File == b.File && bytes.Equal(a.Text, b.Text) && a.Layer == b.Layer && a.Trusted == b.Trusted && a.Posture == b.Posture
}

// same reports whether two lists hold the same files.
func same(a, b []config.Source) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(x config.Source) bool {
		return !slices.ContainsFunc(b, func(y config.Source) bool { return equal(x, y) })
	})
}
