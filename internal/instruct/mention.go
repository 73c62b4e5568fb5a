package instruct

import (
	"slices"
	"strings"
)

// How far from a phrase the words stand that say that it is only spoken of,
// and how far its quotation marks.
const (
	citeBefore = 120
	citeAfter  = 80
	quoteReach = 160
)

// mentioned reports whether low[start:end] is spoken of, not said: it stands
// in quotation marks near a word for such talk, or right before one.
func mentioned(low string, start, end int, cites []int) bool {
	if len(cites) == 0 {
		return false
	}
	if from, to, ok := quotation(low, start, end); ok {
		return between(cites, from-citeBefore, from) || between(cites, to, to+citeAfter)
	}
	after := low[end:min(len(low), end+24)]
	if n := strings.IndexAny(after, ".,;:!?\n"); n >= 0 {
		after = after[:n]
	}
	return between(cites, end, end+len(after))
}

// between reports whether a number in the sorted list lies in a range.
func between(list []int, from, to int) bool {
	n, _ := slices.BinarySearch(list, from)
	return n < len(list) && list[n] < to
}

// quotation finds the quotation marks around low[start:end].
func quotation(low string, start, end int) (from, to int, ok bool) {
	var closing [len(quotes)]int
	for i := end; i < len(low) && i < end+quoteReach && low[i] != '\n'; i++ {
		q := strings.IndexByte(quotes, low[i])
		if q >= 0 && closing[q] == 0 && (i+1 == len(low) || !isLetter(low[i+1])) {
			closing[q] = i + 1
		}
	}
	for i := start - 1; i >= 0 && i >= start-quoteReach && low[i] != '\n'; i-- {
		q := strings.IndexByte(quotes, low[i])
		if q >= 0 && closing[q] > 0 && (i == 0 || !isLetter(low[i-1])) {
			return i, closing[q], true
		}
	}
	return 0, 0, false
}

const quotes = "\"`'"
