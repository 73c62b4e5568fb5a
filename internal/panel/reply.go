package panel

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Reply is what one seat said to a question, verified.
type Reply struct {
	Verdict   string  // one of the words that were asked for
	Reasoning string  // on one line, of bounded length
	Sure      float64 // from 0 to 1
	Injection bool    // something in the data tries to steer the reviewers
}

// ParseReply verifies the answer to a question as Parse does that to a call:
// exactly one JSON object of the form that
// generated/schema/question-verdict.schema.json describes, with one of some words
// as its verdict.
func ParseReply(text []byte, words ...string) (Reply, error) {
	var a struct {
		Verdict   *string  `json:"verdict"`
		Reasoning *string  `json:"reasoning"`
		Sure      *float64 `json:"confidence"`
		Injection *bool    `json:"injection_detected"`
	}
	if err := exact(text, "verdict", "reasoning", "confidence", "injection_detected"); err != nil {
		return Reply{}, err
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return Reply{}, fmt.Errorf("answer is not of the form that was asked for: %w", err)
	}
	switch {
	case a.Verdict == nil || a.Reasoning == nil || a.Sure == nil || a.Injection == nil:
		return Reply{}, errors.New("answer lacks a field: all four have to be there")
	case !slices.Contains(words, *a.Verdict):
		return Reply{}, fmt.Errorf("verdict %.20q is none of %s", *a.Verdict, strings.Join(words, ", "))
	case !(*a.Sure >= 0 && *a.Sure <= 1):
		return Reply{}, fmt.Errorf("confidence %v is not between 0 and 1", *a.Sure)
	case *a.Reasoning == "":
		return Reply{}, errors.New("reasoning is empty")
	}
	return Reply{Verdict: *a.Verdict, Reasoning: line(*a.Reasoning), Sure: *a.Sure, Injection: *a.Injection}, nil
}

// Cause is why a backend failed, on one line and without its class.
func Cause(err error) string { return cause(err) }
