package bundle

import (
	"errors"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

type tree map[string]string

func (f tree) Read(path string) ([]byte, error) {
	if text, ok := f[path]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("there is no such file")
}

func TestCompare(t *testing.T) {
	long := strings.Repeat("x", 600)
	f := tree{"a.go": "package a\n\nfunc A() error {\n\treturn nil\n}\n", "long.txt": long + "\n", "empty": "", "crlf.txt": "one\r\ntwo\r\n"}
	for _, x := range []struct{ place, blob, check, code string }{
		{"a.go:3", "func A() error {", docket.Matched, ""},
		{"a.go:3", "a.go:3:func A() error {", docket.Matched, ""},                          // grep -n with a path
		{"a.go:3", "3:func A() error {\n4-\treturn nil", docket.Matched, ""},               // grep -n with context
		{"a.go:4", "     3\tfunc A() error {\n     4\t\treturn nil\n", docket.Matched, ""}, // cat -n
		{"a.go:4", "     4→\treturn nil", docket.Matched, ""},                              // a client's own reader
		{"a.go:4", "@@ -1,2 +3,4 @@\n+\treturn nil", docket.Matched, ""},                   // a difference
		{"a.go:2", "func A() error {", docket.Matched, ""},                                 // an empty line is shown by the next
		{"a.go:3-5", "func A() error {\n\treturn nil\n}", docket.Matched, ""},              // a range
		{"crlf.txt:2", "two", docket.Matched, ""},                                          // line ends do not count
		{"long.txt:1", strings.Repeat("x", 300) + "…", docket.Matched, ""},                 // cut by a tool
		{"a.go:4", "the function returns nil", "", charter.BundleDiffers},                  // paraphrased
		{"a.go:4", "return  nil", "", charter.BundleDiffers},                               // not word for word
		{"a.go:3", "\treturn nil", "", charter.BundleDiffers},                              // another place
		{"a.go:6", "}", "", charter.BundleOutOfRange},
		{"a.go:0", "package a", "", charter.BundleOutOfRange},
		{"a.go:5-4", "}", "", charter.BundleOutOfRange},
		{"empty:1", "x", "", charter.BundleOutOfRange},
		{"gone.go:1", "x", docket.Unknown, ""},
		{"go test", "ok", docket.Unknown, ""},
		{"https://example.com/a:80", "x", docket.Unknown, ""},
	} {
		s := sheets{files: f}
		got := s.compare(docket.Bundle{Place: x.place, Blob: x.blob})
		if got.check != x.check || got.code != x.code {
			t.Errorf("%q at %s: %+v, want %s%s", x.blob, x.place, got, x.check, x.code)
		}
	}
}

// TestMoved: what matched and matches no more is told; what never could be told
// is not.
func TestMoved(t *testing.T) {
	b := docket.Bundle{Place: "a:1", Blob: "old", Check: docket.Matched}
	if why := Moved(tree{"a": "old\n"}, b); why != "" {
		t.Error(why)
	}
	if why := Moved(tree{"a": "new\n"}, b); why == "" {
		t.Error("a change is not seen")
	}
	if why := Moved(tree{}, b); why == "" {
		t.Error("a deletion is not seen")
	}
	b.Check = docket.Unknown
	if why := Moved(tree{}, b); why != "" {
		t.Error(why)
	}
}

// TestLine: the number of no line is refused, whether the file can be read or not.
func TestLine(t *testing.T) {
	f := tree{}
	for line, want := range map[int]bool{-1: false, 0: false, 1: true} {
		if _, ok := Line(f, "gone", line); ok != want {
			t.Errorf("line %d of a file that is gone: %v", line, ok)
		}
	}
}
