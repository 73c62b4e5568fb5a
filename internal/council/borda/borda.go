// Package borda makes one order of many: each ballot gives points to what it
// ranks, and the mean of the points decides. A voter never ranks what is their
// own, so things are compared by the points per ballot that had them on it: an
// abstention then takes nothing from anybody.
package borda

import (
	"fmt"
	"slices"
)

// Score is what one candidate came to.
type Score struct {
	ID      string
	Points  int
	Ballots int  // that had it on them
	Weak    bool // is in the lowest quarter
}

// Mean is the points for each ballot, in hundredths, as it is printed.
func (s Score) Mean() string {
	if s.Ballots == 0 {
		return "-"
	}
	hundredths := (200*s.Points + s.Ballots) / (2 * s.Ballots)
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}

// Count scores candidates, the best first; those that score the same stay in
// the given order. A ballot lists candidates, the best first: the last gets
// nothing, each before it one point more.
func Count(ids []string, ballots [][]string) []Score {
	at := map[string]int{}
	scores := make([]Score, len(ids))
	for i, id := range ids {
		at[id], scores[i].ID = i, id
	}
	for _, b := range ballots {
		for rank, id := range b {
			if i, ok := at[id]; ok {
				scores[i].Points += len(b) - 1 - rank
				scores[i].Ballots++
			}
		}
	}
	slices.SortStableFunc(scores, compare)
	weaken(scores)
	return scores
}

// compare puts the higher mean first, and what nobody voted on last.
func compare(a, b Score) int {
	switch {
	case a.Ballots == 0 || b.Ballots == 0:
		return min(b.Ballots, 1) - min(a.Ballots, 1)
	case a.Points*b.Ballots > b.Points*a.Ballots:
		return -1
	case a.Points*b.Ballots < b.Points*a.Ballots:
		return 1
	}
	return 0
}

// weaken marks what is not above the 25th percentile, by the lower nearest rank.
// Where all are equal none is weak.
func weaken(sorted []Score) {
	voted := sorted
	for len(voted) > 0 && voted[len(voted)-1].Ballots == 0 {
		voted = voted[:len(voted)-1]
	}
	n := len(voted)
	if n == 0 || compare(voted[0], voted[n-1]) == 0 {
		return
	}
	threshold := voted[n-1-(n-1)/4]
	for i := range voted {
		voted[i].Weak = compare(voted[i], threshold) >= 0
	}
}
