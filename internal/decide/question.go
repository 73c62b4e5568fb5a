// Package decide answers a yes-or-no question that an agent puts to its user,
// from what the seats of a panel say (facts on decision routing). Who may not be
// sure leaves the question to the user.
package decide

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Question is one question with its options.
type Question struct {
	Text    string   `json:"question"`
	Header  string   `json:"header,omitempty"`  // a short title
	Context string   `json:"context,omitempty"` // what the asker says about it
	Options []Option `json:"options,omitempty"` // none stands for a plain yes and no
	Blast   bool     `json:"high_blast,omitempty"`
	Multi   bool     `json:"multi,omitempty"` // several options may be chosen
}

// Option is one of a question's answers.
type Option struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// Sides tells which option is which. Without options both are -1.
type Sides struct{ Yes, No int }

// Sides finds the option that stands for yes and the one that stands for no, by
// what they mean and not by their order. The error says why a panel has no
// business with the question.
func (q *Question) Sides(w *catalog.Decide) (Sides, error) {
	switch {
	case strings.TrimSpace(q.Text) == "":
		return Sides{}, fmt.Errorf("question is empty")
	case q.size() > w.Limits.Bytes:
		return Sides{}, fmt.Errorf("question has %d bytes with its options and context, at most %d are read", q.size(), w.Limits.Bytes)
	case q.Multi:
		return Sides{}, fmt.Errorf("question lets several options be chosen, so it is none of yes or no")
	case len(q.Options) == 0:
		return Sides{Yes: -1, No: -1}, nil
	case len(q.Options) != 2:
		return Sides{}, fmt.Errorf("question has %d options, so it is none of yes or no", len(q.Options))
	}
	a, b := q.poles(w)
	switch {
	case a == yes && b == no:
		return Sides{Yes: 0, No: 1}, nil
	case a == no && b == yes:
		return Sides{Yes: 1, No: 0}, nil
	}
	return Sides{}, fmt.Errorf("options %q and %q are not a yes and a no", q.Options[0].Label, q.Options[1].Label)
}

func (q *Question) size() int {
	n := 0
	for _, text := range q.Texts() {
		n += len(text)
	}
	return n
}

// Texts are all texts of the question.
func (q *Question) Texts() []string {
	list := []string{q.Text, q.Header, q.Context}
	for _, o := range q.Options {
		list = append(list, o.Label, o.Description)
	}
	return list
}
