package catalog

import (
	"slices"
	"strings"
)

// PathIndex finds the patterns of path rules that can fit a path by one of its
// bytes, so that cost does not grow with the rules.
type PathIndex struct {
	Home, Abs, Project, Base, Segment PathGroup
}

// PathGroup lists the patterns of one kind by the byte that tells them apart.
type PathGroup struct {
	Bytes  string   // of the patterns, each once, in order, lower case; '*' where any may stand
	Begins []uint16 // in At, by place in Bytes, and its end
	At     []PathAt
}

// PathAt is the place of a pattern: in Tables.Paths, and in the list of its kind
// there.
type PathAt struct{ Rule, Pattern uint16 }

// Among returns the patterns whose byte is one, in lower case.
func (g *PathGroup) Among(b byte) []PathAt {
	if i := strings.IndexByte(g.Bytes, b); i >= 0 {
		return g.At[g.Begins[i]:g.Begins[i+1]]
	}
	return nil
}

// PathByte is the byte that tells a pattern or path apart, in lower case: the
// first, or the one after a dot or slash. 0 stands for the end, and '*' for any
// byte where a pattern has a star there or before.
func PathByte(text string) byte {
	if text != "" && (text[0] == '.' || text[0] == '/') {
		text = text[1:]
	}
	switch {
	case text == "":
		return 0
	case 'A' <= text[0] && text[0] <= 'Z':
		return text[0] | 0x20
	}
	return text[0]
}

// IndexPaths makes the index of rules.
func IndexPaths(rules []PathRule) PathIndex {
	group := func(of func(*PathRule) []string) (g PathGroup) {
		by := map[byte][]PathAt{}
		var bytes []byte
		for i := range rules {
			for k, pattern := range of(&rules[i]) {
				b := PathByte(pattern)
				if by[b] == nil {
					bytes = append(bytes, b)
				}
				by[b] = append(by[b], PathAt{uint16(i), uint16(k)})
			}
		}
		slices.Sort(bytes)
		g.Bytes = string(bytes)
		for _, b := range bytes {
			g.Begins = append(g.Begins, uint16(len(g.At)))
			g.At = append(g.At, by[b]...)
		}
		g.Begins = append(g.Begins, uint16(len(g.At)))
		return g
	}
	return PathIndex{
		Home:    group(func(r *PathRule) []string { return r.Home }),
		Abs:     group(func(r *PathRule) []string { return r.Abs }),
		Project: group(func(r *PathRule) []string { return r.Project }),
		Base:    group(func(r *PathRule) []string { return r.Base }),
		Segment: group(func(r *PathRule) []string { return r.Segment }),
	}
}
