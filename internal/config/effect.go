package config

import (
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Settings say how calls are reviewed, as far as the tables do not. The zero
// value is what holds where no file says anything.
type Settings struct {
	Observe     bool // decide and record, and stop nothing
	GrantReads  bool // say allow to clean reads
	OnFinding   bool // a panel only where something was found
	OutageAsks  bool // ask where the panel gives no answer
	CacheTTL    int  // in seconds; 0 keeps no decisions
	Fatigue     int  // denials in a row; 0 gives no hint
	Bypass      []Rule
	Decide      Routing
	Environment string                // what is worked on, as the seats are told
	Seats       map[string]SeatChoice // by id
}

// SeatChoice says who fills a seat, and how it is asked; what is zero leaves it
// as it is. All of it comes from the user's own files.
type SeatChoice struct {
	Agent, Model string
	Backend      string
	BaseURL      string
	KeyFile      string
	Timeout      int // in seconds
	Args         []string
	Fallback     []string
}

// Builtin is the backend of a seat that asks no model.
const Builtin = "builtin"

// Asks reports whether any seat asks a model.
func (s *Settings) Asks() bool {
	for _, c := range s.Seats {
		if c.Backend != "" && c.Backend != Builtin {
			return true
		}
	}
	return false
}

// settle reads the settings off the values.
func (l *loader) settle() {
	s := &l.p.Settings
	for key := range l.p.values {
		g := l.p.values[key]
		switch g.Role {
		case catalog.RoleMode:
			s.Observe = g.word == g.Values[0]
		case catalog.RoleGrantReads:
			s.GrantReads = g.number == 1
		case catalog.RoleConvene:
			s.OnFinding = g.word == g.Values[0]
		case catalog.RoleOutage:
			s.OutageAsks = g.word == g.Values[0]
		case catalog.RoleCache:
			s.CacheTTL = int(g.number)
		case catalog.RoleFatigue:
			s.Fatigue = int(g.number)
		case catalog.RoleDecide:
			s.Decide = Routing(len(g.Values) - 1 - slices.Index(g.Values, g.word))
		case catalog.RoleEnvironment:
			s.Environment = g.word
		case catalog.RoleBypass:
			s.Bypass = l.bypass(g)
		default:
			s.seat(g)
		}
	}
}

// seat takes in what is said about who fills a seat.
func (s *Settings) seat(g given) {
	c := s.Seats[g.id]
	switch g.Role {
	case catalog.RoleAgent:
		c.Agent = g.word
	case catalog.RoleModel:
		c.Model = g.word
	case catalog.RoleBackend:
		c.Backend = g.word
	case catalog.RoleBaseURL:
		c.BaseURL = g.word
	case catalog.RoleKeyFile:
		c.KeyFile = g.word
	case catalog.RoleOwnTimer:
		c.Timeout = int(g.number)
	case catalog.RoleSeatArgs:
		c.Args = g.list
	case catalog.RoleFallback:
		c.Fallback = g.list
	default:
		return
	}
	if s.Seats == nil {
		s.Seats = map[string]SeatChoice{}
	}
	s.Seats[g.id] = c
}

// Tables is t with what the files say put into it. Where they say nothing of
// the kind it is t itself.
func (p *Posture) Tables(t *catalog.Tables) *catalog.Tables {
	if len(p.values) == 0 {
		return t
	}
	c := *t
	c.Categories, c.Route.Tiers = slices.Clone(t.Categories), slices.Clone(t.Route.Tiers)
	for _, g := range p.values {
		switch g.Role {
		case catalog.RoleTierMap:
			for i := range c.Categories {
				if c.Categories[i].ID == g.id {
					c.Categories[i].Base = tier(g.word)
				}
			}
		case catalog.RoleTierSeats, catalog.RoleTierMandatory, catalog.RoleTierConfidence:
			for i := range c.Route.Tiers {
				switch r := &c.Route.Tiers[i]; {
				case r.Tier.String() != g.id:
				case g.Role == catalog.RoleTierSeats:
					r.Seats = g.list
				case g.Role == catalog.RoleTierMandatory:
					r.Mandatory = g.list
				default:
					r.Confidence = g.number
				}
			}
		case catalog.RoleGateFloor:
			c.Route.GateFloor = tier(g.word)
		case catalog.RoleSeatTimer:
			c.Route.Timers.Seat = int(g.number)
		case catalog.RolePanelTimer:
			c.Route.Timers.Panel = int(g.number)
		case catalog.RoleAuditDir:
			c.Audit.Dir = g.word
		case catalog.RoleAuditKeep:
			c.Audit.Keep = int(g.number)
		case catalog.RoleBranches:
			c.Posture.Branches = g.list
		case catalog.RoleHosts:
			c.Posture.Hosts = g.list
		}
	}
	return &c
}

// tier is the tier of a name; one that is none, as in a gate that is off, lies
// above all others.
func tier(name string) (t catalog.Tier) {
	if t.UnmarshalText([]byte(name)) != nil {
		return catalog.TierExtreme + 1
	}
	return t
}
