package catalog

import (
	"fmt"
	"math"
	"slices"
)

// Words is a sorted list of texts. It is one text, each word with a line end
// behind it, and where each begins: long lists of strings would cost a process
// time before it can begin, for the pointers in them.
type Words struct {
	Text   string
	Starts []uint16 // one more than there are words
}

// NewWords writes words down, which must be in order. More than 64 KiB of them
// are the caller's mistake.
func NewWords(list []string) Words {
	var w Words
	for _, word := range list {
		w.Starts = append(w.Starts, uint16(len(w.Text)))
		w.Text += word + "\n"
	}
	if len(w.Text) > math.MaxUint16 {
		panic(fmt.Sprintf("catalog: a list of words takes %d bytes: make Words.Starts wider", len(w.Text)))
	}
	if !slices.IsSorted(list) {
		panic("catalog: a list of words is not in order: sort it")
	}
	if len(list) > 0 {
		w.Starts = append(w.Starts, uint16(len(w.Text)))
	}
	return w
}

// Len is how many words there are.
func (w *Words) Len() int { return max(0, len(w.Starts)-1) }

// At is the word with a number.
func (w *Words) At(n int) string { return w.Text[w.Starts[n] : w.Starts[n+1]-1] }

// Find returns the number of a word, or where it would stand.
func (w *Words) Find(word string) (n int, found bool) {
	lo, hi := 0, w.Len()
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if w.At(m) < word {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < w.Len() && w.At(lo) == word
}
