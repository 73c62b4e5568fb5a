package fill

import (
	"slices"
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	for _, x := range []struct {
		template string
		values   map[string]string
		want     string
	}{
		{"a {{X}} b", map[string]string{"X": "1"}, "a 1 b"},
		{"{{X}}{{X}}", map[string]string{"X": "{{Y}}"}, "{{Y}}{{Y}}"}, // no second pass
		{"a\n{{X}}\nb", map[string]string{"X": ""}, "a\nb"},
		{"a\n\n{{X}}\n\nb", map[string]string{"X": ""}, "a\n\nb"},
		{"a\n{{X}} c\nb", map[string]string{"X": ""}, "a\n c\nb"},
		{"{{X2_Y}}", map[string]string{"X2_Y": "v"}, "v"},
	} {
		got, err := In(x.template, x.values)
		if err != nil || got != x.want {
			t.Errorf("%q: %q, %v, want %q", x.template, got, err, x.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for template, want := range map[string]string{
		"{{X}}":            `variable "X" has no value`,
		"x":                `variable "A" is not in the template`,
		"a\n{{ A }}":       `line 2: " A " is no variable`,
		"{{A":              "is not closed",
		"A}}":              "closes nothing",
		"{{a}}":            "is no variable",
		"\n\n{{A}} {{.B}}": "line 3",
	} {
		values := map[string]string{}
		if !strings.Contains(template, "{{X}}") {
			values["A"] = "1"
		}
		if got, err := In(template, values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v, want %s", template, got, err, want)
		}
	}
	names, err := Names("{{B}} {{A}} {{B}}")
	if err != nil || !slices.Equal(names, []string{"B", "A"}) {
		t.Errorf("%v, %v", names, err)
	}
}
