package spec

import (
	"reflect"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
)

func TestParseFlag(t *testing.T) {
	for _, x := range []struct {
		text, style string
		want        catalog.Flag
	}{
		{"--force -f", "gnu", catalog.Flag{Names: []string{"--force", "-f"}}},
		{"-C=", "gnu", catalog.Flag{Names: []string{"-C"}, Value: catalog.Required}},
		{"--output -o=", "gnu", catalog.Flag{Names: []string{"--output", "-o"}, Value: catalog.Required}},
		{"--color[=]", "gnu", catalog.Flag{Names: []string{"--color"}, Value: catalog.Optional}},
		{"--slurpfile==", "gnu", catalog.Flag{Names: []string{"--slurpfile"}, Value: catalog.Two}},
		{"of=", "pairs", catalog.Flag{Names: []string{"of="}, Value: catalog.Required}},
		{"--help", "pairs", catalog.Flag{Names: []string{"--help"}}},
		{"x", "bundle", catalog.Flag{Names: []string{"x"}}},
	} {
		if got := ParseFlag(x.text, x.style); !reflect.DeepEqual(got, x.want) {
			t.Errorf("ParseFlag(%q, %q) = %+v, want %+v", x.text, x.style, got, x.want)
		}
	}
}

func TestFlagName(t *testing.T) {
	for test, want := range map[string]string{
		"--force": "--force", "--color=always": "--color", "-f": "-f", "+x": "+x", "of=": "of=", "of=/dev/sda": "of=", "+o=x": "+o",
	} {
		if got := flagName(test); got != want {
			t.Errorf("flagName(%q) = %q, want %q", test, got, want)
		}
	}
}
