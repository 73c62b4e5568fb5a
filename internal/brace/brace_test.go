package brace_test

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/brace"
)

func word(t testing.TB, text string) *syntax.Word {
	t.Helper()
	for w, err := range syntax.NewParser().WordsSeq(strings.NewReader(text)) {
		if err == nil && w != nil {
			return w
		}
		break
	}
	t.Skip("no word") // made-up texts need not hold one, and only words are expanded
	return nil
}

func text(words []*syntax.Word) string {
	var out []string
	for _, w := range words {
		var b strings.Builder
		if err := syntax.NewPrinter().Print(&b, w); err != nil {
			b.WriteString("!")
		}
		out = append(out, b.String())
	}
	return strings.Join(out, " ")
}

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		src, want string
		out       brace.Outcome
	}{
		{"plain", "", brace.Done},
		{"{a,b}", "a b", brace.Done},
		{"/{usr,etc}/x{1..3}", "/usr/x1 /usr/x2 /usr/x3 /etc/x1 /etc/x2 /etc/x3", brace.Done},
		{"{a}", "", brace.Done},
		{`"{a,b}"`, "", brace.Done},
		{"{$a,b}c", "$ac bc", brace.Done},
		{"{1..1000000}", "", brace.TooMany},
		{"{1..99}{1..99}", "", brace.TooMany},
		{"{1..99999999999999999999}", "", brace.Done},
		{"{a..}b,c}", "", brace.Unclear},
		{"{9..1..4}", "9 5 1", brace.Done},
	} {
		words, out := brace.Expand(word(t, c.src), 100)
		if got := text(words); got != c.want || out != c.out {
			t.Errorf("%s: %q %d, want %q %d", c.src, got, out, c.want, c.out)
		}
	}
	if !brace.In(word(t, "a{b")) || brace.In(word(t, `"{a,b}"`)) {
		t.Error("braces are not told from quoted ones")
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("{a,{b..d}}{1..9}")
	f.Add("{{,},{}..{}}")
	f.Fuzz(func(t *testing.T, src string) {
		const max = 50
		if words, out := brace.Expand(word(t, src), max); len(words) > max || out != brace.Done && words != nil {
			t.Errorf("%q: %d words, outcome %d", src, len(words), out)
		}
	})
}
