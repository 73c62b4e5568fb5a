package prompt

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/decide"
)

// fields of the briefs for a question.
const (
	fillName      = "name"
	fillRole      = "role"
	fillYes       = "yes"
	fillNo        = "no"
	fillDefer     = "defer"
	fillYesOption = "yes_option"
	fillNoOption  = "no_option"
)

// Question is what a seat reads about a yes-or-no question, in an envelope of its
// own: its task as the system's words, and the brief as the user's. peers are the
// votes that were given before, for the tie-breaker.
func Question(p *catalog.Prompts, w *catalog.Decide, seat *catalog.Seat, q *decide.Question, sides decide.Sides, peers []decide.Vote) (system, user string, err error) {
	e, err := Seal()
	if err != nil {
		return "", "", err
	}
	most := w.Limits.Bytes
	sections := []Section{
		{Name: "the question", Text: q.Text, Most: most}, {Name: "its title", Text: q.Header, Most: most}, {Name: "what the agent says about it", Text: q.Context, Most: most},
	}
	for i, o := range q.Options {
		name := ordinals[i]
		sections = append(sections, Section{Name: "the " + name + " option", Text: o.Label, Most: most}, Section{Name: "what the " + name + " option means", Text: o.Description, Most: most})
	}
	for _, v := range peers {
		text := "verdict: " + v.Verdict + fmt.Sprintf("\nconfidence: %.2f\nreasoning: %s", v.Confidence, v.Reasoning)
		if v.Verdict == decide.Abstain {
			text = "no usable answer"
		}
		sections = append(sections, Section{Name: "the reasoning of seat " + v.Seat, Text: text, Most: maxChain})
	}
	system = p.Brief("decide", map[string]string{
		fillName: seat.Name, fillRole: seat.Role, fillYes: w.Answers.Yes, fillNo: w.Answers.No, fillDefer: w.Answers.Defer,
	})
	return system, p.Brief("question", map[string]string{
		fillYes: w.Answers.Yes, fillYesOption: option(sides.Yes), fillNo: w.Answers.No, fillNoOption: option(sides.No),
		fillOpen: e.Open(), fillClose: e.Close(), fillData: e.Data(sections),
	}), nil
}

var ordinals = [2]string{"first", "second"}

// option names an option without its own words, which may say anything.
func option(i int) string {
	if i < 0 {
		return "what the word says"
	}
	return "the " + ordinals[i] + " option of the envelope"
}
