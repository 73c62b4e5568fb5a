package cli

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 1000)
	for name, tt := range map[string]struct {
		source     string
		start, end int
		secrets    []fact.Span
		want       string
	}{
		"whole":                {"rm -rf ~", 0, 8, nil, "  rm -rf ~\n  ^^^^^^^^\n"},
		"part":                 {"ls; rm -rf ~", 4, 12, nil, "  ls; rm -rf ~\n      ^^^^^^^^\n"},
		"nothing":              {"", 0, 0, nil, "  \n  ^\n"},
		"a place":              {"ls", 1, 1, nil, "  ls\n   ^\n"},
		"out of bounds":        {"ls", 5, 9, nil, "  ls\n    ^\n"},
		"turned around":        {"ls", 2, 1, nil, "  ls\n    ^\n"},
		"second line":          {"ls\nrm x\npwd", 3, 7, nil, "   2 | rm x\n       ^^^^\n"},
		"several lines":        {"a\nb b\nc\nd", 4, 7, nil, "   2 | b b\n         ^ to line 3\n"},
		"up to a line's end":   {"a\nbb\nc", 2, 5, nil, "   2 | bb\n       ^^ to line 2\n"},
		"wide":                 {"echo 日本; rm x", 13, 17, nil, "  echo 日本; rm x\n             ^^^^\n"},
		"wide marked":          {"echo 日本", 5, 11, nil, "  echo 日本\n       ^^^^\n"},
		"combining":            {"e\u0301x y", 4, 5, nil, "  e\u0301x y\n    ^\n"},
		"control":              {"a\x1b[31mb", 6, 7, nil, "  a␛[31mb\n        ^\n"},
		"tab":                  {"\tx", 1, 2, nil, "   x\n   ^\n"},
		"bidi":                 {"a\u202eb", 4, 5, nil, "  a<U+202E>b\n           ^\n"},
		"not UTF-8":            {"a\xffb", 2, 3, nil, "  a\ufffdb\n    ^\n"},
		"secret":               {"curl -u KEYKEY x", 8, 14, []fact.Span{{Start: 8, End: 14}}, "  curl -u •••••• x\n          ^^^^^^\n"},
		"secret beside":        {"curl KEYKEY x", 12, 13, []fact.Span{{Start: 5, End: 11}}, "  curl •••••• x\n              ^\n"},
		"long before":          {long + "|sh", 1001, 1003, nil, "  …" + strings.Repeat("a", 23) + "|sh\n" + strings.Repeat(" ", 27) + "^^\n"},
		"long after":           {"sh " + long, 0, 2, nil, "  sh " + strings.Repeat("a", 97) + "…\n  ^^\n"},
		"long marked":          {long, 0, 1000, nil, "  " + strings.Repeat("a", 100) + "…\n  " + strings.Repeat("^", 100) + "…\n"},
		"windows line endings": {"a\r\nrm", 3, 5, nil, "   2 | rm\n       ^^\n"},
	} {
		var b strings.Builder
		excerpt(&b, &Env{}, fact.Span{Start: tt.start, End: tt.end}, secrets{text: tt.source, spans: tt.secrets})
		if b.String() != tt.want {
			t.Errorf("%s: got\n%swant\n%s", name, b.String(), tt.want)
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("ls\nrm \u65e5\x1b[0m", 3, 9, 4, 6)
	f.Fuzz(func(t *testing.T, source string, start, end, secretStart, secretEnd int) {
		hide := hider(source, review.Record{Findings: []review.Finding{{Secret: true, Span: fact.Span{Start: secretStart, End: secretEnd}}}})
		var b strings.Builder
		excerpt(&b, &Env{}, fact.Span{Start: start, End: end}, hide)
		out := b.String()
		if strings.Count(out, "\n") != 2 || strings.ContainsAny(out, "\x1b\r\t\x00\x7f") {
			t.Errorf("excerpt %q", out)
		}
		if len(hide.source()) != len(source) {
			t.Error("the masked source has another length")
		}
	})
}

func TestSecretsStayHidden(t *testing.T) {
	const secret = "KEYKEYKEY"
	source := "curl -H 'x: " + secret + "' https://x.example"
	start := strings.Index(source, secret)
	r := review.Record{Decision: review.Deny, Findings: []review.Finding{
		{Concern: "xc.secret-in-command", Severity: catalog.Critical, Secret: true, Span: fact.Span{Start: start, End: start + len(secret)}, Message: "a secret", Remedy: "name a variable"},
		{Concern: "xc.other", Severity: catalog.High, Span: fact.Span{Start: 0, End: len(source)}, Message: "m", Remedy: "r"},
	}, Rewrite: &review.Rewrite{Command: "curl " + secret}}
	var b strings.Builder
	if err := print(&Env{Stdout: &b}, source, r); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), secret) || !strings.Contains(b.String(), "[xc.secret-in-command]") {
		t.Errorf("printed\n%s", b.String())
	}
	hide := hider(source, r)
	if got := hide.in("x " + secret); strings.Contains(got, secret) {
		t.Errorf("in = %q", got)
	}
	r.Findings[0].Outer = true
	if got := hider(source, r).in("put together"); got != "•••" {
		t.Errorf("in = %q where the secret was resolved", got)
	}
}

func TestJoin(t *testing.T) {
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"ls | sh"}, "ls | sh"},
		{[]string{"git", "commit", "-m", "a b"}, "git commit -m 'a b'"},
		{[]string{"echo", "$HOME", "", "a'b"}, `echo '$HOME' '' "a'b"`},
		{[]string{"a;b", "|", "*"}, `'a;b' '|' '*'`},
	} {
		got, err := join(tt.words)
		if err != nil || got != tt.want {
			t.Errorf("join(%q) = %s, %v, want %s", tt.words, got, err, tt.want)
		}
	}
}

func TestPrintBounds(t *testing.T) {
	r := review.Record{Decision: review.Ask}
	for range 10000 {
		r.Findings = append(r.Findings, review.Finding{Concern: "xc.a", Severity: catalog.High, Message: "m", Remedy: "r"})
		r.Opaque = append(r.Opaque, review.Opaque{Reason: "why"})
	}
	var b strings.Builder
	if err := print(&Env{Stdout: &b}, strings.Repeat("x", 1<<20), r); err != nil {
		t.Fatal(err)
	}
	if b.Len() > 20000 || !strings.Contains(b.String(), "and 9980 more findings") || !strings.Contains(b.String(), "and 9980 more parts") {
		t.Errorf("printed %d bytes", b.Len())
	}
}

func TestColour(t *testing.T) {
	r := review.Record{Decision: review.Deny, Reason: "no"}
	for _, colour := range []bool{true, false} {
		var b strings.Builder
		if err := print(&Env{Stdout: &b, Color: colour}, "ls", r); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "\x1b[") != colour {
			t.Errorf("colour %v: %q", colour, b.String())
		}
	}
}
