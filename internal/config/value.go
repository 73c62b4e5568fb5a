package config

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ravenclaude/thing/internal/address"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/server"
	"github.com/ravenclaude/thing/internal/yaml"
)

// find is the key of a name below some others, nil if there is none. One that
// others stand below is any of them.
func find(all []catalog.Setting, in catalog.Places, above []string, name string) *catalog.Setting {
	var found *catalog.Setting
	for i := range all {
		s := &all[i]
		if s.In&in == 0 || len(s.Path) <= len(above) || !slices.Equal(s.Path[:len(above)], above) {
			continue
		}
		last := len(s.Path) == len(above)+1
		if !strings.EqualFold(s.Path[len(above)], name) && (!last || s.Old == "" || !strings.EqualFold(s.Old, name)) {
			continue
		}
		if last {
			return s
		}
		found = s
	}
	return found
}

// names are the keys that can stand below some others; for ids, all of them.
func names(t *catalog.Tables, in catalog.Places, above []string) []string {
	var list []string
	for i := range t.Settings {
		s := &t.Settings[i]
		if s.In&in == 0 || len(s.Path) <= len(above) || !slices.Equal(s.Path[:len(above)], above) {
			continue
		}
		next := []string{s.Path[len(above)]}
		if all, ok := ids(t, next[0]); ok {
			next = all
		}
		for _, n := range next {
			if !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// ids are those that a part of a key stands for.
func ids(t *catalog.Tables, part string) ([]string, bool) {
	var list []string
	switch part {
	case catalog.AnyCategory:
		for i := range t.Categories {
			list = append(list, t.Categories[i].ID)
		}
	case catalog.AnySeat:
		for i := range t.Seats {
			list = append(list, t.Seats[i].ID)
		}
	case catalog.AnyTier:
		for i := range t.Route.Tiers {
			list = append(list, t.Route.Tiers[i].Tier.String())
		}
	default:
		return nil, false
	}
	return list, true
}

// way is where in a file a reader stands.
type way struct {
	in    catalog.Places
	above []string // as the table writes it
	key   string   // as the file does
	id    string
}

func (w way) to(part, name, id string) way {
	w.above = append(w.above[:len(w.above):len(w.above)], part)
	if w.key != "" {
		name = w.key + "." + name
	}
	w.key = name
	if id != "" {
		w.id = id
	}
	return w
}

// shown names the way in messages.
func (r *reader) shown(w way) string {
	switch top := r.name(catalog.RoleReview); {
	case w.in != catalog.InReview && w.key == "":
		return "the file"
	case w.in != catalog.InReview:
		return w.key
	case w.key == "":
		return top
	default:
		return top + "." + w.key
	}
}

// settings reads the keys below one that say how to review.
func (r *reader) settings(n *yaml.Node, at way) {
	if n.Kind != yaml.Mapping && !n.Null && at.key != "" {
		r.wrong(n.Line, "%s is %s: write a mapping", r.shown(at), describe(n))
		return
	}
	for _, e := range r.entries(n, r.shown(at)) {
		r.setting(e, at)
	}
}

// setting reads one key, and those below it.
func (r *reader) setting(e yaml.Pair, at way) {
	to, s := r.next(at, strings.ToLower(e.Key))
	switch {
	case s == nil:
		r.unknown(e, at)
	case len(s.Path) > len(to.above):
		r.settings(e.Value, to)
	case s.Kind == catalog.KindOther || e.Value.Null:
	default:
		g := given{Setting: s, key: to.key, id: to.id, at: r.at(e.Line)}
		if s.Role == catalog.RoleEnabled {
			r.enabled(e, to)
		} else if r.value(&g, e.Value, r.shown(to)) {
			r.s.given = append(r.s.given, g)
		}
	}
}

// next is the way to a key, and its setting or one below it; nil if it is not
// known.
func (r *reader) next(at way, name string) (way, *catalog.Setting) {
	if s := find(r.t.Settings, at.in, at.above, name); s != nil {
		part := s.Path[len(at.above)]
		return at.to(part, part, ""), s
	}
	for _, part := range []string{catalog.AnyCategory, catalog.AnySeat, catalog.AnyTier} {
		s := find(r.t.Settings, at.in, at.above, part)
		if s == nil {
			continue
		}
		if all, _ := ids(r.t, part); slices.Contains(all, name) {
			return at.to(part, name, name), s
		}
	}
	return at, nil
}

// unknown is a problem where a slip hides a wish.
func (r *reader) unknown(e yaml.Pair, at way) {
	of := ""
	if what := r.shown(at); at.in == catalog.InReview || at.key != "" {
		of = " of " + what
	}
	known := names(r.t, at.in, at.above)
	if near.Name(e.Key, known) != "" {
		r.wrong(e.Line, "key %q%s is not known%s", e.Key, of, meant(e.Key, known))
		return
	}
	r.warn(e.Line, "key %q%s is not known%s", e.Key, of, meant(e.Key, known))
}

// enabled reads the master switch.
func (r *reader) enabled(e yaml.Pair, at way) {
	if on, ok := r.toggle(e.Value, r.shown(at)); ok && !on {
		r.s.none = r.at(e.Line)
	}
}

// value reads what a key is set to. What is wrong with it is a problem.
func (r *reader) value(g *given, n *yaml.Node, what string) bool {
	if g.listed() {
		return r.list(g, n, what)
	}
	text, want := strings.TrimSpace(n.Text), ""
	if n.Kind == yaml.Scalar {
		text, want = scalar(r.t, g.Setting, text)
	} else {
		_, want = scalar(r.t, g.Setting, "")
	}
	if want != "" {
		r.wrong(n.Line, "%s is %s: write %s", what, describe(n), want)
		return false
	}
	g.fill(text, r.t)
	return true
}

// scalar is a value in its canonical form, or what should be written instead.
func scalar(t *catalog.Tables, s *catalog.Setting, text string) (value, want string) {
	low := strings.ToLower(text)
	switch s.Kind {
	case catalog.KindSwitch:
		switch {
		case slices.Contains(t.Posture.On, low):
			return t.Posture.On[0], ""
		case slices.Contains(t.Posture.Off, low):
			return t.Posture.Off[0], ""
		}
		return "", "on or off"
	case catalog.KindChoice:
		if off := t.Posture.Off; slices.Contains(off, low) && slices.Contains(s.Values, off[0]) {
			low = off[0]
		}
		if slices.Contains(s.Values, low) {
			return low, ""
		}
		return "", "one of " + strings.Join(s.Values, ", ")
	case catalog.KindCount:
		if n, err := strconv.Atoi(text); err == nil && n >= s.Least && n <= s.Most {
			return strconv.Itoa(n), ""
		}
		return "", fmt.Sprintf("a whole number from %d to %d", s.Least, s.Most)
	case catalog.KindShare:
		if x, err := strconv.ParseFloat(text, 64); err == nil && x >= 0 && x <= 1 {
			return strconv.FormatFloat(x, 'g', -1, 64), ""
		}
		return "", "a number from 0 to 1"
	case catalog.KindPath:
		if p := path.Clean(text); text != "" && p != "." && filepath.IsLocal(p) && !strings.Contains(p, `\`) && printable(p) {
			return p, ""
		}
		return "", "a path below the project, with slashes"
	case catalog.KindURL:
		if _, err := address.Endpoint(text); err == nil && len(text) <= maxText && printable(text) {
			return text, ""
		}
		return "", "an address such as https://host/path; http only where it is on this machine"
	}
	if text != "" && len(text) <= maxText && printable(text) {
		return text, ""
	}
	return "", "a text of one line"
}

// maxText bounds a word, and a name of a list, in bytes.
const maxText = 200

func printable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) })
}

// list reads a list.
func (r *reader) list(g *given, n *yaml.Node, what string) bool {
	if n.Kind != yaml.Sequence {
		r.wrong(n.Line, "%s is %s: write a list of %s", what, describe(n), plural(g.Kind))
		return false
	}
	if len(n.Items) > maxRules {
		r.wrong(n.Line, "%s has more than %d entries: remove some", what, maxRules)
		return false
	}
	g.list = []string{}
	whole := true
	for _, e := range n.Items {
		text, want := "", entryOf(g.Kind)
		if e.Kind == yaml.Scalar && !e.Null {
			text, want = r.entry(g, e)
		}
		if want != "" {
			r.wrong(e.Line, "an entry of %s is %s: write %s", what, describe(e), want)
			whole = false
			continue
		}
		g.list = append(g.list, text)
	}
	return whole || g.Kind == catalog.KindServers // which the rest of the list still narrows
}

// entry is one entry of a list in its canonical form, or what should be
// written instead.
func (r *reader) entry(g *given, e *yaml.Node) (text, want string) {
	text = strings.TrimSpace(e.Text)
	low := strings.ToLower(text)
	ok := false
	switch g.Kind {
	case catalog.KindRules:
		rule, err := ParseRule(text)
		if err != nil || len(rule.Commands) != 1 {
			break
		}
		rule.Place = r.at(e.Line)
		g.rules = append(g.rules, rule)
		ok = true
	case catalog.KindSeats:
		all, _ := ids(r.t, catalog.AnySeat)
		text, ok = low, slices.Contains(all, low)
		if !ok {
			return "", "one of " + strings.Join(all, ", ")
		}
	case catalog.KindServers:
		text = server.Fold(text)
		ok = text != ""
	case catalog.KindHosts:
		text, ok = low, isHost(low)
	case catalog.KindArguments:
		ok = text != "" && len(text) <= maxText && printable(text)
	case catalog.KindNames:
		ok = text != "" && len(text) <= maxText && printable(text) && !strings.ContainsAny(text, " \t")
	}
	if !ok {
		return "", entryOf(g.Kind)
	}
	return text, ""
}

// isHost reports whether a text can name hosts: all of it but a star in front
// is that of a name or an address.
func isHost(text string) bool {
	rest := strings.TrimPrefix(text, "*.")
	return rest != "" && len(text) <= maxText && !strings.ContainsFunc(rest, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-._:[]", c)
	})
}

// plural names what a list is of.
func plural(k catalog.SettingKind) string {
	switch k {
	case catalog.KindRules:
		return "rules"
	case catalog.KindSeats:
		return "seats"
	case catalog.KindHosts:
		return "hosts"
	case catalog.KindArguments:
		return "words"
	}
	return "names"
}

// entryOf says what an entry of a list looks like.
func entryOf(k catalog.SettingKind) string {
	switch k {
	case catalog.KindRules:
		return `a rule for one command, such as "Bash(npm run build:*)"`
	case catalog.KindSeats:
		return "the name of a seat"
	case catalog.KindServers:
		return "the name of a server, the middle part of mcp__NAME__tool"
	case catalog.KindHosts:
		return "the name of a host, without scheme and path; *. in front stands for any host below it"
	case catalog.KindArguments:
		return "a word, as it is handed to the program"
	}
	return "a name without blanks"
}
