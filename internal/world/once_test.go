package world

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

// counting is a world without files but /a that counts the looks at it.
type counting struct {
	World
	looks int
}

func (c *counting) Lstat(path string) (Info, error) {
	c.looks++
	if path == "/a" {
		return Info{Size: 7}, nil
	}
	return Info{}, fs.ErrNotExist
}

func (c *counting) ReadFile(path string, max int) ([]byte, error) {
	c.looks++
	return []byte(path), nil
}

func TestOnce(t *testing.T) {
	c := &counting{}
	w := Once(c)
	for range 3 {
		if info, err := w.Lstat("/a"); err != nil || info.Size != 7 {
			t.Errorf("/a: %+v, %v", info, err)
		}
		if _, err := w.Lstat("/b"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("/b: %v", err)
		}
	}
	if b, err := w.ReadFile("/a", 9); string(b) != "/a" || err != nil {
		t.Errorf("/a holds %q, %v", b, err)
	}
	if _, err := w.ReadFile("/b", 9); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("/b is read: %v", err)
	}
	if c.looks != 3 {
		t.Errorf("%d looks at two paths of which one is read", c.looks)
	}
	for i := range 2 * maxSeen {
		w.Lstat(fmt.Sprint("/c/", i))
	}
	if n := len(w.(*once).seen); n > maxSeen {
		t.Errorf("%d paths are remembered", n)
	}
}
