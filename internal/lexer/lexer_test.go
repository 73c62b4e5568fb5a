package lexer_test

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/lexer"
)

var (
	python = &catalog.Language{Name: "python", Comments: []string{"#"}, Prefix: "rbfu", Quotes: []catalog.Quote{
		{Open: `"""`, Close: `"""`, Lines: true, Hole: "{"}, {Open: `"`, Close: `"`, Hole: "{"}, {Open: "'", Close: "'", Hole: "{"}}}
	script = &catalog.Language{Name: "javascript", Comments: []string{"//"}, Blocks: []catalog.Quote{{Open: "/*", Close: "*/"}}, Quotes: []catalog.Quote{
		{Open: "`", Close: "`", Lines: true, Hole: "${"}, {Open: `"`, Close: `"`}, {Open: "'", Close: "'"}}}
	ruby = &catalog.Language{Name: "ruby", Comments: []string{"#"}, Quotes: []catalog.Quote{{Open: "`", Close: "`", Shell: true}, {Open: `"`, Close: `"`, Hole: "#{"}}}
	lisp = &catalog.Language{Name: "lisp", Lisp: true, Comments: []string{";"}, Quotes: []catalog.Quote{{Open: `"`, Close: `"`, Lines: true}}}
)

// show renders tokens: names as they are, strings in «» with | before what is
// not known, marks in brackets, line ends as ;.
func show(c *lexer.Code) string {
	var out []string
	for _, t := range c.Tokens {
		switch t.Kind {
		case lexer.Word:
			out = append(out, t.Text)
		case lexer.Text:
			text := t.Text
			if t.Known < len(text) {
				text = text[:t.Known] + "|" + text[t.Known:]
			}
			if t.Shell {
				text = "$ " + text
			}
			out = append(out, "«"+text+"»")
		case lexer.Mark:
			out = append(out, "["+t.Text+"]")
		case lexer.Line:
			out = append(out, ";")
		}
	}
	return strings.Join(out, " ")
}

func TestScan(t *testing.T) {
	for _, c := range []struct {
		lang     *catalog.Language
		src, out string
	}{
		{python, `os.system("rm -rf x") # os.remove("y")`, `os.system [(] «rm -rf x» [)]`},
		{python, "a = 'x\\x41'\nb", `a [=] «xA» ; b`},
		{python, `r'\x41'`, `«\x41»`},
		{python, `f"a{b}c" "a{b}"`, `«a|{b}c» «a{b}»`},
		{python, "\"\"\"two\nlines\"\"\"", "«two\nlines»"},
		{python, `"open`, `["] open`},
		{python, "'a\n'b'", "['] a ; «b»"},
		{script, "/* a('b') */ c.d?.e(`x${y}`) // z", "c.d.e [(] «x|${y}» [)]"},
		{script, "a /* never", "a"},
		{ruby, "`id #{x}` FileUtils::rm_rf", "«$ id #{x}» FileUtils.rm_rf"},
		{lisp, `(shell-command "ls") ; c`, `[(] shell-command «ls» [)]`},
		{python, "é.x()", "é.x [(] [)]"},
	} {
		if got := show(lexer.Scan(c.lang, c.src)); got != c.out {
			t.Errorf("%s %q\n got %s\nwant %s", c.lang.Name, c.src, got, c.out)
		}
	}
}

func TestMasked(t *testing.T) {
	for src, want := range map[string]string{
		`print("eval(x)") # eval(y)`: `print("eval x)")          `,
		"eval(x)":                    "eval(x)",
		"# a(\nb(":                   "    \nb(",
	} {
		if got := lexer.Scan(python, src).Masked(); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	if c := lexer.Scan(python, strings.Repeat("a ", 1<<17)); !c.Cut || len(c.Tokens) > 1<<16+1 {
		t.Errorf("cut %v after %d tokens", c.Cut, len(c.Tokens))
	}
}

func FuzzScan(f *testing.F) {
	f.Add(`f"a{b}" r'\' """x`, uint8(0))
	f.Add("`${`a`}` /* //", uint8(1))
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		langs := []*catalog.Language{python, script, ruby, lisp}
		c := lexer.Scan(langs[int(n)%len(langs)], src)
		last := 0
		for _, x := range c.Tokens {
			if x.Start < last || x.End <= x.Start || x.End > len(src) || x.Known > len(x.Text) {
				t.Fatalf("token %+v after %d of %q", x, last, src)
			}
			last = x.End
		}
		if m := c.Masked(); len(m) != len(src) {
			t.Errorf("masked %d bytes as %d", len(src), len(m))
		}
	})
}
