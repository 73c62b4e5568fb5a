package config

import (
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Join is what two postures ask for together: of each setting the stricter one
// holds. What only loosens holds where both say it; where two values are neither
// stricter nor laxer, that of b holds.
func Join(t *catalog.Tables, a, b *Posture) *Posture {
	p := *a
	p.Any = a.Any || b.Any
	p.Reviewed = union(a.Reviewed, b.Reviewed)
	p.Deny = union(b.Deny, a.Deny)
	p.Rules = both(a.Rules, b.Rules)
	p.Problems = both(a.Problems, b.Problems)
	p.Minor = both(a.Minor, b.Minor)
	p.Servers = slices.Concat(a.Servers, b.Servers)
	p.Settings = Settings{
		Observe:    a.Settings.Observe && b.Settings.Observe,
		GrantReads: a.Settings.GrantReads && b.Settings.GrantReads,
		OnFinding:  a.Settings.OnFinding && b.Settings.OnFinding,
		OutageAsks: a.Settings.OutageAsks && b.Settings.OutageAsks,
		CacheTTL:   min(a.Settings.CacheTTL, b.Settings.CacheTTL),
		Fatigue:    lower(a.Settings.Fatigue, b.Settings.Fatigue),
		Decide:     min(a.Settings.Decide, b.Settings.Decide),
		Seats:      a.Settings.Seats,
		Bypass: slices.DeleteFunc(slices.Clone(a.Settings.Bypass), func(r Rule) bool {
			return !slices.ContainsFunc(b.Settings.Bypass, func(o Rule) bool { return o.Text == r.Text })
		}),
	}
	p.values = map[string]given{}
	for key, g := range a.values {
		if o, ok := b.values[key]; ok {
			g = stricterOf(g, o)
		} else if o, ok := g.base(t); ok {
			g = stricterOf(g, o)
		}
		p.values[key] = g
	}
	for key, g := range b.values {
		if _, ok := a.values[key]; !ok {
			if o, ok := g.base(t); ok {
				g = stricterOf(o, g)
			}
			p.values[key] = g
		}
	}
	p.add("", b.sum[:])
	return &p
}

func union[V any](a, b map[string]V) map[string]V {
	if len(b) == 0 {
		return a
	}
	out := maps.Clone(b)
	maps.Copy(out, a)
	return out
}

// both is a with those of b that it lacks.
func both[T any, P interface {
	*T
	same(*T) bool
}](a, b []T) []T {
	out := slices.Clone(a)
	for i := range b {
		if !slices.ContainsFunc(a, func(x T) bool { return P(&x).same(&b[i]) }) {
			out = append(out, b[i])
		}
	}
	return out
}

func (r *Rule) same(o *Rule) bool       { return r.Text == o.Text && r.Place == o.Place }
func (p *Problem) same(o *Problem) bool { return *p == *o }

// lower is the smaller of two counts, of which 0 means never.
func lower(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// stricterOf is the stricter of two values of a key, or what both have of a
// list.
func stricterOf(a, b given) given {
	switch a.Tighten {
	case catalog.TightenHigher:
		if b.rank() > a.rank() {
			return b
		}
	case catalog.TightenLower:
		if b.rank() < a.rank() {
			return b
		}
	case catalog.TightenMore:
		for _, x := range b.list {
			if !slices.Contains(a.list, x) {
				a.list = append(a.list[:len(a.list):len(a.list)], x)
			}
		}
	case catalog.TightenNever:
		if a.listed() {
			a.list = slices.DeleteFunc(slices.Clone(a.list), func(x string) bool { return !slices.Contains(b.list, x) })
			return a
		}
		return b
	}
	return a
}
