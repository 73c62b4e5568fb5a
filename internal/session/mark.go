package session

import (
	"encoding/json"
	"fmt"
	"time"
)

// Taint is text that a tool brought into the session and that gives orders.
type Taint struct {
	Time   time.Time `json:"time"`
	Source string    `json:"source"` // the call that brought it, without secrets
	Order  string    `json:"order"`  // what is asked for
}

// Kinds of marks that a session carries.
const (
	taintKind  = "taint"
	modeKind   = "mode"
	hooksKind  = "hooks"
	beganKind  = "began"
	timeFormat = time.RFC3339Nano
)

// mark keeps a value for the session, or none for nil.
func (s *Session) mark(kind string, value any) error {
	if value == nil {
		if raw, err := s.Store.Get(s.Key(kind)); raw == nil {
			return err
		}
		return s.Store.Update(s.Key(kind), func([]byte) ([]byte, error) { return nil, nil })
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return s.Store.Update(s.Key(kind), func([]byte) ([]byte, error) { return raw, nil })
}

// marked reads a mark into v, and reports whether there is one.
func (s *Session) marked(kind string, v any) (bool, error) {
	raw, err := s.Store.Get(s.Key(kind))
	if err != nil || raw == nil {
		return false, err
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return false, fmt.Errorf("what is noted of the session (%s) cannot be read: %w: start a new session", kind, err)
	}
	return true, nil
}

// SetTaint marks the session; the first mark stays.
func (s *Session) SetTaint(t Taint) error {
	if old, err := s.Taint(); old != nil || err != nil {
		return err
	}
	return s.mark(taintKind, t)
}

// Taint returns the session's mark, nil if it has none.
func (s *Session) Taint() (*Taint, error) {
	var t Taint
	ok, err := s.marked(taintKind, &t)
	if !ok || err != nil {
		return nil, err
	}
	return &t, nil
}

// Clean takes the mark away.
func (s *Session) Clean() error { return s.mark(taintKind, nil) }

// Mode returns the mode of permissions that the user was told of, and notes the
// one that holds now, "" for one that needs no word.
func (s *Session) Mode(now string) (before string, err error) {
	if _, err := s.marked(modeKind, &before); err != nil || before == now {
		return before, err
	}
	if now == "" {
		return before, s.mark(modeKind, nil)
	}
	return before, s.mark(modeKind, now)
}

// SetHooks notes the settings files that the hook is registered in.
func (s *Session) SetHooks(files []string) error {
	if len(files) == 0 {
		return s.mark(hooksKind, nil)
	}
	return s.mark(hooksKind, files)
}

// Hooks returns what SetHooks noted.
func (s *Session) Hooks() (files []string, err error) {
	_, err = s.marked(hooksKind, &files)
	return files, err
}

// SetBegan notes when the session began.
func (s *Session) SetBegan(t time.Time) error { return s.mark(beganKind, t.UTC().Format(timeFormat)) }

// Began returns when the session began, false if that is not known.
func (s *Session) Began() (time.Time, bool) {
	var text string
	if ok, err := s.marked(beganKind, &text); !ok || err != nil {
		return time.Time{}, false
	}
	t, err := time.Parse(timeFormat, text)
	return t, err == nil
}
