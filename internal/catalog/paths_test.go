package catalog

import (
	"slices"
	"testing"
)

func TestIndexPaths(t *testing.T) {
	rules := []PathRule{
		{Home: []string{".ssh/**", "Library/x"}, Abs: []string{"/etc/**", "/"}},
		{Home: []string{"*/y", ".*", ".SSX"}, Base: []string{"**", ""}, Segment: []string{"node_modules"}},
	}
	x := IndexPaths(rules)
	for _, tt := range []struct {
		group *PathGroup
		path  string
		want  []PathAt
	}{
		{&x.Home, ".ssh/id", []PathAt{{0, 0}, {1, 2}}},
		{&x.Home, "ssh", []PathAt{{0, 0}, {1, 2}}},
		{&x.Home, "library/x", []PathAt{{0, 1}}},
		{&x.Home, "*", []PathAt{{1, 0}, {1, 1}}},
		{&x.Home, "", nil},
		{&x.Home, "other", nil},
		{&x.Abs, "/etc", []PathAt{{0, 0}}},
		{&x.Abs, "/", []PathAt{{0, 1}}},
		{&x.Project, "x", nil},
		{&x.Base, "*", []PathAt{{1, 0}}},
		{&x.Base, ".", []PathAt{{1, 1}}},
		{&x.Segment, "Node_modules", []PathAt{{1, 0}}},
	} {
		if got := tt.group.Among(PathByte(tt.path)); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.path, got, tt.want)
		}
	}
}
