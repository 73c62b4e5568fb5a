package quote

import (
	"slices"
	"testing"
)

func TestIn(t *testing.T) {
	blob := "func a() {\r\n\treturn nil  \r\n}\n"
	for q, want := range map[string]bool{
		"return nil":              true,
		"{\n\treturn nil\n}":      true,
		"func a() {\r\n":          true,
		"returns nil":             false,
		"func a() { return nil }": false,
		"":                        false,
		" \n":                     false,
		"Return nil":              false,
	} {
		if In(q, "other", blob) != want {
			t.Errorf("%q in the blob is %v", q, !want)
		}
	}
}

func TestQuotations(t *testing.T) {
	got := Quotations("it says `one two three` and \"four five six\" and “seven eight nine” but `no`, and an open `end", 6)
	if want := []string{"one two three", "four five six", "seven eight nine"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestTells(t *testing.T) {
	if got := Tells("So  THE\nassistant said it", []string{"nothing", "the assistant said"}); got != "the assistant said" {
		t.Error(got)
	}
	if got := Tells("func said()", []string{"the assistant said"}); got != "" {
		t.Error(got)
	}
}
