package powershell

import (
	"errors"
	"strings"
	"testing"
)

// show writes a block in one line: words in brackets, variables with a dollar
// sign, blocks in braces.
func show(b *Block) string {
	var out []string
	for _, l := range b.Pipelines {
		var cs []string
		for _, c := range l.Commands {
			var ws []string
			for _, w := range c.Words {
				s := ""
				for _, p := range w.Parts {
					switch {
					case p.Block != nil:
						s += "{" + show(p.Block) + "}"
					case p.Variable != "":
						s += "$" + p.Variable
					default:
						s += p.Text
					}
					if p.Member {
						s += "~"
					}
				}
				if w.Script != nil {
					s = "{{" + show(w.Script) + "}}"
				}
				if w.List {
					s += ","
				}
				ws = append(ws, s)
			}
			s := "[" + strings.Join(ws, " ") + "]"
			if c.Expression {
				s = "=" + s
			}
			if c.Source {
				s = "." + s
			}
			for _, r := range c.Redirects {
				s += ">" + r.To.Parts[0].Text
			}
			cs = append(cs, s)
		}
		s := strings.Join(cs, "|")
		if l.Variable != "" {
			s = l.Variable + "=" + s
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"Get-ChildItem -Recurse src", "[Get-ChildItem -Recurse src]"},
		{"a; b\nc", "[a]; [b]; [c]"},
		{"a | b |\n c", "[a]|[b]|[c]"},
		{"a && b || c", "[a]; [b]; [c]"},
		{"rm a,b, c", "[rm a, b, c]"},
		{"a 'it''s' \"x $y z\" \"$(b)\"", "[a it's x $y z {[b]}]"},
		{"a `$x `\n b", "[a $x b]"},
		{"# no\na <# b\n #> c", "[a c]"},
		{"$x = 'rm'; & $x y", "x==[rm]; [$x y]"},
		{"$x += 1", "x ==[1]"},
		{"[string]$x = a", "x=[a]"},
		{"iex (iwr u)", "[iex {[iwr u]}]"},
		{"a { b; c } d", "[a {{[b]; [c]}} d]"},
		{"if ($x -eq 1) { a } else { b }", "=[{=[$x -eq 1]} {{[a]}} else {{[b]}}]"},
		{"foreach ($f in Get-Item x) { a $f }", "=[{=[$f in Get-Item x]} {{[a $f]}}]"},
		{"function Do-It { a }\nDo-It", "=[{{[a]}}]; [Do-It]"},
		{"$x.Name; $x[0]", "=[$x~]; =[$x~]"},
		{"[IO.File]::Delete('a')", "=[[IO.File]::Delete{=[a]}~]"},
		{"a > out.txt 2>&1; b >> 'c'", "[a]>out.txt; [b]>c"},
		{"a @'\nrm x\n'@ b", "[a rm x b]"},
		{"a @\"\nrm $x\n\"@", "[a rm $x]"},
		{". ./x.ps1", ".[./x.ps1]"},
		{"./x.ps1 -A", "[./x.ps1 -A]"},
		{"cmd --% /c rd $x", "[cmd /c rd $x]"},
		{"$env:PATH = 'a'", "env:path==[a]"},
		{"@{a = 1; b = c}", "=[{[a = 1]; [b = c]}~]"},
		{"a -Force:$true", "[a -Force:$true]"},
		{"& 'C:\\Program Files\\x.exe' y", "[C:\\Program Files\\x.exe y]"},
	} {
		b, err := Parse(c.src)
		if got := show(b); got != c.want || err != nil {
			t.Errorf("%q:\n got %s, %v\nwant %s", c.src, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		src  string
		want error
	}{
		{"a 'b", ErrOpen},
		{"a \"b", ErrOpen},
		{"a { b", ErrOpen},
		{"a )", ErrClose},
		{"a ( b }", ErrClose},
		{"<# a", ErrOpen},
		{strings.Repeat("(", 100) + strings.Repeat(")", 100), ErrDeep},
		{strings.Repeat("a ", maxWords+1), ErrLong},
	} {
		if _, err := Parse(c.src); !errors.Is(err, c.want) {
			t.Errorf("%.20q: %v, want %v", c.src, err, c.want)
		}
	}
}

// FuzzParse holds that whatever is read ends, and never fails but by an error.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "a | b { c (d) } \"$(e)\" @'\nf\n'@", "$x = @{a=1}; [b]::c($x.d[0])", "& 'x' --% y\nif(1){2}", "a `", "\"$", "@\"\n$(\"", "${", "[", "<#", "a>&"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if b, err := Parse(src); b == nil && err == nil {
			t.Error("neither a block nor an error")
		}
	})
}
