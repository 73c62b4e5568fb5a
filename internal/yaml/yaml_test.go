package yaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/yaml"
)

// show renders a node as text.
func show(n *yaml.Node) string {
	switch {
	case n == nil:
		return "nil"
	case n.Null:
		return "~"
	case n.Kind == yaml.Mapping:
		var out []string
		for _, p := range n.Pairs {
			out = append(out, p.Key+": "+show(p.Value))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case n.Kind == yaml.Sequence:
		var out []string
		for _, x := range n.Items {
			out = append(out, show(x))
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	return fmt.Sprintf("%q", n.Text)
}

func TestParse(t *testing.T) {
	for src, want := range map[string]string{
		"":                                      "~",
		"a: on":                                 `{a: "on"}`,
		"- 1\n- 'two'\n- \"t\\u0068\"":          `["1", "two", "th"]`,
		"a: &x {b: c}\nd: *x":                   `{a: {b: "c"}, d: {b: "c"}}`,
		"b: &x {k: 1, l: 2}\na: {<<: *x, k: 3}": `{b: {k: "1", l: "2"}, a: {k: "3", l: "2"}}`,
		"a: |\n  x\n  y\n":                      `{a: "x\ny\n"}`,
		"a: !!str 5\nb:\n":                      `{a: "5", b: ~}`,
		"\ufeffa: b":                            `{a: "b"}`,
	} {
		n, err := yaml.Parse([]byte(src))
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		if got := show(n); got != want {
			t.Errorf("%q: %s, want %s", src, got, want)
		}
	}
	n, err := yaml.Parse([]byte("a: 1\nb:\n  c: 2\n"))
	if err != nil || n.At("b").At("c").Line != 3 || n.At("x") != nil {
		t.Errorf("lines or keys are lost: %s %v", show(n), err)
	}
}

func TestRefused(t *testing.T) {
	for src, line := range map[string]int{
		"a: [":                                  1,
		"a: 1\na: 2":                            2,
		"a: *x":                                 1,
		"a: b\xff":                              1,
		"a: 1\n---\nb: 2":                       3,
		"{[a]: b}":                              1,
		strings.Repeat("[", 100):                1,
		strings.Repeat("- a\n", yaml.MaxTokens): yaml.MaxTokens / 2,
	} {
		_, err := yaml.Parse([]byte(src))
		var e *yaml.Error
		if !errors.As(err, &e) {
			t.Errorf("%.20q: %v, want an error with a line", src, err)
		} else if d := e.Line - line; d < -1 || d > 1 {
			t.Errorf("%.20q: line %d, want about %d", src, e.Line, line)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a: &x [1, {b: *x}]\n<<: {c: d}\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := yaml.Parse(src)
		var e *yaml.Error
		if (n == nil) == (err == nil) || err != nil && !errors.As(err, &e) {
			t.Errorf("%q: node %v, error %v", src, n != nil, err)
		}
	})
}
