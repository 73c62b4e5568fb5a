package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// compiler knows the numbers of the names that become bits.
type compiler struct {
	roles []string // bit i is 1<<i
	named []string // bit i is FirstNamed<<i

	categories []string // in the order of the tables
}

func newCompiler(s *spec.Spec) *compiler {
	roles := map[string]bool{}
	var walk func(p *spec.Program)
	walk = func(p *spec.Program) {
		for _, r := range p.Roles {
			roles[r] = true
		}
		for _, sub := range p.Sub {
			walk(sub)
		}
	}
	for _, p := range s.Programs {
		walk(p)
	}
	return &compiler{
		roles: slices.Sorted(maps.Keys(roles)),
		named: each(s.Paths, func(p *spec.Path) string { return p.Class }),

		categories: each(s.Categories, func(x spec.Category) string { return x.ID }),
	}
}

// category is the number of a category, 0 for "".
func (c *compiler) category(id string) catalog.Numbered {
	return catalog.Numbered(1 + slices.Index(c.categories, id))
}

// each applies f to every element; nothing stays nil.
func each[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func byName(a, b catalog.Name) int { return cmp.Compare(a.Name, b.Name) }

// bits is the set of names, where bit i stands for all[i].
func bits[T ~uint16 | ~uint64](all, names []string) T {
	var set T
	for _, n := range names {
		if i := slices.Index(all, n); i >= 0 {
			set |= 1 << i
		}
	}
	return set
}

func (c *compiler) class(names []string) catalog.Class {
	return bits[catalog.Class](catalog.Structural, names) | bits[catalog.Class](c.named, names)*catalog.FirstNamed
}

// pick is the value of the name's place in the list, 0 for a name that it lacks.
func pick[T ~uint8](names []string, name string) T {
	return T(max(0, slices.Index(names, name)))
}

var (
	severities = []string{"", "low", "medium", "high", "critical"}
	tiers      = []string{"", "low", "medium", "high", "extreme"}
	positions  = []string{"any", "first", "last", "rest", "init", "second"}
	scopes     = []string{"any", "data", "code", "program", "prompt", "document"}
	withins    = []string{"word", "block", "line", "value"}
	styles     = []string{"gnu", "single", "none", "bundle", "pairs", "parameter"}
	outputs    = []string{"", "arguments", "format", "input", "base64", "directory", "fresh", "dirname", "basename", "realpath", "base32", "hex", "reverse", "swap", "inflate"}
	does       = []string{"", "run", "open", "copy", "move", "chdir", "home", "join", "path", "find"}
	shells     = []string{"", "dir", "push", "pop", "alias", "read", "unset", "set", "shift", "hash", "exit", "trap", "source", "print", "return", "lines", "test", "exec", "true", "false", "wait", "break"}
	named      = []string{"", "first", "all"}
	inside     = []string{"", "one", "all"}
	shapes     = []string{"none", "shell", "read", "edit", "fetch", "mcp", "prompt", "opaque"}
	forms      = []string{"object", "json", "text"}
)

// must is for what only fails when the program is wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
