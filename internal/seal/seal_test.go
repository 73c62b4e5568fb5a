package seal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/state"
)

func TestKeyIsMadeOnceAndForItsUserAlone(t *testing.T) {
	dir := t.TempDir()
	s := state.Dir(dir)
	if k, err := Load(s); k != nil || err != nil {
		t.Fatalf("before it is made the key is %x, %v", k, err)
	}
	k, err := Make(s)
	if err != nil || len(k) != keySize {
		t.Fatalf("Make returns %x, %v", k, err)
	}
	again, err := Make(s)
	if err != nil || !bytes.Equal(k, again) {
		t.Errorf("a second Make returns another key, %v", err)
	}
	info, err := os.Stat(filepath.Join(dir, keyName))
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info.Mode(), err)
	}
}

func TestDamagedKeyIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, keyName), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(state.Dir(dir)); err == nil || !strings.Contains(err.Error(), "5 bytes instead of 32") {
		t.Errorf("a damaged key: %v", err)
	}
}

func TestOpen(t *testing.T) {
	k, other := Key(bytes.Repeat([]byte{1}, keySize)), Key(bytes.Repeat([]byte{2}, keySize))
	sealed := k.Close("a", []byte("one\ntwo"))
	if v, err := k.Open("a", sealed); string(v) != "one\ntwo" || err != nil {
		t.Fatalf("Open returns %q, %v", v, err)
	}
	changed := bytes.Replace(sealed, []byte("two"), []byte("ten"), 1)
	for name, try := range map[string]func() ([]byte, error){
		"changed":         func() ([]byte, error) { return k.Open("a", changed) },
		"another purpose": func() ([]byte, error) { return k.Open("b", sealed) },
		"another key":     func() ([]byte, error) { return other.Open("a", sealed) },
		"no key":          func() ([]byte, error) { return Key(nil).Open("a", Key(nil).Close("a", []byte("x"))) },
		"no seal":         func() ([]byte, error) { return k.Open("a", []byte("one")) },
		"empty":           func() ([]byte, error) { return k.Open("a", nil) },
		"cut":             func() ([]byte, error) { return k.Open("a", sealed[:len(sealed)-1]) },
	} {
		if v, err := try(); !errors.Is(err, ErrForged) {
			t.Errorf("%s: Open returns %q, %v", name, v, err)
		}
	}
	// What is signed is told apart from what it is signed for.
	if k.Sum("a", []byte("b")) == k.Sum("a\n", []byte("b")) || k.Sum("", []byte("\"a\"\n")) == k.Sum("a", nil) {
		t.Error("purpose and text run into each other")
	}
}

func FuzzOpen(f *testing.F) {
	k := Key(bytes.Repeat([]byte{1}, keySize))
	f.Add([]byte("x"))
	f.Add(k.Close("b", []byte("x")))
	f.Fuzz(func(t *testing.T, sealed []byte) {
		if v, err := k.Open("a", sealed); err == nil && !bytes.Equal(k.Close("a", v), sealed) {
			t.Errorf("%q is taken for sealed", sealed)
		}
	})
}
