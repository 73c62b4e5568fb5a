package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/ravenclaude/thing/internal/config"
)

// Pin is the posture that was found when a session began. What it asks for
// holds until the session ends, wherever its calls are made and whatever becomes
// of the files (DESIGN.md §3.3).
type Pin struct {
	Root  string          // of the project, "" for none
	Files []config.Source // nil if the posture that was asked about is the same one
}

const (
	pinKind = "pin"
	// mixed stands for the hash of what is more than one posture.
	mixed = "-"
)

// SetPin keeps a posture for the session. With anew it takes the place of what
// was pinned; otherwise both hold, since the session goes on. A posture that
// asks for no review is not kept.
func (s *Session) SetPin(root string, p *config.Posture, anew bool) error {
	if old, err := s.Store.Get(s.Key(pinKind)); err == nil && old == nil && p.Silent() {
		return nil
	}
	return s.Store.Update(s.Key(pinKind), func(old []byte) ([]byte, error) {
		if anew && p.Silent() {
			return nil, nil
		}
		if anew || old == nil {
			return encode(p.Hash(), root, p.Sources())
		}
		before, err := decode(old, mixed)
		if err != nil {
			return nil, err
		}
		all := merge(before.Files, p.Sources())
		if len(all) == len(before.Files) {
			return old, nil
		}
		return encode(mixed, before.Root, all)
	})
}

// merge is a with those of b that it lacks.
func merge(a, b []config.Source) []config.Source {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.ContainsFunc(a, func(y config.Source) bool { return x.File == y.File && bytes.Equal(x.Text, y.Text) }) {
			out = append(out, x)
		}
	}
	return out
}

// Pin returns what is pinned, nil for nothing, for a posture with a hash.
func (s *Session) Pin(hash string) (*Pin, error) {
	if s == nil {
		return nil, nil
	}
	raw, err := s.Store.Get(s.Key(pinKind))
	if err != nil || raw == nil {
		return nil, err
	}
	return decode(raw, hash)
}

// encode is a pin in three parts, so that in the usual case, where the posture
// is still the same, only the first two are read: the hash of the posture, the
// project's root, and the files.
func encode(hash, root string, files []config.Source) ([]byte, error) {
	raw, err := json.Marshal(files)
	return fmt.Appendf(nil, "%s\n%q\n%s", hash, root, raw), err
}

func decode(raw []byte, hash string) (*Pin, error) {
	own, rest, _ := bytes.Cut(raw, []byte("\n"))
	quoted, files, ok := bytes.Cut(rest, []byte("\n"))
	root, err := strconv.Unquote(string(quoted))
	if err == nil && !ok {
		err = errors.New("it is cut off")
	}
	p := &Pin{Root: root}
	if err == nil && (string(own) != hash || hash == mixed) {
		err = json.Unmarshal(files, &p.Files)
	}
	if err != nil {
		return nil, fmt.Errorf("the posture that was pinned when the session began cannot be read (%w): start a new session", err)
	}
	return p, nil
}
