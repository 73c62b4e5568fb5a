package panel

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

// backend answers by a function.
type backend func(ctx context.Context, q Question) (Answer, error)

func (backend) Name() string { return "f" }

func (b backend) Ask(ctx context.Context, q Question) (Answer, error) { return b(ctx, q) }

// says always answers the same.
func says(text string) backend {
	return func(context.Context, Question) (Answer, error) { return Answer{Text: []byte(text)}, nil }
}

func stalls(ctx context.Context, _ Question) (Answer, error) {
	<-ctx.Done()
	return Answer{}, &Failure{Timeout, ctx.Err()}
}

func edits(command string) backend {
	return says(strings.NewReplacer(`"allow"`, `"edit"`, `"edited_command":null`, `"edited_command":"`+command+`"`, `"concerns_cited":[]`, `"concerns_cited":["ab.high"]`).Replace(good))
}

// convened is a panel of the usual seats, which ask some backends; the last one is
// the tie-breaker's.
func convened(list ...backend) *Panel {
	ids := []string{"forseti", "mimir", "heimdall", "thor"}
	p := &Panel{
		Bench: Bench{Tier: catalog.TierHigh, Confidence: 0.6, Command: true, Grants: true, TieBreaker: "thor", Severity: severity},
		Rules: rules, Seed: 7, Time: time.Minute,
		Brief: func(seat string, peers []Opinion) (Question, error) { return Question{User: "first"}, nil },
		Revise: func(string, []string) (Brief, error) {
			return func(string, []Opinion) (Question, error) { return Question{User: "revised"}, nil }, nil
		},
	}
	for i, b := range list {
		s := Seat{ID: ids[i], Backend: b}
		if i == len(list)-1 {
			p.Thor = Seat{ID: "thor", Backend: b}
		} else {
			p.Seats = append(p.Seats, s)
		}
	}
	return p
}

func heard(t *testing.T, r Result, seat string) Opinion {
	t.Helper()
	for _, o := range r.Said {
		if o.Seat == seat {
			return o
		}
	}
	t.Fatalf("%s was not heard: %+v", seat, r.Said)
	return Opinion{}
}

func TestConveneEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := convened(says(good), says(good), stalls, says(good))
		start := time.Now()
		r := p.Convene(t.Context())
		if took := time.Since(start); took != p.Time {
			t.Errorf("took %v", took)
		}
		if o := heard(t, r, "mimir"); o.Verdict != Allow {
			t.Errorf("%+v", o)
		}
		if o := heard(t, r, "heimdall"); o.Verdict != Abstain || o.Failure != Timeout || o.Took != p.Time {
			t.Errorf("%+v", o)
		}
	})
}

func TestConveneSurvivesFaults(t *testing.T) {
	for name, c := range map[string]struct {
		b     backend
		class Class
	}{
		"panic":   {func(context.Context, Question) (Answer, error) { panic("as planned") }, Crash},
		"error":   {func(context.Context, Question) (Answer, error) { return Answer{}, errors.New("no class") }, Crash},
		"nothing": {says(""), Invalid},
		"approve": {says(strings.Replace(good, "allow", "approve", 1)), Invalid},
		"class":   {func(context.Context, Question) (Answer, error) { return Answer{}, &Failure{Limited, errors.New("x")} }, Limited},
	} {
		p := convened(says(good), c.b, says(good), says(good))
		r := p.Convene(t.Context())
		if o := heard(t, r, "mimir"); o.Verdict != Abstain || o.Failure != c.class || o.Reasoning == "" {
			t.Errorf("%s: %+v", name, o)
		}
		if r.Decision != review.Allow || heard(t, r, "thor").Verdict != Allow {
			t.Errorf("%s: the tie-breaker was not heard: %+v", name, r)
		}
		p.Bench.Mandatory = []string{"mimir"}
		if r = p.Convene(t.Context()); r.Decision != review.Deny || !r.Outage {
			t.Errorf("%s: %+v", name, r)
		}
	}
	p := convened(says(good), says(good), says(good), says(good))
	p.Brief = func(seat string, _ []Opinion) (Question, error) { return Question{}, errors.New("no random word") }
	if r := p.Convene(t.Context()); r.Decision != review.Deny || !r.Outage {
		t.Errorf("without a brief: %+v", r)
	}
	p = convened(says(good), says(good), says(good), says(good))
	p.Seats[1] = Seat{ID: "mimir", Closed: &Failure{Missing, errors.New("no program")}}
	if o := heard(t, p.Convene(t.Context()), "mimir"); o.Failure != Missing || o.Reasoning != "no program" {
		t.Errorf("closed: %+v", o)
	}
}

func TestConveneShuffles(t *testing.T) {
	order := func(seed uint64) string {
		p := convened(says(good), says(good), says(good), says(good))
		p.Seed = seed
		r := p.Convene(t.Context())
		if r.Seed != seed || len(r.Said) != 3 {
			t.Fatalf("%+v", r)
		}
		var ids []string
		for _, o := range r.Said {
			ids = append(ids, o.Seat)
		}
		return strings.Join(ids, " ")
	}
	was := map[string]bool{}
	for seed := range uint64(50) {
		first, again := order(seed), order(seed)
		was[first] = true
		if first != again {
			t.Fatalf("seed %d gives two orders", seed)
		}
	}
	if len(was) != 6 {
		t.Errorf("%d orders of three seats: %v", len(was), was)
	}
}

func TestConveneConfirmsEdits(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	confirm := func(text string) backend {
		return func(_ context.Context, q Question) (Answer, error) {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, q.Seat+" "+q.User)
			if q.User == "revised" {
				return Answer{Text: []byte(text)}, nil
			}
			return Answer{Text: []byte(good)}, nil
		}
	}
	for name, c := range map[string]struct {
		text string
		want review.Decision
	}{
		"confirmed":  {good, review.Allow},
		"denied":     {strings.NewReplacer(`"allow"`, `"deny"`, `"concerns_cited":[]`, `"concerns_cited":["ab.low"]`).Replace(good), review.Deny},
		"unsure":     {strings.Replace(good, "0.9", "0.5", 1), review.Deny},
		"critical":   {strings.Replace(good, `"concerns_cited":[]`, `"concerns_cited":["ab.crit"]`, 1), review.Deny},
		"edits more": {strings.NewReplacer(`"allow"`, `"edit"`, `"edited_command":null`, `"edited_command":"x"`, `"concerns_cited":[]`, `"concerns_cited":["ab.high"]`).Replace(good), review.Deny},
		"no answer":  {"", review.Deny},
	} {
		// The seats disagree, so that the tie-breaker writes the edit and another seat looks at it.
		p := convened(confirm(c.text), confirm(c.text), says(strings.Replace(good, "0.9", "0.1", 1)), edits("safer"))
		asked = nil
		r := p.Convene(t.Context())
		if r.Decision != c.want || (r.Edit == "safer") != (c.want == review.Allow) {
			t.Errorf("%s: %+v", name, r.Outcome)
		}
		if last := asked[len(asked)-1]; last != "forseti revised" || len(r.Said) != 5 {
			t.Errorf("%s: asked %q, %d opinions", name, asked, len(r.Said))
		}
	}
	p := convened(edits("one"), edits("one"), edits("one"), stalls)
	var revised []string
	p.Revise = func(command string, cited []string) (Brief, error) {
		revised = append(append(revised, command), cited...)
		return nil, errors.New("it runs more")
	}
	r := p.Convene(t.Context())
	if r.Decision != review.Deny || r.Edit != "" || !strings.Contains(r.Reason, "is refused: it runs more") || !slices.Equal(revised, []string{"one", "ab.high"}) {
		t.Errorf("refused: %+v, looked at %q", r.Outcome, revised)
	}
}

func TestConveneTellsOfSeats(t *testing.T) {
	var mu sync.Mutex
	said := map[string][]Verdict{}
	p := convened(says(good), says(good), says(""), says(good))
	p.Heard = func(o Opinion) {
		mu.Lock()
		defer mu.Unlock()
		said[o.Seat] = append(said[o.Seat], o.Verdict)
	}
	p.Convene(t.Context())
	for seat, want := range map[string]Verdict{"forseti": Allow, "mimir": Allow, "heimdall": Abstain, "thor": Allow} {
		if !slices.Equal(said[seat], []Verdict{"", want}) {
			t.Errorf("%s: %q", seat, said[seat])
		}
	}
}
