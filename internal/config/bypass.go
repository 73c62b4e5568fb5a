package config

import (
	"fmt"
	"slices"
	"strings"
)

// bypass are the rules of a setting that shadow nothing of the floor: the rules
// that no file can take away, and those that files deny.
func (l *loader) bypass(g given) []Rule {
	floor := slices.Clone(l.p.Rules)
	for _, text := range l.t.Posture.Floor {
		if r, err := ParseRule(text); err == nil {
			floor = append(floor, r)
		}
	}
	var out []Rule
	for _, r := range g.rules {
		if f := shadowed(&r, floor); f != "" {
			l.p.problem(g.at.File, r.Line, fmt.Sprintf("FENRIR_BYPASS_REJECTED: %s: it matches commands of %s, which are never passed over: narrow it, or remove it", r.Text, f))
			continue
		}
		out = append(out, r)
	}
	return out
}

// shadowed names a rule of the floor that has a command in common with r, ""
// for none. A rule for several commands is met where its last one is.
func shadowed(r *Rule, floor []Rule) string {
	for _, f := range floor {
		if len(f.Commands) == 0 || !strings.EqualFold(f.Tool, r.Tool) {
			continue
		}
		if meet(r.Commands[0], f.Commands[len(f.Commands)-1]) {
			return f.Text
		}
	}
	return ""
}

// meet reports whether some command matches both patterns.
func meet(a, b Pattern) bool {
	for _, x := range a.forms() {
		for _, y := range b.forms() {
			if common(x, y) {
				return true
			}
		}
	}
	return false
}

// forms are the texts with stars that a pattern stands for: more words may
// follow a prefix, or none.
func (p Pattern) forms() []string {
	text := strings.Join(p.Pieces, "*")
	if !p.Prefix {
		return []string{text}
	}
	return []string{text, strings.TrimSuffix(text, " ") + " *"}
}

// common reports whether some text matches two patterns, in which a star stands
// for any run of characters. It takes len(a)·len(b) steps.
func common(a, b string) bool {
	// here[j]: the first i bytes of a and the first j of b have a text in common.
	here := make([]bool, len(b)+1)
	here[0] = true
	for j := 0; j < len(b) && b[j] == '*'; j++ {
		here[j+1] = true
	}
	for i := range len(a) {
		next := make([]bool, len(b)+1)
		next[0] = a[i] == '*' && here[0]
		for j := range len(b) {
			switch {
			case a[i] == '*':
				next[j+1] = here[j+1] || next[j]
			case b[j] == '*':
				next[j+1] = next[j] || here[j+1]
			default:
				next[j+1] = a[i] == b[j] && here[j]
			}
		}
		here = next
	}
	return here[len(b)]
}
