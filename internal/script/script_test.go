package script_test

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/script"
)

func show(steps []script.Step) string {
	var out []string
	for _, s := range steps {
		out = append(out, [...]string{"run", "read", "write", "source", "unknown"}[s.Does]+" "+s.Text)
	}
	return strings.Join(out, "; ")
}

func TestSed(t *testing.T) {
	input := "unknown the script runs its input as commands"
	made := "unknown the script runs what a substitution makes"
	for src, want := range map[string]string{
		"s/a/b/g":                     "",
		"1e rm x":                     "run rm x",
		"e":                           input,
		"s/x/rm y/e":                  made + "; run rm y",
		`s/x/rm \1/e`:                 made,
		"s/a/b/w out":                 "write out",
		"/a[/]b/w out":                "write out",
		"$r in\nw out":                "read in; write out",
		`\,a,e id`:                    "run id",
		"a\\\nsome e text\ne id":      "run id",
		"# e id\ne ls":                "run ls",
		":x;s/a/b/;tx;e id":           "run id",
		"y/abc/xyz/;e id":             "run id",
		"s/[]/^]/x/e;e id":            made + "; run x; run id",
		"s/[[:alpha:]/]/[/;e id":      "run id",
		"s/[/x/e":                     made + "; run x",
		"y/[/]/;e id":                 "run id",
		"s/a":                         "",
		"/never":                      "",
		"1,5{s/a/b/;e id\n}":          "run id",
		"s/e rm/w x/":                 "",
		"i\\\n  w nothing\\\nmore\np": "",
	} {
		if got := show(script.Sed(src)); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestEx(t *testing.T) {
	for src, want := range map[string]string{
		"!rm x":                    "run rm x",
		":%!sort":                  "run sort",
		"w out":                    "write out",
		"w !sudo tee x":            "run sudo tee x",
		"r !id":                    "run id",
		"r file | w out":           "read file; write out",
		"silent! keepalt w! x":     "write x",
		"e! other":                 "read other",
		"so x.vim":                 "source x.vim",
		`exe "!id"`:                "run id",
		"term ++curwin htop":       "run htop",
		"set nu | q":               "",
		"s/a/b/":                   "",
		"wq":                       "",
		"w %":                      "",
		"w >>log":                  "write log",
		"1,5w part\nq":             "write part",
		"ws x":                     "",
		strings.Repeat("|", 20000): "unknown the script is longer than can be analysed",
	} {
		if got := show(script.Ex(src)); got != want {
			t.Errorf("%.40q: %q, want %q", src, got, want)
		}
	}
}

func TestCrontab(t *testing.T) {
	for src, want := range map[string]string{
		"* * * * * rm x":                     "run rm x",
		"# no\nMAILTO=x\n@daily  id\n":       "run id",
		"0 5 * * 1\ttar -zcf a":              "run tar -zcf a",
		"* * * *":                            "",
		"@reboot":                            "",
		"*/5 * * * * a\n  1 2 3 4 5 b c  \n": "run a; run b c",
	} {
		if got := show(script.Crontab(src)); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func FuzzSteps(f *testing.F) {
	f.Add("s/a/b/e;\\,x,w y\n1e id")
	f.Add(`exe "exe '!id'" | r !x`)
	f.Add("@daily id\nA=b")
	f.Fuzz(func(t *testing.T, src string) {
		for i, read := range []func(string) []script.Step{script.Sed, script.Ex, script.Crontab} {
			for _, s := range read(src) {
				if s.Does != script.Unknown && !strings.Contains(src, s.Text) {
					t.Errorf("reader %d: step %q stands nowhere in %q", i, s.Text, src)
				}
			}
		}
	})
}

func TestFilled(t *testing.T) {
	for src, want := range map[string]bool{
		`s/a/$x/`: true, `s/^$k=.*/$k=$v/`: true, `${n}p`: true, `$a,${b}d`: true, `/$x/d`: true, "s|a|$(date +%F)|g": true, "s/a/`id -un`/": true, `s/a$/b/`: true,
		`$script`: false, `s/a/b/$flags`: false, `p;$x`: false, "$x\np": false, `${x}s/a/b/`: false, `$(cat f);p`: false, `$d;p`: false,
	} {
		if got := script.Filled(src); got != want {
			t.Errorf("Filled(%q) = %v", src, got)
		}
	}
}
