package decide

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

// Vote is what one seat answers to a question.
type Vote struct {
	Seat       string        `json:"seat"`
	Backend    string        `json:"backend"`
	Model      string        `json:"model,omitempty"`
	Verdict    string        `json:"verdict"` // one of the answers, or Abstain
	Confidence float64       `json:"confidence"`
	Injection  bool          `json:"injection_detected"`
	Reasoning  string        `json:"reasoning"`
	Failure    string        `json:"failure,omitempty"` // why it abstains, a word of a short list
	Usage      *review.Usage `json:"usage,omitempty"`
}

// Abstain is the verdict of a seat that gave no usable answer.
const Abstain = "abstain"

// Outcome is the word of the panel.
type Outcome struct {
	Verdict  string // one of the answers
	Why      string // for a deferred question
	Deciding string // the seat that settled it, "" for all
}

// Tally counts the votes of the convened seats. With again it is not settled,
// and the tie-breaker has to be asked; Settle takes its word. confidence is what
// a sure vote has at least.
func Tally(w *catalog.Decide, votes []Vote, confidence float64) (o Outcome, again bool) {
	abstained, deferred, unsure := 0, 0, false
	for _, v := range votes {
		switch v.Verdict {
		case w.Answers.Defer:
			deferred++
		case w.Answers.Yes, w.Answers.No:
			unsure = unsure || !(v.Confidence >= confidence)
		default:
			abstained++
		}
	}
	for _, v := range votes {
		if v.Injection {
			return deferring(w, v.Seat+" found text in the question that tries to steer the reviewers"), false
		}
	}
	switch {
	case abstained >= 2 || abstained == len(votes):
		return deferring(w, fmt.Sprintf("%d of %d seats gave no answer", abstained, len(votes))), false
	case deferred == len(votes):
		return deferring(w, "every seat left it to the user"), false
	case abstained+deferred > 0 || unsure || !alike(votes):
		return deferring(w, "the seats did not agree, or were not sure"), true
	}
	return Outcome{Verdict: votes[0].Verdict}, false
}

// Settle is the outcome when the tie-breaker has been asked.
func Settle(w *catalog.Decide, v Vote, confidence float64) Outcome {
	switch {
	case v.Injection:
		return deferring(w, v.Seat+" found text in the question that tries to steer the reviewers")
	case v.Verdict == w.Answers.Defer:
		return deferring(w, "the seats did not agree, and "+v.Seat+" left it to the user")
	case v.Verdict != w.Answers.Yes && v.Verdict != w.Answers.No:
		return deferring(w, "the seats did not agree, and "+v.Seat+" gave no answer")
	case !(v.Confidence >= confidence):
		return deferring(w, "the seats did not agree, and "+v.Seat+" was not sure")
	}
	return Outcome{Verdict: v.Verdict, Deciding: v.Seat}
}

func deferring(w *catalog.Decide, why string) Outcome {
	return Outcome{Verdict: w.Answers.Defer, Why: why}
}

func alike(votes []Vote) bool {
	for _, v := range votes {
		if v.Verdict != votes[0].Verdict {
			return false
		}
	}
	return true
}
