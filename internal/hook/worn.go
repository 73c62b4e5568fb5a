package hook

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/count"
	"github.com/ravenclaude/thing/internal/review"
)

// worn counts denials in a row, and says once to the user and the model if there
// are as many as the posture names. It changes no decision. A clean read is none
// of it: it neither counts nor ends the row.
func (u *user) worn(p *config.Posture, r *review.Record) bool {
	most := p.Settings.Fatigue
	if most == 0 || r.Decision == review.Allow && len(r.Seats) == 0 || u.session() == nil {
		return false
	}
	if r.Decision != review.Deny {
		if r.Decision != review.Ask {
			_ = count.Passed(u.s) // at worst a hint comes too early
		}
		return false
	}
	n, err := count.Denied(u.s)
	if err != nil || n != most {
		return false
	}
	said := fmt.Sprintf("thing: %d calls in a row were denied in this session; thing log list shows them, thing wrong takes a false alarm", n)
	if names := u.Tables.Session.Override.Names; !r.Final && len(names) > 0 {
		said += fmt.Sprintf(", and %s lets the last one pass once", names[0])
	}
	if r.Banner != nil {
		said = *r.Banner + "\n" + said
	}
	r.Banner = &said
	r.Hint = fmt.Sprintf("%d calls in a row were denied: try no further form of them; tell the user what you want to do and what stands in its way, and wait for the answer", n)
	return true
}
