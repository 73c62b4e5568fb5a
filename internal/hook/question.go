package hook

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

// question lets a panel answer a question that the agent puts to its user. That is
// the business of the program that has one, and what is linked for it there is not
// linked where it is only handed on.
func (u *user) question(own, p *config.Posture) (*decided, error) {
	if u.Rule == nil {
		out, err := u.yours(fmt.Sprintf("the panel cannot be convened: %v", u.hand())) // which does not return if all is well
		return &decided{out: out}, err
	}
	out, err := u.Rule(&Asked{u, own, p})
	return &decided{out: out}, err
}

// yours leaves the question to the user, who is told why.
func (u *user) yours(why string) ([]byte, error) {
	note := "thing: the question is yours to answer: " + why
	return host.Encode(*u.c, review.Record{Decision: review.Pass, Banner: &note})
}
