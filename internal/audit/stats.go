package audit

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/ravenclaude/thing/internal/decide"
	"github.com/ravenclaude/thing/internal/review"
)

// Stats sums a log up (generated/schema/log-stats.schema.json).
type Stats struct {
	SchemaVersion int `json:"schema_version"`

	Entries   int            `json:"entries"`
	Reads     int            `json:"reads"`
	First     string         `json:"first,omitempty"` // time
	Last      string         `json:"last,omitempty"`
	Decisions map[string]int `json:"decisions"`
	Tools     map[string]int `json:"tools"`
	Concerns  []Cited        `json:"concerns"`  // the most frequent first
	MedianUS  int64          `json:"median_us"` // of what a review took
	MaxUS     int64          `json:"max_us"`

	Outcomes    map[string]int `json:"outcomes,omitempty"` // by kind
	Unlike      int            `json:"unlike"`             // calls that did not run as they were reviewed
	Tainted     int            `json:"tainted"`            // results that gave orders
	LastSession *Outcome       `json:"last_session,omitempty"`

	Questions map[string]int `json:"questions,omitempty"` // put to a panel, by its answer

	Panels   int     `json:"panels"` // calls and questions that seats were heard on
	Kept     int     `json:"kept"`   // calls that a panel had decided on before
	Backends []Asked `json:"backends"`
}

// Asked says how often a backend answered for a seat, and what that cost as far
// as it tells.
type Asked struct {
	Backend   string  `json:"backend"`
	Seats     int     `json:"seats"`
	Abstained int     `json:"abstained"`
	Input     int     `json:"input_tokens"`
	Output    int     `json:"output_tokens"`
	Cost      float64 `json:"cost_usd"`
}

// Cited says how often a concern was found, and how often the call was denied.
type Cited struct {
	Concern string `json:"concern"`
	Found   int    `json:"found"`
	Denied  int    `json:"denied"`
}

// Summer makes Stats, entry by entry.
type Summer struct {
	s        Stats
	concerns map[string]*Cited
	backends map[string]*Asked
	took     map[int64]int
}

// NewSummer returns a Summer of nothing.
func NewSummer() *Summer {
	return &Summer{
		s:        Stats{SchemaVersion: SchemaVersion, Decisions: map[string]int{}, Tools: map[string]int{}},
		concerns: map[string]*Cited{}, backends: map[string]*Asked{}, took: map[int64]int{},
	}
}

// Add counts an entry.
func (s *Summer) Add(e Entry) {
	s.s.Entries++
	if e.Seq == 0 {
		s.s.Reads++
	}
	s.s.First = cmp.Or(s.s.First, e.Time)
	s.s.Last = e.Time
	s.s.Decisions[string(e.Record.Decision)]++
	s.s.Tools[e.Tool]++
	for _, id := range Concerns(e) {
		c := s.concerns[id]
		if c == nil {
			c = &Cited{Concern: id}
			s.concerns[id] = c
		}
		c.Found++
		if e.Record.Decision == review.Deny {
			c.Denied++
		}
	}
	if e.Decision != nil {
		if s.s.Questions == nil {
			s.s.Questions = map[string]int{}
		}
		s.s.Questions[e.Decision.Verdict]++
	}
	s.heard(e)
	s.took[e.Record.Durations.Total]++
	s.s.MaxUS = max(s.s.MaxUS, e.Record.Durations.Total)
}

// heard counts what the seats of an entry said, which those of a decision that
// was kept did before.
func (s *Summer) heard(e Entry) {
	if e.Cached {
		s.s.Kept++
		return
	}
	list := Seats(e)
	if len(list) > 0 {
		s.s.Panels++
	}
	for _, v := range list {
		a := s.backends[v.Backend]
		if a == nil {
			a = &Asked{Backend: v.Backend}
			s.backends[v.Backend] = a
		}
		a.Seats++
		if v.Verdict == decide.Abstain {
			a.Abstained++
		}
		if v.Usage != nil {
			a.Input += v.Usage.Input
			a.Output += v.Usage.Output
			a.Cost += v.Usage.Cost
		}
	}
}

// Seats lists what seats said, to a call or to a question.
func Seats(e Entry) []review.SeatVerdict {
	if e.Decision == nil {
		return e.Record.Seats
	}
	var list []review.SeatVerdict
	for _, v := range e.Decision.Votes {
		list = append(list, review.SeatVerdict{
			Seat: v.Seat, Backend: v.Backend, Model: v.Model, Verdict: v.Verdict, Confidence: v.Confidence, Reasoning: v.Reasoning, Injection: v.Injection,
			Failure: v.Failure, Usage: v.Usage,
		})
	}
	return list
}

// Became counts an outcome.
func (s *Summer) Became(o Outcome) {
	if s.s.Outcomes == nil {
		s.s.Outcomes = map[string]int{}
	}
	s.s.Outcomes[string(o.Kind)]++
	if o.Input.Bad() {
		s.s.Unlike++
	}
	if o.Taint != "" {
		s.s.Tainted++
	}
	if o.Kind == Ended {
		s.s.LastSession = &o
	}
}

// Stats returns the sum so far.
func (s *Summer) Stats() Stats {
	out := s.s
	out.Backends = []Asked{}
	for _, id := range slices.Sorted(maps.Keys(s.backends)) {
		a := *s.backends[id]
		a.Cost = money(a.Cost)
		out.Backends = append(out.Backends, a)
	}
	out.Concerns = []Cited{}
	for _, c := range s.concerns {
		out.Concerns = append(out.Concerns, *c)
	}
	slices.SortFunc(out.Concerns, func(a, b Cited) int {
		return cmp.Or(cmp.Compare(b.Found, a.Found), cmp.Compare(a.Concern, b.Concern))
	})
	seen := 0
	for _, us := range slices.Sorted(maps.Keys(s.took)) {
		if seen += s.took[us]; seen*2 >= out.Entries {
			out.MedianUS = us
			break
		}
	}
	return out
}

// money is a sum without what adding up has put behind its last digit.
func money(usd float64) float64 { return math.Round(usd*1e6) / 1e6 }
