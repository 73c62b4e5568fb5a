package borda

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// without is a ballot of one voter: the true order without themselves.
func without(order []string, voter string) []string {
	return slices.DeleteFunc(slices.Clone(order), func(id string) bool { return id == voter })
}

func ids(scores []Score) []string {
	var list []string
	for _, s := range scores {
		list = append(list, s.ID)
	}
	return list
}

// TestHonest: whoever takes part, however they submitted, honest voters find the
// true order, also when some of them do not vote.
func TestHonest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 3; n <= 9; n++ {
		for range 200 {
			var order []string
			for i := range n {
				order = append(order, fmt.Sprint("i", i))
			}
			given := slices.Clone(order)
			r.Shuffle(n, func(i, j int) { given[i], given[j] = given[j], given[i] })
			var ballots [][]string
			for _, voter := range given {
				ballots = append(ballots, without(order, voter))
			}
			if got := ids(Count(given, ballots)); !slices.Equal(got, order) {
				t.Fatalf("%d voters given as %v: %v", n, given, got)
			}
			// Abstentions take nothing from whoever abstains or does not: the best
			// stays above the worst by what each ballot says.
			some := Count(given, ballots[:1+r.IntN(n)])
			for _, s := range some {
				if s.Ballots > 0 && s.Points > s.Ballots*(n-2) {
					t.Fatalf("%+v has more than a ballot can give", s)
				}
			}
		}
	}
}

// TestKnown: three truthful voters with the order 2 > 1 > 0.
func TestKnown(t *testing.T) {
	got := Count([]string{"0", "1", "2"}, [][]string{{"2", "1"}, {"2", "0"}, {"1", "0"}})
	want := []Score{{"2", 2, 2, false}, {"1", 1, 2, false}, {"0", 0, 2, true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if m := got[1].Mean(); m != "0.50" {
		t.Errorf("mean is %s", m)
	}
}

// TestOrder: neither the order of ballots nor, where all score differently, that
// of candidates matters.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		n := 3 + r.IntN(6)
		var given []string
		for i := range n {
			given = append(given, fmt.Sprint("i", i))
		}
		var ballots [][]string
		for _, voter := range given {
			b := without(given, voter)
			r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
			if r.IntN(4) > 0 {
				ballots = append(ballots, b)
			}
		}
		first := Count(given, ballots)
		r.Shuffle(len(ballots), func(i, j int) { ballots[i], ballots[j] = ballots[j], ballots[i] })
		if got := Count(given, ballots); !slices.Equal(got, first) {
			t.Fatalf("another order of ballots gives %v instead of %v", got, first)
		}
		mixed := slices.Clone(given)
		r.Shuffle(n, func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		byID := map[string]Score{}
		for _, s := range Count(mixed, ballots) {
			byID[s.ID] = s
		}
		for _, s := range first {
			if byID[s.ID] != s {
				t.Fatalf("another order of candidates gives %+v instead of %+v", byID[s.ID], s)
			}
		}
	}
}

func TestTies(t *testing.T) {
	circle := Count([]string{"b", "a", "c"}, [][]string{{"a", "c"}, {"c", "b"}, {"b", "a"}})
	if got := ids(circle); !slices.Equal(got, []string{"b", "a", "c"}) {
		t.Errorf("those that tie are given as %v", got)
	}
	for _, s := range circle {
		if s.Weak {
			t.Errorf("all are equal, but %s is weak", s.ID)
		}
	}
}

// TestQuartile: the lower nearest rank, and what nobody voted on is not weak.
func TestQuartile(t *testing.T) {
	for n, want := range map[int]int{3: 1, 4: 1, 5: 2, 8: 2, 9: 3} {
		var given, order []string
		for i := range n {
			order = append(order, fmt.Sprint("i", i))
		}
		given = slices.Clone(order)
		weak := 0
		for _, s := range Count(given, [][]string{order}) {
			if s.Weak {
				weak++
			}
		}
		if weak != want {
			t.Errorf("of %d, %d are weak, want %d", n, weak, want)
		}
	}
	got := Count([]string{"alone", "a", "b"}, [][]string{{"a", "b"}})
	if last := got[2]; last.ID != "alone" || last.Weak || last.Mean() != "-" {
		t.Errorf("what nobody voted on comes out as %+v", last)
	}
	if len(Count(nil, nil)) != 0 {
		t.Error("nothing has a score")
	}
}
