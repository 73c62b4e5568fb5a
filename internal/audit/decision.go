package audit

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/decide"
)

// Decide puts what became of a question into its entry, with everything secret
// taken out.
func (e *Entry) Decide(t *catalog.Tables, r decide.Ruling) {
	r.Option, r.Reasoning = text(t, r.Option), redact(t, r.Reasoning)
	votes := make([]decide.Vote, len(r.Votes))
	for i, v := range r.Votes {
		v.Reasoning = redact(t, v.Reasoning)
		votes[i] = v
	}
	r.Votes = votes
	e.Decision = &r
}
