package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// given is what a file says about one key.
type given struct {
	*catalog.Setting
	key    string // the way to it, with an id for what stands for ids
	id     string // the id in it, "" for none
	at     Place
	layer  Layer
	word   string  // of anything but a list, as it is meant
	number float64 // of a number; of a switch 1 for on
	list   []string
	rules  []Rule
}

// fill sets the value from its text.
func (g *given) fill(text string, t *catalog.Tables) {
	g.word = text
	switch g.Kind {
	case catalog.KindCount, catalog.KindShare:
		g.number, _ = strconv.ParseFloat(text, 64)
	case catalog.KindSwitch:
		if slices.Contains(t.Posture.On, text) {
			g.number = 1
		}
	}
}

// text is the value in words.
func (g *given) text() string {
	if g.listed() {
		return "[" + strings.Join(g.list, ", ") + "]"
	}
	return g.word
}

func (g *given) listed() bool { return isList(g.Kind) }

func isList(k catalog.SettingKind) bool {
	switch k {
	case catalog.KindSeats, catalog.KindRules, catalog.KindServers, catalog.KindHosts, catalog.KindNames, catalog.KindArguments:
		return true
	}
	return false
}

// builtIn is what holds of a key where no file says anything.
func builtIn(t *catalog.Tables, s *catalog.Setting, id string) (text string, list []string, ok bool) {
	switch s.Role {
	case catalog.RoleTierMap:
		for i := range t.Categories {
			if t.Categories[i].ID == id {
				return t.Categories[i].Base.String(), nil, true
			}
		}
	case catalog.RoleTierSeats, catalog.RoleTierMandatory, catalog.RoleTierConfidence:
		for i := range t.Route.Tiers {
			r := &t.Route.Tiers[i]
			switch {
			case r.Tier.String() != id:
			case s.Role == catalog.RoleTierSeats:
				return "", r.Seats, true
			case s.Role == catalog.RoleTierMandatory:
				return "", r.Mandatory, true
			default:
				return strconv.FormatFloat(r.Confidence, 'g', -1, 64), nil, true
			}
		}
	}
	switch {
	case isList(s.Kind):
		return "", s.Default, true
	case len(s.Default) == 1:
		return s.Default[0], nil, true
	}
	return "", nil, false
}

// base is what is built in for the same key, if anything is.
func (g *given) base(t *catalog.Tables) (given, bool) {
	b := given{Setting: g.Setting, key: g.key, id: g.id}
	text, list, ok := builtIn(t, g.Setting, g.id)
	b.list = list
	if text != "" {
		b.fill(text, t)
	}
	return b, ok
}

// setting is the key with a role, the one that others are about if there are
// several.
func (l *loader) setting(role catalog.Role) *catalog.Setting {
	for i := range l.t.Settings {
		if l.t.Settings[i].Role == role {
			return &l.t.Settings[i]
		}
	}
	panic("no key has the role " + catalog.SettingRoles[role])
}

// name is the last part of the key with a role, key the whole of it.
func (l *loader) name(role catalog.Role) string {
	path := l.setting(role).Path
	return path[len(path)-1]
}

func (l *loader) key(role catalog.Role) string { return l.full(l.setting(role)) }

// full is a key with the one that it stands below in a posture file.
func (l *loader) full(s *catalog.Setting) string {
	key := strings.Join(s.Path, ".")
	if s.In == catalog.InReview {
		return l.name(catalog.RoleReview) + "." + key
	}
	return key
}
