// Package ballot runs the blind cross-review: who sees whose evidence under
// which letters, and what the answers come to.
package ballot

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/borda"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// least is how many investigators a claim needs for a cross-review.
const least = 3

// Why a claim has no cross-review.
const (
	Ran      = "ran"
	Bypassed = "bypassed"
)

// Review is the cross-review of one claim.
type Review struct {
	Claim   string  `json:"claim_id"`
	Status  string  `json:"status"` // ran or bypassed
	Reason  string  `json:"reason"` // why it was bypassed
	Ballots []Cast  `json:"ballots"`
	Scores  []Score `json:"scores"` // the best first
}

// Cast is what one reviewer answered.
type Cast struct {
	Reviewer string   `json:"reviewer"`
	Shown    []string `json:"shown"`   // investigators, under the letters from A on
	Ranking  []string `json:"ranking"` // investigators, the best first; none if it was rejected
	Rejected string   `json:"rejected"`
}

// Score is what one investigator's evidence came to.
type Score struct {
	Investigator string `json:"investigator"`
	Mean         string `json:"mean"`
	Points       int    `json:"points"`
	Ballots      int    `json:"ballots"`
	Weak         bool   `json:"weak_evidence"`
}

// Investigators are those that have evidence about a claim, in the order in
// which it was submitted.
func Investigators(bundles []docket.Bundle, claim string) []string {
	var list []string
	for _, b := range bundles {
		if b.Claim == claim && !slices.Contains(list, b.Investigator) {
			list = append(list, b.Investigator)
		}
	}
	return list
}

// Shown is what a reviewer sees: the other investigators in the order of their
// letters. It is mixed for each reviewer and claim from the run's seed.
func Shown(seed, claim, reviewer string, investigators []string) []string {
	var others []string
	for _, x := range investigators {
		if x != reviewer {
			others = append(others, x)
		}
	}
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", seed, claim, reviewer))
	source := rand.NewPCG(binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16]))
	for i := len(others) - 1; i > 0; i-- {
		j := int(source.Uint64() % uint64(i+1))
		others[i], others[j] = others[j], others[i]
	}
	return others
}

// Letter is the label of the i-th that is shown: A to Z, then AA, AB and so on.
func Letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return Letter(i/26-1) + Letter(i%26)
}

// Count makes the review of each claim from the answers. It marks the weak
// bundles, notes their scores, and orders the bundles of each claim by them.
func Count(seed string, claims []string, bundles []docket.Bundle, in docket.Ballots) ([]Review, []docket.Bundle) {
	var reviews []Review
	place := map[string]map[string]int{}
	for _, claim := range claims {
		r := review(seed, claim, Investigators(bundles, claim), in)
		reviews = append(reviews, r)
		place[claim] = map[string]int{}
		for i, s := range r.Scores {
			place[claim][s.Investigator] = i
			for j := range bundles {
				if b := &bundles[j]; b.Claim == claim && b.Investigator == s.Investigator {
					b.Weak, b.Score = s.Weak, s.Mean
				}
			}
		}
	}
	slices.SortStableFunc(bundles, func(a, b docket.Bundle) int {
		if a.Claim != b.Claim {
			return slices.Index(claims, a.Claim) - slices.Index(claims, b.Claim)
		}
		return place[a.Claim][a.Investigator] - place[b.Claim][b.Investigator]
	})
	return reviews, bundles
}

func review(seed, claim string, investigators []string, in docket.Ballots) Review {
	r := Review{Claim: claim, Status: Bypassed, Ballots: []Cast{}, Scores: []Score{}}
	var rankings [][]string
	seen := map[string]bool{}
	for _, b := range in.Ballots {
		if b.Claim != claim {
			continue
		}
		c := cast(seed, b, investigators, seen[b.Reviewer])
		seen[b.Reviewer] = true
		if c.Rejected == "" {
			rankings = append(rankings, c.Ranking)
		}
		r.Ballots = append(r.Ballots, c)
	}
	switch {
	case len(investigators) < least:
		r.Reason = fmt.Sprintf("fewer than %d investigators (%d found)", least, len(investigators))
		return r
	case in.Failed:
		r.Reason = "cross-review spawns failed"
		return r
	case len(rankings) == 0:
		r.Reason = "no valid cross-review rankings collected"
		return r
	}
	r.Status = Ran
	for _, s := range borda.Count(investigators, rankings) {
		r.Scores = append(r.Scores, Score{s.ID, s.Mean(), s.Points, s.Ballots, s.Weak})
	}
	return r
}

// cast reads one answer.
func cast(seed string, b docket.Ballot, investigators []string, again bool) Cast {
	c := Cast{Reviewer: b.Reviewer, Shown: []string{}, Ranking: []string{}}
	switch {
	case !slices.Contains(investigators, b.Reviewer):
		c.Rejected = "the reviewer has no evidence about the claim"
		return c
	case again:
		c.Rejected = "the reviewer has answered already"
		return c
	case b.Tools:
		c.Rejected = "the reviewer has run tools"
		return c
	}
	c.Shown = Shown(seed, b.Claim, b.Reviewer, investigators)
	letters, why := ranking(b.Reply)
	if why == "" && len(letters) != len(c.Shown) {
		why = fmt.Sprintf("it ranks %d of %d", len(letters), len(c.Shown))
	}
	var order []string
	for _, l := range letters {
		i := 0
		for i < len(c.Shown) && Letter(i) != l {
			i++
		}
		switch {
		case why != "":
		case i == len(c.Shown):
			why = fmt.Sprintf("%s was not shown", l)
		case slices.Contains(order, c.Shown[i]):
			why = fmt.Sprintf("%s is ranked twice", l)
		default:
			order = append(order, c.Shown[i])
		}
	}
	if c.Rejected = why; why == "" {
		c.Ranking = order
	}
	return c
}

func letter(s string) bool {
	return s != "" && len(s) <= 3 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// ranking reads the line with the ranking.
func ranking(reply string) (letters []string, why string) {
	for line := range strings.Lines(reply) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "RANKING:")
		if !ok {
			continue
		}
		for part := range strings.SplitSeq(text, ">") {
			part = strings.TrimSpace(part)
			if !letter(part) {
				return nil, fmt.Sprintf("%q is no letter", part)
			}
			letters = append(letters, part)
		}
		return letters, ""
	}
	return nil, "it has no line that begins with RANKING:"
}
