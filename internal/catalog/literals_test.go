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

func TestMark(t *testing.T) {
	var l Literals
	l.Mark("curl ")
	if !l.May('C', 'u', 'R') {
		t.Error("the marked literal is not found")
	}
	if l.May('x', 'y', 'z') {
		t.Error("a literal that was not marked is found")
	}
}

func TestFind(t *testing.T) {
	var l Literals
	for _, text := range []string{"curl", "curly ", "key", "key="} {
		literal := Literal{Text: text}
		if text[0] == 'k' {
			literal.Secrets = []uint16{0}
		}
		l.List = append(l.List, literal)
		l.Mark(text)
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
