package screen

import (
	"cmp"
	"maps"
	"slices"
)

// longestFirst are the secrets, the longest first: a replacer tries them in that
// order.
func longestFirst(known map[string]string) []string {
	list := slices.Collect(maps.Keys(known))
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	return list
}
