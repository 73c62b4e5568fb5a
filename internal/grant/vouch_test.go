package grant

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/state"
)

func TestVouch(t *testing.T) {
	dir := t.TempDir()
	store := state.Dir(filepath.Join(dir, "state"))
	name := filepath.Join(dir, "thing.yaml")
	at := func(n int) time.Time { return time.UnixMilli(int64(n)).UTC() }
	text := func(n int) []byte { return fmt.Append(nil, n) }
	check := func(what string, want time.Time, now []byte, began ...[]byte) {
		t.Helper()
		list, err := Vouches(store)
		if err != nil {
			t.Fatal(err)
		}
		if got := Since(list, name, now, began...); !got.Equal(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	wrote := func(old, now []byte, n int) {
		t.Helper()
		if err := Wrote(store, name, old, now, at(n)); err != nil {
			t.Fatal(err)
		}
	}
	check("nothing was said", time.Time{}, text(1))
	wrote(nil, text(1), 1)
	check("a new file", at(1), text(1))
	check("in the place of another", time.Time{}, text(1), text(9))
	wrote(text(1), text(2), 2)
	check("two steps", at(2), text(2))
	check("the second step", at(2), text(2), text(1))
	check("the step before", time.Time{}, text(1))
	check("a merged pin", at(2), text(2), text(1), text(2))
	check("a merged pin with another", time.Time{}, text(2), text(1), text(9))
	wrote(text(9), text(3), 3)
	check("something else came between", time.Time{}, text(3), text(2))
	check("it began with that", at(3), text(3), text(9))
	if err := Meant(store, name, text(3), at(4)); err != nil {
		t.Fatal(err)
	}
	check("a person has read it", at(4), text(3), text(2))
	wrote(text(3), text(4), 5)
	check("and changed it", at(5), text(4), text(2))
	for n := range maxPast + 10 {
		wrote(text(n), text(n+1), n)
	}
	list, err := Vouches(store)
	if err != nil || len(list) != 1 || len(list[0].Past) != maxPast {
		t.Errorf("%+v, %v", list, err)
	}
	if err := Meant(store, filepath.Join(dir, "gone", "x"), nil, at(1)); err == nil {
		t.Error("a file in no directory is vouched for")
	}
}
