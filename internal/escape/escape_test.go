package escape_test

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/escape"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ in, ansi, echo string }{
		{`plain`, "plain", "plain"},
		{`a\nb\t`, "a\nb\t", "a\nb\t"},
		{`\x72\155`, "rm", `r\155`},
		{`\0155`, "\r5", "m"},
		{`\u0072\U0000006d`, "rm", "rm"},
		{`\x{72}`, "r", `\x{72}`},
		{`\'\"`, `'"`, `\'\"`},
		{`a\0b`, "a", "a\x00b"},
		{`a\cAb`, "a\x01b", "a"},
		{`\e[0m`, "\x1b[0m", "\x1b[0m"},
		{`\q\`, `\q\`, `\q\`},
		{`\xzz`, `\xzz`, `\xzz`},
		{`\Uffffffff`, "\uFFFD", "\uFFFD"},
	} {
		if got := escape.ANSI(c.in); got != c.ansi {
			t.Errorf("ANSI(%q) = %q, want %q", c.in, got, c.ansi)
		}
		if got := escape.Echo(c.in); got != c.echo {
			t.Errorf("Echo(%q) = %q, want %q", c.in, got, c.echo)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`\x72\c\\\u00e9\0`)
	f.Fuzz(func(t *testing.T, s string) {
		for _, out := range []string{escape.ANSI(s), escape.Echo(s)} {
			if len(out) > 2*len(s)+4 {
				t.Errorf("%q grew to %d bytes", s, len(out))
			}
			if !strings.Contains(s, `\`) && out != s {
				t.Errorf("%q without escapes became %q", s, out)
			}
		}
	})
}
