package catalog

import (
	"slices"
	"testing"
)

func TestHash3(t *testing.T) {
	if Hash3('A', 'w', 'S') != Hash3('a', 'W', 's') {
		t.Error("letters of different case have different bits")
	}
	seen := map[uint16]int{}
	for a := byte('a'); a <= 'z'; a++ {
		for b := byte('a'); b <= 'z'; b++ {
			for c := byte('a'); c <= 'z'; c++ {
				h := Hash3(a, b, c)
				if h >= 512*64 {
					t.Fatalf("Hash3(%q, %q, %q) = %d: no such bit", a, b, c, h)
				}
				seen[h]++
			}
		}
	}
	for h, n := range seen {
		if n > 8 {
			t.Errorf("bit %d stands for %d of all three-letter words", h, n)
		}
	}
}

func TestMay(t *testing.T) {
	l := NewLiterals([]Literal{{Text: "curl "}})
	if !l.May('C', 'u', 'R') {
		t.Error("the marked literal is not found")
	}
	if l.May('x', 'y', 'z') {
		t.Error("a literal that was not marked is found")
	}
}

func TestFind(t *testing.T) {
	refs, kinds := []Ref{{Concern: 1}, {Concern: 2}}, []uint16{7}
	l := NewLiterals([]Literal{{Text: "curl", Refs: refs}, {Text: "curly "}, {Text: "key", Secrets: kinds}, {Text: "key=", Refs: refs[:1], Secrets: kinds}})
	if !slices.Equal(l.Triggers(0), refs) || len(l.Triggers(1)) > 0 || len(l.Kinds(1)) > 0 || !slices.Equal(l.Kinds(2), kinds) || !slices.Equal(l.Triggers(3), refs[:1]) {
		t.Errorf("literals do not open what they should: %+v", l)
	}
	for text, want := range map[string]struct {
		found []int
		marks []Mark
	}{
		"":                   {},
		"ke":                 {},
		"cur ke ey=":         {},
		"CURL":               {found: []int{0}},
		"curl Curly curl":    {found: []int{0, 1}},
		"key":                {found: []int{2}, marks: []Mark{{2, 0}}},
		"aKey=keykey curl":   {found: []int{2, 3, 0}, marks: []Mark{{2, 1}, {3, 1}, {2, 5}, {2, 8}}},
		"curlcurly KEY=\xff": {found: []int{0, 1, 2, 3}, marks: []Mark{{2, 10}, {3, 10}}},
	} {
		found, marks := l.Find(text)
		if !slices.Equal(found, want.found) || !slices.Equal(marks, want.marks) {
			t.Errorf("Find(%q) = %v, %v; want %v, %v", text, found, marks, want.found, want.marks)
		}
	}
}
