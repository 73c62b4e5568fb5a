package config

import (
	"strconv"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Routing says what becomes of a panel's answer to a question that the agent puts
// to its user.
type Routing uint8

const (
	Unrouted Routing = iota // no panel is asked
	Advisory                // the user is told
	Binding                 // it is the answer
)

// RoutingNames lists the names of the routings.
var RoutingNames = []string{"off", "advisory", "binding"}

func (r Routing) String() string { return RoutingNames[r] }

// Confidence is what a sure answer to a question has at least.
func (p *Posture) Confidence(t *catalog.Tables) float64 {
	for _, g := range p.values {
		if g.Role == catalog.RoleConfidence {
			return g.number
		}
	}
	for i := range t.Settings {
		if s := &t.Settings[i]; s.Role == catalog.RoleConfidence && len(s.Default) > 0 {
			if x, err := strconv.ParseFloat(s.Default[0], 64); err == nil {
				return x
			}
		}
	}
	return 1
}
