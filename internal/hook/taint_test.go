package hook

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestResult(t *testing.T) {
	if got, want := result([]byte(`{"a":"x\ny \"z\"","b":["\u0041\\n"]}`)), "{\na\n:\nx\ny \"z\"\n,\nb\n:[\n\\u0041\\n\n]}"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := result([]byte(`"cut \`)); got != "\ncut \\" {
		t.Errorf("got %q", got)
	}
	// Of a long one both ends are read, whatever letter the cut goes through.
	long := `{"text":"begin ` + strings.Repeat("ä", maxResult) + ` end"}`
	for _, pad := range []string{"", "x"} {
		got := result([]byte(pad + long))
		if len(got) > maxResult+64 || !strings.Contains(got, "begin") || !strings.Contains(got, " end") || !utf8.ValidString(got) {
			t.Errorf("of %d bytes: %d, %q … %q", len(long), len(got), got[:20], got[len(got)-20:])
		}
	}
}
