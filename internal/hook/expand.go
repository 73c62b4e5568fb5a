package hook

import (
	"fmt"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
)

// expand reviews what the text of a typed command or skill runs on its own: the
// client asks no hook about the commands in it. What would be denied to the
// agent is stopped; what it would be asked about, the user has typed, and is
// told.
func (e Env) expand(c call.Call) ([]byte, error) {
	if c.Tool == "" {
		return nil, nil
	}
	d, err := e.decide(c)
	if err != nil || d == nil {
		return nil, err
	}
	switch d.seen.Decision {
	case review.Deny:
		return host.Block("thing: the text of this command runs something that is denied: " + host.Reason(d.seen))
	case review.Ask:
		return host.Tell(c.Event, fmt.Sprintf("thing: the text of this command runs something that the agent would be asked about: %s", host.Reason(d.seen)), "")
	}
	return nil, nil
}
