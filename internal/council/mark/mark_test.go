package mark

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var nasty = []string{
	"", "plain", "a\nb", "```\nx\n```", "````", "a | b", "# heading", "- [ ] item", "<script>", "{{TASK_ID}}", "key: value\n---\n", "\"quoted\"", "\x1b[31mred", "\u202eturned", "\u2028", "tick ` tick `` tick", "\\", "a\r\nb", "\xff\xfe",
}

// TestYAML: what is read back is what was written, on one line.
func TestYAML(t *testing.T) {
	for _, s := range nasty {
		text := "k: " + YAML(s) + "\nend: 1\n"
		var m map[string]any
		if err := yaml.Unmarshal([]byte(text), &m); err != nil || m["k"] != strings.ToValidUTF8(s, "\uFFFD") || len(m) != 2 {
			t.Errorf("%q: %v, %v", s, m, err)
		}
		if strings.Count(text, "\n") != 2 || !json.Valid([]byte(YAML(s))) {
			t.Errorf("%q is not one line of JSON", s)
		}
	}
}

// TestInert: no text leaves its line, cell or fence.
func TestInert(t *testing.T) {
	for _, s := range nasty {
		for name, out := range map[string]string{"inline": Inline(s), "code": Code(s), "cell": Cell(s)} {
			if strings.ContainsAny(out, "\n\r\x1b\u202e\u2028") {
				t.Errorf("%s of %q is %q", name, s, out)
			}
		}
		if in := Inline(s); strings.Contains(strings.ReplaceAll(in, `\<`, ""), "<") || strings.HasPrefix(in, "#") || strings.Contains(strings.ReplaceAll(in, `\|`, ""), "|") {
			t.Errorf("inline of %q is %q", s, in)
		}
		if c := Cell(s); strings.Contains(strings.ReplaceAll(c, `\|`, ""), "|") {
			t.Errorf("cell of %q is %q", s, c)
		}
		lines := strings.Split(Block(s), "\n")
		fence := strings.TrimSuffix(lines[0], "text")
		if lines[len(lines)-1] != fence {
			t.Errorf("block of %q is %q", s, lines)
		}
		for _, l := range lines[1 : len(lines)-1] {
			if strings.HasPrefix(strings.TrimSpace(l), fence) {
				t.Errorf("%q closes its fence in %q", s, lines)
			}
		}
	}
}

func TestShort(t *testing.T) {
	if s := Short("äöü", 3); s != "äöü" {
		t.Error(s)
	}
	if s := Short("abcdef", 2); s != "ab… (4 more characters)" {
		t.Error(s)
	}
}
