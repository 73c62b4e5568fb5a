package catalog

import "testing"

func TestWords(t *testing.T) {
	list := []string{"", "a", "a\nb", "ab", "b"}
	w := NewWords(list)
	if w.Len() != len(list) {
		t.Fatalf("got %d words, want %d", w.Len(), len(list))
	}
	for i, want := range list {
		if got := w.At(i); got != want {
			t.Errorf("word %d is %q, want %q", i, got, want)
		}
		if n, ok := w.Find(want); n != i || !ok {
			t.Errorf("Find(%q) = %d, %v", want, n, ok)
		}
	}
	for word, want := range map[string]int{"A": 1, "aa": 3, "c": 5} {
		if n, ok := w.Find(word); n != want || ok {
			t.Errorf("Find(%q) = %d, %v; want %d, false", word, n, ok, want)
		}
	}
	var none Words
	if n, ok := none.Find("a"); n != 0 || ok || none.Len() != 0 {
		t.Errorf("an empty list has %d words, %v", n, ok)
	}
}

func TestNewWordsRefuses(t *testing.T) {
	for _, list := range [][]string{{"b", "a"}, {string(make([]byte, 1<<16))}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a list of %d words that begins with %.4q is taken", len(list), list[0])
				}
			}()
			NewWords(list)
		}()
	}
}
