package catalog

import (
	"fmt"
	"slices"
	"testing"
)

func TestPathKeys(t *testing.T) {
	k := NewPathKeys([]PathRule{
		{Home: NewLines(".ssh/**", "go/**", "Library/*/Cookies/**"), Abs: NewLines("/etc/shadow", "C:/Windows/**")},
		{Base: NewLines("*.pem", ".env.*", "Makefile")},
		{Segment: NewLines("node_modules"), Project: NewLines("*/dist/**", ".ssh")},
		{Base: NewLines("*x*")},
	})
	for _, x := range []struct {
		part PathPart
		text string
		want []int
	}{
		{PathElement, ".SSH", []int{0, 2}},
		{PathElement, "go", []int{0}},
		{PathElement, "cookies", []int{0}},
		{PathElement, "library", nil},
		{PathElement, "shadow", []int{0}},
		{PathElement, "windows", []int{0}},
		{PathElement, "etc", nil},
		{PathElement, "makefile", []int{1}},
		{PathElement, "node_modules", []int{2}},
		{PathElement, "dist", []int{2}},
		{PathEnd, "EM", []int{1}},
		{PathEnd, "go", nil},
		{PathBegin, ".e", []int{1}},
		{PathAny, "", []int{3}},
	} {
		var got []int
		k.Rules(x.part, x.text, func(rule int) { got = append(got, rule) })
		if !slices.Equal(got, x.want) {
			t.Errorf("part %d %q: rules %v, want %v", x.part, x.text, got, x.want)
		}
	}
}

func TestLines(t *testing.T) {
	for _, texts := range [][]string{nil, {"a"}, {"a", "b c"}} {
		if got := slices.Collect(NewLines(texts...).All()); !slices.Equal(got, texts) {
			t.Errorf("%q became %q", texts, got)
		}
	}
	for _, bad := range []string{"", "a\nb"} {
		func() {
			defer func() {
				if got, want := fmt.Sprint(recover()), fmt.Sprintf("catalog: the text %q is no line", bad); got != want {
					t.Errorf("%q: %s, want %s", bad, got, want)
				}
			}()
			NewLines(bad)
		}()
	}
}
