package count

import (
	"strconv"

	"github.com/ravenclaude/thing/internal/session"
)

const rowKind = "row"

// Denied counts one more denial in a row, and returns how many there were.
func Denied(s *session.Session) (int, error) {
	n := 0
	err := s.Store.Update(s.Key(rowKind), func(old []byte) ([]byte, error) {
		n, _ = strconv.Atoi(string(old)) // nothing yet, or damaged: counting begins anew
		n = max(n, 0) + 1
		return strconv.AppendInt(nil, int64(n), 10), nil
	})
	return n, err
}

// Passed ends the row: something was not denied.
func Passed(s *session.Session) error { return forget(s, rowKind) }

// forget takes away a value of a session if there is one.
func forget(s *session.Session, kind string) error {
	raw, err := s.Store.Get(s.Key(kind))
	if err != nil || raw == nil {
		return err
	}
	return s.Store.Update(s.Key(kind), func([]byte) ([]byte, error) { return nil, nil })
}
