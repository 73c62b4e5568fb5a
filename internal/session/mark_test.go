package session

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/state"
)

func TestMarks(t *testing.T) {
	store := state.Dir(filepath.Join(t.TempDir(), "state"))
	s, other := Open(store, "h", "s"), Open(store, "h", "other")
	now := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

	if got, err := s.Taint(); got != nil || err != nil {
		t.Errorf("before: %+v, %v", got, err)
	}
	first := Taint{Time: now, Source: "a", Order: "b"}
	for _, x := range []Taint{first, {Time: now, Source: "later"}} {
		if err := s.SetTaint(x); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Taint(); err != nil || got == nil || *got != first {
		t.Errorf("got %+v, %v, want %+v", got, err, first)
	}
	if got, err := other.Taint(); got != nil || err != nil {
		t.Errorf("another session: %+v, %v", got, err)
	}
	if err := s.Clean(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Taint(); got != nil || err != nil {
		t.Errorf("cleaned: %+v, %v", got, err)
	}
	// One that cannot be read is no clean session.
	if err := store.Update(s.Key(taintKind), func([]byte) ([]byte, error) { return []byte("{"), nil }); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Taint(); got != nil || err == nil || !strings.Contains(err.Error(), "start a new session") {
		t.Errorf("damaged: %+v, %v", got, err)
	}

	for _, tt := range []struct{ now, before string }{{"", ""}, {"x", ""}, {"x", "x"}, {"y", "x"}, {"", "y"}, {"x", ""}} {
		if before, err := s.Mode(tt.now); before != tt.before || err != nil {
			t.Errorf("mode %q: %q, %v, want %q", tt.now, before, err, tt.before)
		}
	}

	if err := s.SetHooks([]string{"/a", "/b"}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Hooks(); err != nil || strings.Join(got, " ") != "/a /b" {
		t.Errorf("hooks are %q, %v", got, err)
	}
	if err := s.SetHooks(nil); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Hooks(); err != nil || got != nil {
		t.Errorf("hooks are %q, %v", got, err)
	}

	if _, ok := s.Began(); ok {
		t.Error("it began before it was said")
	}
	if err := s.SetBegan(now); err != nil {
		t.Fatal(err)
	}
	if got, ok := s.Began(); !ok || !got.Equal(now) {
		t.Errorf("it began at %v, %v", got, ok)
	}
}
