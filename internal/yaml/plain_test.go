package yaml

import (
	"fmt"
	"reflect"
	"testing"
)

var plainDocuments = map[string]bool{ // and whether they are plain
	"a: b\n": true,
	"schema_version: 5\n# why\ncategories:\n  shell_readonly:\n    user: allow\n    thing: on # here\n\n  file_read: {}\n": false,
	"schema_version: 5\n# why\ncategories:\n  shell_readonly:\n    user: allow\n    thing: on # here\n\n  file_read:\n":    true,
	"  a:\n    b: c\n  d: e":              true,
	"a:\n b:\n  c:\n d: e\nf:\n":          true,
	"a:\nb: null\nc: 0x1F\nd: 1_000\n":    true,
	"a: ~\n":                              false,
	"a:\n  b: c\n d: e\n":                 false,
	"a: b\n  c: d\n":                      false,
	"a: b\na: c\n":                        false,
	"a: null\n  b: c\n":                   false,
	"null: a\n":                           false,
	"a: b c\n":                            false,
	"a: b#c\n":                            false,
	"a: #c\n":                             true,
	"a:#c\n":                              false,
	"a:b\n":                               false,
	"- a\n":                               false,
	"a: 'b'\n":                            false,
	"---\na: b\n":                         false,
	"a: |\n  b\n":                         false,
	"a: b\r\n":                            false,
	"a:\tb\n":                             false,
	"# only\n":                            false,
	"":                                    false,
	"a: b\n# \u00fc\n":                    false,
	"a: yes\nb: 1e3\nc: 2026-11-30\nd: -": false,
}

// TestPlain holds what is read here against the library.
func TestPlain(t *testing.T) {
	for src, want := range plainDocuments {
		if got := plain(src) != nil; got != want {
			t.Errorf("%q: plain %v, want %v", src, got, want)
		}
		agrees(t, src)
	}
}

func FuzzPlain(f *testing.F) {
	for src := range plainDocuments {
		f.Add(src)
	}
	f.Fuzz(agrees)
}

func agrees(t *testing.T, src string) {
	got := plain(src)
	if got == nil {
		return
	}
	want, err := parse([]byte(src))
	if err != nil {
		t.Fatalf("%q: the library says %v", src, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q: got %s, want %s", src, dump(got), dump(want))
	}
}

func dump(n *Node) string {
	s := fmt.Sprintf("%d:%q null=%v kind=%d", n.Line, n.Text, n.Null, n.Kind)
	for _, p := range n.Pairs {
		s += fmt.Sprintf(" {%d %q: %s}", p.Line, p.Key, dump(p.Value))
	}
	return s
}
