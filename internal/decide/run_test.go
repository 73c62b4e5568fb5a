package decide

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestRun(t *testing.T) {
	for name, tt := range map[string]struct {
		seats  string // verdict of each
		thor   string
		want   string
		why    string
		called bool
	}{
		"of one mind":      {"yes yes yes", "no", "yes", "", false},
		"split":            {"yes no yes", "no", "no", "", true},
		"one abstains":     {"abstain yes yes", "yes", "yes", "", true},
		"left to the user": {"yes defer yes", "defer", "defer", "thor left it", true},
	} {
		t.Run(name, func(t *testing.T) {
			verdicts := strings.Fields(tt.seats)
			var mu sync.Mutex
			var asked []string
			ready := make(chan struct{})
			p := Panel{Seats: []string{"a", "b", "c"}, TieBreaker: "thor", Confidence: 0.5, Ask: func(_ context.Context, seat string, peers []Vote) Vote {
				mu.Lock()
				if asked = append(asked, seat); len(asked) == 3 {
					close(ready) // the seats are asked at the same time: each waits for all
				}
				mu.Unlock()
				<-ready
				v := Vote{Seat: seat, Confidence: 1}
				if seat == "thor" {
					if len(peers) != 3 || peers[1].Seat != "b" {
						t.Errorf("the tie-breaker is told %v", peers)
					}
					v.Verdict = tt.thor
					return v
				}
				if peers != nil {
					t.Errorf("%s is told %v", seat, peers)
				}
				v.Verdict = verdicts[slices.Index([]string{"a", "b", "c"}, seat)]
				return v
			}}
			r := p.Run(context.Background(), table)
			if r.Verdict != tt.want || !strings.Contains(r.Why, tt.why) || slices.Contains(asked, "thor") != tt.called {
				t.Errorf("%+v, asked %v", r, asked)
			}
			if got := len(r.Votes); got != len(asked) || r.Votes[0].Seat != "a" || r.Votes[2].Seat != "c" {
				t.Errorf("votes %v", r.Votes)
			}
		})
	}
}
