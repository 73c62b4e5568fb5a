package panel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Verdict is what a seat says about a call.
type Verdict string

// What a seat may say, and what stands for a seat that said nothing usable.
const (
	Allow   Verdict = "allow"
	Edit    Verdict = "edit"
	Deny    Verdict = "deny"
	Abstain Verdict = "abstain"
)

// Invalid is the class of a seat whose answer broke a rule: it counts as none.
const Invalid Class = "invalid"

// Opinion is what one seat said, verified.
type Opinion struct {
	Seat      string
	Backend   string
	Model     string
	Verdict   Verdict
	Edited    string   // the whole command to run instead, of an edit
	Cited     []string // ids of concerns, sorted
	Reasoning string
	Sure      float64 // from 0 to 1
	Injection bool    // something in the data tries to steer the reviewers
	Failure   Class   // why it abstains, "" if it does not
	Usage     Usage
	Took      time.Duration
}

// Silent is the opinion of a seat that gave no usable answer.
func Silent(seat, backend string, class Class, why string) Opinion {
	return Opinion{Seat: seat, Backend: backend, Verdict: Abstain, Failure: class, Reasoning: why}
}

// Rules are what an answer is held against.
type Rules struct {
	Known func(id string) bool // whether a concern exists
	Found func(id string) bool // whether it was found in the call
}

// maxReasoning bounds what is kept of a seat's reasons in characters.
const maxReasoning = 1000

// answer is the form of #SeatVerdict. Pointers tell what is missing.
type answer struct {
	Verdict   *string         `json:"verdict"`
	Edited    json.RawMessage `json:"edited_command"`
	Cited     *[]string       `json:"concerns_cited"`
	Reasoning *string         `json:"reasoning"`
	Sure      *float64        `json:"confidence"`
	Injection *bool           `json:"injection_detected"`
}

// Parse verifies an answer: exactly one JSON object of the form that
// generated/schema/seat-verdict.schema.json describes, whose rules hold too. What
// is wrong in any way is an error and no opinion: nothing is guessed or mended.
// Only the literal word allow allows.
func Parse(text []byte, r Rules) (Opinion, error) {
	a, err := decode(text)
	if err != nil {
		return Opinion{}, err
	}
	o := Opinion{Verdict: Verdict(*a.Verdict), Reasoning: line(*a.Reasoning), Sure: *a.Sure, Injection: *a.Injection}
	switch o.Verdict {
	case Allow, Edit, Deny:
	default:
		return Opinion{}, fmt.Errorf("verdict %.20q is none of allow, edit and deny", *a.Verdict)
	}
	switch {
	case !(o.Sure >= 0 && o.Sure <= 1):
		return Opinion{}, fmt.Errorf("confidence %v is not between 0 and 1", o.Sure)
	case *a.Reasoning == "":
		return Opinion{}, errors.New("reasoning is empty")
	}
	if o.Edited, err = edited(a.Edited, o.Verdict); err != nil {
		return Opinion{}, err
	}
	if o.Cited, err = cited(*a.Cited, o.Verdict, r); err != nil {
		return Opinion{}, err
	}
	return o, nil
}

func decode(text []byte) (answer, error) {
	var a answer
	if err := exact(text, "verdict", "edited_command?", "concerns_cited", "reasoning", "confidence", "injection_detected"); err != nil {
		return a, err
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("answer is not of the form that was asked for: %w", err)
	}
	if a.Verdict == nil || a.Edited == nil || a.Cited == nil || a.Reasoning == nil || a.Sure == nil || a.Injection == nil {
		return a, errors.New("answer lacks a field: all six have to be there")
	}
	return a, nil
}

// edited is the command of an edit; it is there if and only if there is one.
func edited(raw json.RawMessage, v Verdict) (string, error) {
	var command *string
	if err := json.Unmarshal(raw, &command); err != nil {
		return "", errors.New("edited_command is neither a string nor null")
	}
	switch {
	case v != Edit && command != nil:
		return "", fmt.Errorf("verdict is %s, but there is an edited_command", v)
	case v == Edit && (command == nil || strings.TrimSpace(*command) == ""):
		return "", errors.New("verdict is edit, but there is no edited_command")
	case v == Edit:
		return *command, nil
	}
	return "", nil
}

// cited checks the ids that a verdict rests on: an edit names what it takes away,
// and that must have been found.
func cited(ids []string, v Verdict, r Rules) ([]string, error) {
	if v != Allow && len(ids) == 0 {
		return nil, fmt.Errorf("verdict is %s, but no concern is cited", v)
	}
	for _, id := range ids {
		switch {
		case !r.Known(id):
			return nil, fmt.Errorf("concern %.60q does not exist", id)
		case v == Edit && !r.Found(id):
			return nil, fmt.Errorf("concern %s was not found in the call, so no edit resolves it", id)
		}
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// line is a text on one line, of bounded length: what a seat says is shown and
// recorded, and may hold whatever the data talked it into.
func line(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\ufffd"), breaks), " ")
	if runes := []rune(text); len(runes) > maxReasoning {
		return string(runes[:maxReasoning]) + "…"
	}
	return text
}

func breaks(r rune) bool {
	return r <= ' ' || r == 0x7f || r >= 0x80 && r <= 0x9f || r == 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0xfeff
}

// severest is the worst severity among concerns; 0 for none.
func severest(ids []string, of func(id string) catalog.Severity) catalog.Severity {
	worst := catalog.Severity(0)
	for _, id := range ids {
		worst = max(worst, of(id))
	}
	return worst
}

// below reports whether an opinion is not sure enough. What is no number never is.
func (o *Opinion) below(bar float64) bool { return math.IsNaN(o.Sure) || o.Sure < bar }
