package panel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

func severity(id string) catalog.Severity {
	return map[string]catalog.Severity{"ab.low": catalog.Low, "ab.high": catalog.High, "ab.crit": catalog.Critical}[id]
}

// kinds are the ways in which one seat can answer, each with a letter.
var kinds = map[byte]Opinion{
	'a': {Verdict: Allow, Sure: 0.9},
	'h': {Verdict: Allow, Sure: 0.9, Cited: []string{"ab.high"}},
	'c': {Verdict: Allow, Sure: 0.9, Cited: []string{"ab.crit"}},
	'u': {Verdict: Allow, Sure: 0.1},
	'e': {Verdict: Edit, Sure: 0.9, Edited: "one", Cited: []string{"ab.high"}},
	'f': {Verdict: Edit, Sure: 0.9, Edited: "two", Cited: []string{"ab.low"}},
	'v': {Verdict: Edit, Sure: 0.1, Edited: "one", Cited: []string{"ab.high"}},
	'd': {Verdict: Deny, Sure: 0.9, Cited: []string{"ab.high"}},
	'w': {Verdict: Deny, Sure: 0.1, Cited: []string{"ab.low"}},
	'x': {Verdict: Deny, Sure: 0.9, Cited: []string{"ab.crit"}},
	'i': {Verdict: Allow, Sure: 0.9, Injection: true},
	'-': {Verdict: Abstain, Failure: Timeout},
}

const letters = "ahcuefvdwxi-"

// oracle says in words of its own what the answers of three seats and of Thor
// ('.' if he was not asked) come to.
func oracle(b Bench, seats string, thor byte) (want string, next Next) {
	outage := "deny"
	if b.OutageAsks && !b.Read {
		outage = "ask"
	}
	allowed := "pass"
	if b.Grants {
		allowed = "allow"
	}
	if !b.Read && (b.Blast || b.Floor > 0 && b.Floor <= b.Tier) {
		allowed = "ask"
	}
	edited := "edit"
	if !b.Command {
		edited = "deny"
	}
	if strings.ContainsAny(seats+string(thor), "cxi") {
		return "deny", Done
	}
	if thor != '.' {
		switch thor {
		case '-':
			return outage, Done
		case 'a', 'h':
			return allowed, Done
		case 'e', 'f':
			if b.Command {
				return edited, Confirm
			}
		}
		return "deny", Done
	}
	silent := strings.Count(seats, "-")
	mandatory := false
	for i, name := range []string{"forseti", "mimir", "heimdall"} {
		for _, m := range b.Mandatory {
			mandatory = mandatory || m == name && seats[i] == '-'
		}
	}
	if silent > 1 || mandatory {
		if strings.ContainsAny(seats, "dw") {
			return "deny", Done
		}
		return outage, Done
	}
	switch seats {
	case "aaa", "hhh":
		return allowed, Done
	case "eee", "fff":
		return edited, Done
	case "ddd":
		return "deny", Done
	}
	return outage, Tie
}

func word(o Outcome) string {
	if o.Edit != "" {
		return "edit"
	}
	return string(o.Decision)
}

// TestDecide goes through every combination of three seats, the tie-breaker and
// the tiers, under different rules, and holds each against the oracle and against
// what must be true of any of them.
func TestDecide(t *testing.T) {
	n := 0
	for tier := catalog.TierLow; tier <= catalog.TierExtreme; tier++ {
		for flags := range 16 {
			b := Bench{
				Tier: tier, Confidence: 0.5, Floor: catalog.TierHigh, TieBreaker: "thor", Severity: severity,
				Command: flags&1 == 0, Read: flags&2 != 0, OutageAsks: flags&4 != 0, Blast: flags&8 != 0, Grants: flags&3 != 3, Mandatory: []string{"heimdall"},
			}
			if tier == catalog.TierExtreme {
				b.Mandatory = []string{"forseti", "heimdall"}
			}
			if flags%5 == 0 {
				b.Floor = 0
			}
			for i := range len(letters) * len(letters) * len(letters) {
				seats := string([]byte{letters[i%12], letters[i/12%12], letters[i/144]})
				said := []Opinion{seat("forseti", seats[0]), seat("mimir", seats[1]), seat("heimdall", seats[2])}
				for j := range len(letters) + 1 {
					thor := (letters + ".")[j]
					var last *Opinion
					if thor != '.' {
						o := seat("thor", thor)
						last = &o
					}
					n++
					got, next := b.Decide(said, last)
					want, wantNext := oracle(b, seats, thor)
					if word(got) != want || next != wantNext {
						t.Fatalf("%+v: %s %c: %s %d, want %s %d (%s)", b, seats, thor, word(got), next, want, wantNext, got.Reason)
					}
					holds(t, b, seats+string(thor), got, next)
				}
			}
		}
	}
	if n != 4*16*12*12*12*13 {
		t.Errorf("%d combinations", n)
	}
}

func seat(name string, letter byte) Opinion {
	o := kinds[letter]
	o.Seat = name
	return o
}

// holds checks what must be true whatever the rules are.
func holds(t *testing.T, b Bench, all string, o Outcome, next Next) {
	t.Helper()
	free := o.Decision == review.Allow || o.Decision == review.Pass
	switch {
	case o.Reason == "":
		t.Fatalf("%s: no reason", all)
	case free && strings.ContainsAny(all, "cxi"):
		t.Fatalf("%s: a veto is outvoted", all)
	case free && next == Tie:
		t.Fatalf("%s: what is not settled goes through", all)
	case b.Read && o.Decision == review.Ask:
		t.Fatalf("%s: a read is asked about", all)
	case o.Edit != "" && (!b.Command || o.Decision != review.Allow || len(o.Resolves) == 0 || len(o.Proposed) == 0):
		t.Fatalf("%s: edit %+v", all, o)
	case o.Edit != "" && len(o.Proposed) < 2 && next != Confirm:
		t.Fatalf("%s: nobody confirms the edit", all)
	case free && o.Edit == "" && !b.Read && (b.Blast || b.Floor > 0 && b.Tier >= b.Floor):
		t.Fatalf("%s: the gate is open", all)
	case o.Outage != strings.HasPrefix(o.Reason, "reviewer unavailable"):
		t.Fatalf("%s: outage %v, %s", all, o.Outage, o.Reason)
	}
}

func TestDecideWithFewerSeats(t *testing.T) {
	b := Bench{Tier: catalog.TierMedium, Mandatory: []string{"heimdall"}, Confidence: 0.5, Command: true, Grants: true, Severity: severity}
	for in, want := range map[string]string{
		"":   "deny 0",
		"a":  "allow 0",
		"e":  "edit 2",
		"-":  "deny 0",
		"aa": "allow 0",
		"ee": "edit 0",
		"ef": "deny 1",
		"ah": "deny 1",
		"-a": "deny 1", // the one who is not mandatory is missing
		"a-": "deny 0",
		"d-": "deny 0",
	} {
		var said []Opinion
		for i := range in {
			said = append(said, seat([]string{"mimir", "heimdall"}[i], in[i]))
		}
		o, next := b.Decide(said, nil)
		if got := fmt.Sprint(word(o), " ", int(next)); got != want {
			t.Errorf("%q: %s, want %s (%s)", in, got, want, o.Reason)
		}
	}
}

func TestReasonsNameSeatsAndConcerns(t *testing.T) {
	b := Bench{Tier: catalog.TierHigh, Confidence: 0.5, Command: true, Severity: severity, Mandatory: []string{"heimdall"}}
	deny := Opinion{Seat: "mimir", Verdict: Deny, Sure: 1, Cited: []string{"ab.high", "ab.low"}, Reasoning: "it deletes the home directory"}
	o, _ := b.Decide([]Opinion{deny}, nil)
	if o.Reason != "mimir: [ab.high] [ab.low] it deletes the home directory" {
		t.Errorf("reason %q", o.Reason)
	}
	o, _ = b.Decide([]Opinion{seat("forseti", 'a'), seat("heimdall", '-')}, nil)
	if want := "reviewer unavailable: the seat heimdall has to be heard, and gave no answer (heimdall: timeout); this says nothing about the call itself: try again, or see thing backends"; o.Reason != want {
		t.Errorf("reason %q", o.Reason)
	}
}
