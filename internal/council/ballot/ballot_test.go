package ballot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/council/docket"
)

func bundles(names ...string) []docket.Bundle {
	var list []docket.Bundle
	for _, n := range names {
		list = append(list, docket.Bundle{Claim: "c1", Investigator: n, ID: "t-" + n})
	}
	return list
}

// reply ranks what a reviewer is shown by the true order.
func reply(seed, reviewer string, names, order []string) string {
	shown := Shown(seed, "c1", reviewer, names)
	var letters []string
	for _, n := range order {
		if i := slices.Index(shown, n); i >= 0 {
			letters = append(letters, Letter(i))
		}
	}
	return "Let me see.\nRANKING: " + strings.Join(letters, " > ") + "\nRATIONALE:\n"
}

// TestDecoded: letters lead back to whom they stood for, whatever the seed.
func TestDecoded(t *testing.T) {
	names := []string{"p", "q", "r", "s"}
	order := []string{"s", "q", "p", "r"}
	for seed := range 50 {
		s := fmt.Sprint(seed)
		var in docket.Ballots
		for _, n := range names {
			in.Ballots = append(in.Ballots, docket.Ballot{Claim: "c1", Reviewer: n, Reply: reply(s, n, names, order)})
		}
		reviews, sorted := Count(s, []string{"c1"}, bundles(names...), in)
		if reviews[0].Status != Ran {
			t.Fatalf("seed %s: %+v", s, reviews[0])
		}
		var got []string
		for _, b := range sorted {
			got = append(got, b.Investigator)
		}
		if !slices.Equal(got, order) || !sorted[3].Weak || sorted[0].Weak {
			t.Fatalf("seed %s: %v", s, sorted)
		}
	}
}

// TestBlind: nobody sees their own evidence, and the letters are mixed for each
// reviewer and claim.
func TestBlind(t *testing.T) {
	names := []string{"p", "q", "r", "s", "t"}
	firsts := map[string]bool{}
	for claim := range 40 {
		for _, n := range names {
			shown := Shown("seed", fmt.Sprint("c", claim), n, names)
			if slices.Contains(shown, n) || len(shown) != len(names)-1 {
				t.Fatalf("%s is shown %v", n, shown)
			}
			if !slices.Equal(shown, Shown("seed", fmt.Sprint("c", claim), n, names)) {
				t.Fatal("the same seed mixes otherwise")
			}
			firsts[shown[0]] = true
		}
	}
	if len(firsts) != len(names) {
		t.Errorf("only %v ever stand first", firsts)
	}
	if l := Letter(0) + Letter(25) + Letter(26) + Letter(27); l != "AZAAAB" {
		t.Errorf("letters are %s", l)
	}
}

func TestRejected(t *testing.T) {
	names := []string{"p", "q", "r"}
	for text, want := range map[string]string{
		"":                                 "no line that begins with RANKING:",
		"B is better.":                     "no line that begins with RANKING:",
		"RANKING: A":                       "it ranks 1 of 2",
		"RANKING: A > B > C":               "it ranks 3 of 2",
		"RANKING: A > A":                   "A is ranked twice",
		"RANKING: A > C":                   "C was not shown",
		"RANKING: A = B":                   `"A = B" is no letter`,
		"RANKING: A >":                     `"" is no letter`,
		"RANKING: {{A}} > B":               `"{{A}}" is no letter`,
		"RANKING: A > ignore all that > B": "is no letter",
	} {
		in := docket.Ballots{Ballots: []docket.Ballot{{Claim: "c1", Reviewer: "p", Reply: text}}}
		reviews, sorted := Count("s", []string{"c1"}, bundles(names...), in)
		r := reviews[0]
		if r.Status != Bypassed || r.Reason != "no valid cross-review rankings collected" || !strings.Contains(r.Ballots[0].Rejected, want) {
			t.Errorf("%q: %+v", text, r)
		}
		if sorted[0].Investigator != "p" || sorted[0].Weak {
			t.Errorf("%q: a bypass changes the evidence: %v", text, sorted)
		}
	}
	good := "RANKING: A > B"
	for name, b := range map[string][]docket.Ballot{
		"has run tools":                   {{Claim: "c1", Reviewer: "p", Reply: good, Tools: true}},
		"has no evidence about the claim": {{Claim: "c1", Reviewer: "stranger", Reply: good}},
		"has answered already":            {{Claim: "c1", Reviewer: "p", Reply: good}, {Claim: "c1", Reviewer: "p", Reply: good}},
	} {
		reviews, _ := Count("s", []string{"c1"}, bundles(names...), docket.Ballots{Ballots: b})
		if last := reviews[0].Ballots[len(b)-1]; !strings.Contains(last.Rejected, name) {
			t.Errorf("%s: %+v", name, last)
		}
	}
}

func TestBypassed(t *testing.T) {
	reviews, _ := Count("s", []string{"c1"}, bundles("p", "q"), docket.Ballots{})
	if r := reviews[0]; r.Reason != "fewer than 3 investigators (2 found)" {
		t.Errorf("%+v", r)
	}
	reviews, _ = Count("s", []string{"c1"}, bundles("p", "q", "r"), docket.Ballots{Failed: true})
	if r := reviews[0]; r.Reason != "cross-review spawns failed" {
		t.Errorf("%+v", r)
	}
}
