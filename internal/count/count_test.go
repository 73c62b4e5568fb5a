package count

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/session"
	"github.com/ravenclaude/thing/internal/state"
)

var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

const within = 5 * time.Minute

func TestAdd(t *testing.T) {
	store := state.Dir(t.TempDir())
	s := session.Open(store, "claude", "a")
	add := func(effect string, n int, at time.Time, want int) {
		t.Helper()
		if got, err := Add(s, effect, n, 10, within, at); got != want || err != nil {
			t.Errorf("%s at %s: %d, %v; want %d", effect, at.Format("15:04:05"), got, err, want)
		}
	}
	add("x", 1, now, 1)
	add("x", 2, now.Add(time.Minute), 3)
	add("y", 1, now.Add(time.Minute), 1)
	add("x", 1, now.Add(within), 3)            // the first one is too long ago
	add("x", 100, now.Add(within), 11)         // no more are told apart
	add("x", 1, now.Add(3*within), 1)          // all of them are
	add("x", 1, now, 1)                        // what has not yet been is none
	add("y", 1, now.Add(longest+time.Hour), 1) // and the rest was forgotten
	if err := Clear(s); err != nil {
		t.Fatal(err)
	}
	add("x", 1, now, 1)
	if got, _ := Add(session.Open(store, "claude", "b"), "x", 1, 10, within, now); got != 1 {
		t.Errorf("another session counts %d", got)
	}
}

func TestDamagedCountsBeginAnew(t *testing.T) {
	dir := t.TempDir()
	s := session.Open(state.Dir(dir), "claude", "a")
	for _, value := range []string{"", "{", "[]", `{"x":["y"]}`, `{"x":[]}`, "null"} {
		if err := os.MkdirAll(filepath.Join(dir, "session"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, s.Key(kind)), []byte(value), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Add(s, "x", 1, 10, within, now); got != 1 || err != nil {
			t.Errorf("after %q: %d, %v", value, got, err)
		}
	}
}

func TestCountsAreBounded(t *testing.T) {
	s := session.Open(state.Dir(t.TempDir()), "claude", "a")
	all := times{}
	for i := range 2 * maxKeys {
		all[fmt.Sprint(i)] = []int64{now.Unix() + int64(i)}
	}
	all.bound()
	if len(all) != maxKeys || all["0"] != nil || all[fmt.Sprint(2*maxKeys-1)] == nil {
		t.Errorf("%d are left", len(all))
	}
	if got, err := Add(s, "x", 1<<30, 10, within, now); got != 11 || err != nil {
		t.Errorf("very many at once: %d, %v", got, err)
	}
}

func TestAddIsAlone(t *testing.T) {
	s := session.Open(state.Dir(t.TempDir()), "claude", "a")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if _, err := Add(s, "x", 1, 100, within, now); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if got, _ := Add(s, "x", 0, 100, within, now); got != 40 {
		t.Errorf("40 calls count %d", got)
	}
}
