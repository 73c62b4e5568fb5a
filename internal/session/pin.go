package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/config"
)

// Pin is the posture that was found when a session began. What it asks for
// holds until the session ends, wherever its calls are made and whatever becomes
// of the files (DESIGN.md §3.3).
type Pin struct {
	Root  string          // of the project, "" for none
	At    time.Time       // when it was made, or what changed it since; the zero time is not known
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
func (s *Session) SetPin(root string, p *config.Posture, anew bool, now time.Time) error {
	if old, err := s.Store.Get(s.Key(pinKind)); err == nil && old == nil && p.Silent() {
		return nil
	}
	return s.Store.Update(s.Key(pinKind), func(old []byte) ([]byte, error) {
		if anew && p.Silent() {
			return nil, nil
		}
		if anew || old == nil {
			return encode(p.Hash(), root, now, p.Sources())
		}
		before, err := decode(old, mixed)
		if err != nil {
			return nil, err
		}
		all := merge(before.Files, p.Sources())
		if len(all) == len(before.Files) {
			return old, nil
		}
		return encode(mixed, before.Root, before.At, all)
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
// project's root with the time in milliseconds, and the files.
func encode(hash, root string, at time.Time, files []config.Source) ([]byte, error) {
	raw, err := json.Marshal(files)
	return fmt.Appendf(nil, "%s\n%q %d\n%s", hash, root, at.UnixMilli(), raw), err
}

func decode(raw []byte, hash string) (*Pin, error) {
	own, rest, _ := bytes.Cut(raw, []byte("\n"))
	line, files, ok := bytes.Cut(rest, []byte("\n"))
	quoted, err := strconv.QuotedPrefix(string(line))
	p := &Pin{}
	if err == nil {
		p.Root, err = strconv.Unquote(quoted)
	}
	if ms, e := strconv.ParseInt(strings.TrimSpace(string(line[len(quoted):])), 10, 64); e == nil {
		p.At = time.UnixMilli(ms)
	}
	if err == nil && !ok {
		err = errors.New("it is cut off")
	}
	if err == nil && (string(own) != hash || hash == mixed) {
		err = json.Unmarshal(files, &p.Files)
	}
	if err != nil {
		return nil, fmt.Errorf("the posture that was pinned when the session began cannot be read (%w): start a new session", err)
	}
	return p, nil
}
