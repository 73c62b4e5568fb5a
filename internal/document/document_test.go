package document

import (
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		before  string
		changes []Change
		after   string
		ok      bool
	}{
		{"a b", []Change{{Old: "a", New: "x"}}, "x b", true},
		{"a a", []Change{{Old: "a", New: "x"}}, "a a", false},
		{"a a", []Change{{Old: "a", New: "xy", All: true}}, "xy xy", true},
		{"a", []Change{{Old: "b", New: "x"}}, "a", false},
		{"", []Change{{New: "x"}}, "x", true},
		{"a", []Change{{New: "x"}}, "a", false},
		{"a b", []Change{{Old: "a", New: "b"}, {Old: "b b", New: "c"}}, "c", true},
		{"a b", []Change{{Old: "a", New: "c"}, {Old: "gone", New: "d"}}, "a b", false},
		{strings.Repeat("a", 1<<20), []Change{{Old: "a", New: "12345678", All: true}}, strings.Repeat("a", 1<<20), false},
	} {
		after, _, ok := Replace(c.before, c.changes)
		if after != c.after || ok != c.ok {
			t.Errorf("%.40q with %.80v: %.40q, %v, want %.40q, %v", c.before, c.changes, after, ok, c.after, c.ok)
		}
	}
}

func TestPieces(t *testing.T) {
	after, pieces, ok := Replace("one two two", []Change{{Old: "two", New: "2", All: true, Field: "b"}, {Old: "one", New: "eleven", Field: "a"}})
	if !ok || after != "eleven 2 2" {
		t.Fatalf("%q, %v", after, ok)
	}
	var got []string
	for _, p := range pieces {
		got = append(got, p.Field+"="+after[p.Start:p.End])
	}
	if s := strings.Join(got, " "); s != "a=eleven b=2 b=2" {
		t.Errorf("pieces %s", s)
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		before, after   string
		lines, replaced int
		added           string
	}{
		{"a\nb\nc\n", "a\nb\nc\n", 3, 0, ""},
		{"a\nb\nc\n", "a\nx\nc\n", 3, 1, "x\n"},
		{"a\nb\nc\n", "c\na\nb\n", 3, 0, ""},
		{"", "a\nb", 0, 0, "a\nb"},
		{"a\nb\n", "", 2, 2, ""},
		{"a", "a\nb\n", 1, 0, "b\n"},
		{"ab\n", "aab\n", 1, 1, "aab\n"},
		{"x\n", "x\nx\n", 1, 0, "x\n"},
		{"a\n\nb\n", "a\n\n\nb\n", 3, 0, "\n"},
		{"a\nb\nc\nd\n", "a\nX\nc\nY\nd\n", 4, 1, "X\n|Y\n"},
	} {
		d := Compare(c.before, c.after)
		var added []string
		for _, r := range d.Added {
			added = append(added, c.after[r.Start:r.End])
		}
		if s := strings.Join(added, "|"); d.Lines != c.lines || d.Replaced != c.replaced || s != c.added {
			t.Errorf("%q to %q: %d lines, %d replaced, added %q, want %d, %d, %q", c.before, c.after, d.Lines, d.Replaced, s, c.lines, c.replaced, c.added)
		}
	}
}

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		body, before, after string
		ok                  bool
	}{
		{"*** Update File: a\n@@\n one\n-two\n+2\n three\n", "one\ntwo\nthree\n", "one\n2\nthree\n", true},
		{"*** Update File: a\n@@ func b\n-x\n+y\n", "func a\nx\nfunc b\nx\n", "func a\nx\nfunc b\ny\n", true},
		{"*** Update File: a\n@@\n-gone\n+y\n", "x\n", "y\n", false},
		{"*** Add File: a\n+one\n+two\n", "", "one\ntwo\n", true},
		{"*** Update File: a\n@@\n-a\n+b\n@@\n-c\n+d\n", "a\nb\nc\n", "b\nb\nd\n", true},
		{"*** Update File: a\n@@\n+end\n", "x\n", "x\n\nend", true},
	} {
		text := "*** Begin Patch\n" + c.body + "*** End Patch\n"
		files, ok := Patch(text)
		if !ok || len(files) != 1 || text[files[0].At:files[0].At+len(files[0].Path)] != "a" {
			t.Errorf("%q: files %+v", c.body, files)
			continue
		}
		after, pieces, ok := files[0].Apply(c.before, "f")
		if after != c.after || ok != c.ok {
			t.Errorf("%q: %q, %v, want %q, %v", c.body, after, ok, c.after, c.ok)
		}
		for _, p := range pieces {
			if after[p.Start:p.End] != text[p.At:p.At+p.End-p.Start] {
				t.Errorf("%q: piece %+v is %q in the file and %q in the patch", c.body, p, after[p.Start:p.End], text[p.At:p.At+p.End-p.Start])
			}
		}
	}
	if _, ok := Patch("no patch"); ok {
		t.Error("a text without files passes for a patch")
	}
}

func FuzzPatch(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@ x\n-a\n+b\n*** End Patch", "a\nb\n")
	f.Add("*** Add File: a\nno plus\n", "")
	f.Fuzz(func(t *testing.T, patch, before string) {
		files, _ := Patch(patch)
		for i := range files {
			after, pieces, _ := files[i].Apply(before, "f")
			for _, p := range pieces {
				if p.Start > p.End || p.End > len(after) || p.At+p.End-p.Start > len(patch) {
					t.Fatalf("piece %+v lies outside", p)
				}
			}
			for _, r := range Compare(before, after).Added {
				if r.Start >= r.End || r.End > len(after) {
					t.Fatalf("range %+v lies outside", r)
				}
			}
		}
	})
}
