package hook

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
)

// observed is what the host gets to see of a decision. Under a posture that
// only observes it stops nothing: the user is told what would have been said.
func observed(p *config.Posture, r review.Record) review.Record {
	if !p.Settings.Observe || len(p.Problems) > 0 || r.Decision != review.Ask && r.Decision != review.Deny {
		return r
	}
	reason, _, more := strings.Cut(r.Reason, "\n")
	if more {
		reason += " …"
	}
	note := fmt.Sprintf("thing only observes; it would have said %s: %s", r.Decision, reason)
	r.Decision, r.Banner, r.Rewrite = review.Pass, &note, nil
	return r
}
