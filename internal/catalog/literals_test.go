package catalog

import "testing"

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
