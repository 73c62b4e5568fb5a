package git

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// makeIndex writes an index by hand, so that its parser is tested without git.
func makeIndex(version uint32, hash int, names ...string) []byte {
	data := binary.BigEndian.AppendUint32([]byte("DIRC"), version)
	data = binary.BigEndian.AppendUint32(data, uint32(len(names)))
	previous := ""
	for _, name := range names {
		start := len(data)
		data = append(data, make([]byte, 24)...)
		data = binary.BigEndian.AppendUint32(data, 0o100644)
		data = append(data, make([]byte, 12+hash)...)
		data = binary.BigEndian.AppendUint16(data, uint16(min(len(name), 0xfff)))
		if version == 4 {
			same := 0
			for same < len(name) && same < len(previous) && name[same] == previous[same] {
				same++
			}
			data = append(appendVarint(data, len(previous)-same), name[same:]...)
			data = append(data, 0)
			previous = name
			continue
		}
		data = append(append(data, name...), 0)
		for (len(data)-start)%8 != 0 {
			data = append(data, 0)
		}
	}
	return append(data, make([]byte, hash)...)
}

func appendVarint(data []byte, n int) []byte {
	out := []byte{byte(n & 0x7f)}
	for n >>= 7; n > 0; n >>= 7 {
		n--
		out = append([]byte{0x80 | byte(n&0x7f)}, out...)
	}
	return append(data, out...)
}

func TestParseIndex(t *testing.T) {
	names := []string{"a", "a/b", "a0", "dir/" + strings.Repeat("x", 300), "dir/y", "dir/z"}
	for _, version := range []uint32{2, 3, 4} {
		for _, hash := range []int{20, 32} {
			ix, err := parseIndex(makeIndex(version, hash, names...), hash)
			if err != nil {
				t.Errorf("version %d: %v", version, err)
				continue
			}
			for i, name := range names {
				if lo, hi := ix.find(name); lo != i || hi != i+1 {
					t.Errorf("version %d: find(%q) = %d, %d; want %d, %d", version, name, lo, hi, i, i+1)
				}
			}
			for dir, want := range map[string][2]int{"dir": {3, 6}, "a": {1, 2}, "b": {3, 3}, "di": {3, 3}} {
				if lo, hi := ix.findBelow(dir); lo != want[0] || hi != want[1] {
					t.Errorf("version %d: findBelow(%q) = %d, %d; want %v", version, dir, lo, hi, want)
				}
			}
		}
	}
}

func TestParseIndexRejects(t *testing.T) {
	good := makeIndex(2, 20, "a", "b")
	body := good[:len(good)-20]
	tail := make([]byte, 20)
	change := func(at int, b byte) []byte {
		data := append([]byte(nil), good...)
		data[at] = b
		return data
	}
	long := strings.Repeat("n", maxName+1)
	for name, data := range map[string][]byte{
		"nothing":             nil,
		"another file":        []byte(strings.Repeat("hello ", 20)),
		"version 1":           change(7, 1),
		"version 5":           change(7, 5),
		"more than there are": change(11, 3),
		"very many":           change(8, 0xff),
		"cut off":             good[:len(good)-25],
		"not sorted":          makeIndex(2, 20, "b", "a"),
		"twice":               makeIndex(2, 20, "a", "a"),
		"empty name":          makeIndex(2, 20, ""),
		"long name":           makeIndex(2, 20, long),
		"wrong name length":   change(12+61, 7),
		"version 2 extended":  change(12+60, 0x40),
		"split":               append(append(append([]byte(nil), body...), "link\x00\x00\x00\x00"...), tail...),
		"short extension":     append(append(append([]byte(nil), body...), "TREE\x00\x00\x00\x09"...), tail...),
		"broken extension":    append(append(append([]byte(nil), body...), "TR"...), tail...),
	} {
		if _, err := parseIndex(data, 20); !errors.Is(err, errIndex) {
			t.Errorf("%s: error %v, want %v", name, err, errIndex)
		}
	}
	known := append(append(append([]byte(nil), body...), "TREE\x00\x00\x00\x02xxsdir\x00\x00\x00\x00"...), tail...)
	if _, err := parseIndex(known, 20); err != nil {
		t.Errorf("known extensions: %v", err)
	}
	if _, err := parseIndex(good, 32); err == nil {
		t.Error("wrong hash size: no error")
	}
}

func FuzzParseIndex(f *testing.F) {
	for _, version := range []uint32{2, 3, 4} {
		f.Add(makeIndex(version, 20, "a", "a/b", "a/bc", "b"), false)
		f.Add(makeIndex(version, 32, "x", "y/z"), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, long bool) {
		hash := 20
		if long {
			hash = 32
		}
		ix, err := parseIndex(data, hash)
		if err != nil {
			return
		}
		for i := range ix.entries {
			if lo, hi := ix.find(ix.name(i)); lo > i || hi <= i {
				t.Errorf("entry %d %q is found at %d to %d", i, ix.name(i), lo, hi)
			}
			ix.below(ix.name(i))
		}
	})
}

func BenchmarkParseIndex(b *testing.B) {
	var names []string
	for i := range 10_000 {
		names = append(names, fmt.Sprintf("src/package%04d/file%05d.go", i/10, i))
	}
	data := makeIndex(2, 20, names...)
	for b.Loop() {
		if _, err := parseIndex(data, 20); err != nil {
			b.Fatal(err)
		}
	}
}
