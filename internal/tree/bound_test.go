package tree

import (
	"strconv"
	"strings"
	"testing"
)

// TestLinear reads texts on which a careless reader takes the square of their
// length; it would not end in the time that a test has.
func TestLinear(t *testing.T) {
	var tables, keys strings.Builder
	for i := range 100000 {
		tables.WriteString("[t" + strconv.Itoa(i) + "]\n")
		keys.WriteString("k" + strconv.Itoa(i) + ".a = 1\n")
	}
	for _, text := range []string{tables.String(), keys.String(), strings.Repeat("- a:\n", 200000), strings.Repeat("a: |\n", 200000), strings.Repeat("a: '", 200000)} {
		if _, err := TOML(text); err == nil && strings.HasPrefix(text, "-") {
			t.Errorf("%.10q: no error", text)
		}
		Loose(text)
		INI(text)
	}
}
