package git

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Each set is a .gitignore at the root, with "lines > dir" for one in a
// subdirectory, "|" between lines.
var ignoreSets = []string{
	"*.o", "foo", "/foo", "foo/", "/foo/", "foo/bar", "foo/*", "/*", "*", "**", "foo/**", "**/foo", "**/foo/bar", "a/**/b", "**/b",
	"a/**", "foo**/bar", "f**o", "foo/**/", "**/", "/**", "***", "a/***/b", "a/**b", "a**/b", "a/*/b", "*/b", "/*/b", "*/*/b",
	"fo?", "?oo", "foo?bar", "a?b", "[fb]oo", "[!f]oo", "[^f]oo", "[a-f]oo", "[]f]oo", "[!]f]oo", "[f-]oo", "[[:alpha:]]oo", "[[:digit:]a]",
	"[[:space:]]*", "[[:bogus:]]oo", "[[:alpha:]", "[[:]oo", "[foo", "[z-a]oo", `[\]f]oo`, `[\f-\g]oo`, "*[.]o", "foo[/]bar", "a[!x]b",
	`\foo`, `\!important`, "!important", `\#hash`, "#hash", `foo\`, `fo\o`, `foo\/bar`, `**\/b`, `\*.o`, `a\?b`,
	"foo ", `with\ blank`, `trail\ `, "trail ", "  foo", "foo\t", "foo\r", " ", "!", "/", "//", "foo//", "//foo",
	"*|!foo", "*|!*/|!*.o", "*.o|!main.o", "!main.o|*.o", "/*|!/foo|/foo/*|!/foo/bar", "foo/|!foo/bar", "foo|!foo/", "*/|!a/",
	"*.o > foo", "!*.o > foo|*.o", "/bar > foo", "bar/ > foo", "*.o|!x.o > a", "** > a", "foo/bar > foo", "/b > a", "!b > a|b",
	"*a*b*c*.o", "*aaa*aab", "f*o*r", "*.*", "*o", "o*", "main.*", "ü*", "?ü", "üb*r", "[ü]ber", "???ber", "FOO", "*.O", "[A-Z]OO",
	"deep/er/**/leaf", "deep/**/er/leaf", "**/er/**/leaf", "deep/**/**/leaf", "**/**/leaf", "de*/er", "deep/e?/down", "deep/er/down/leaf",
	"\xef\xbb\xbffoo", "foo\x00bar", "-foo", "{foo,bar}", "+(foo)", "~", "$x",
}

var ignorePaths = []string{
	"foo", "foo/bar", "foo/bar/", "foo/x.o", "foo/deep/x.o", "foo/foo/bar", "foo/bar/foo/", "bar", "bar/foo", "boo", "zoo", "]oo", "-oo",
	"a/", "a/b", "a/x/b", "a/x/y/b", "ab", "a/xb", "axb", "a?b", "a/b.o", "a/x.o", "b", "c/b", "c/d/b", "foox/bar", "foo/x/bar",
	"main.o", "x.o", "main.c", "*.o", "important", "!important", "#hash", "with blank", "trail ", "trail", "foo ", "foo\t", "  foo", `foo\`,
	"1", "a1", "aaab", "aaaaaab", "xaybzc.o", "for", "flour", "über", "ü", "xü", "FOO", "X.O", "FOO/x", " x",
	"deep/er/down/leaf", "deep/er/leaf", "deep/leaf", "deep/x/er/leaf", "er/leaf", "leaf", "deep/er/", "deep/er/down/", "deep/", ".hidden", "{foo,bar}", "-foo", "~", "$x", "ffoo/",
}

func TestAgainstCheckIgnore(t *testing.T) {
	needGit(t)
	tree, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	gitIn(t, tree, "", "init", "-q")
	// Two kinds of one path cannot be there at once, so only directories are
	// made: git takes the rest, which is missing, for files.
	var ask []string
	for _, p := range ignorePaths {
		name, isDir := strings.CutSuffix(p, "/")
		ask = append(ask, name)
		if isDir {
			if err := os.MkdirAll(filepath.Join(tree, name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	compared := 0
	for _, text := range ignoreSets {
		for _, old := range []string{"foo", "a"} {
			if err := os.RemoveAll(filepath.Join(tree, old, ".gitignore")); err != nil {
				t.Fatal(err)
			}
		}
		var root []string
		for _, part := range strings.Split(text, "|") {
			if line, sub, ok := strings.Cut(part, " > "); ok {
				write(t, filepath.Join(tree, sub, ".gitignore"), line+"\n")
				continue
			}
			root = append(root, part)
		}
		write(t, filepath.Join(tree, ".gitignore"), strings.Join(root, "\n")+"\n")
		out, _ := tryGit(t, tree, strings.Join(ask, "\x00")+"\x00", "check-ignore", "-z", "--stdin") // status 1: none
		said := map[string]bool{}
		for _, p := range strings.Split(out, "\x00") {
			said[p] = true
		}
		for _, p := range ask {
			info, err := os.Lstat(filepath.Join(tree, p))
			set := &rules{tree: tree, budget: maxSteps}
			got, ignErr := set.ignored(p, err == nil && info.IsDir())
			if ignErr != nil || got != said[p] {
				t.Errorf("patterns %q: ignored(%q) = %t, %v; git says %t", text, p, got, ignErr, said[p])
			}
			compared++
		}
	}
	if compared < 60*60 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// naive matches the tokens by plain backtracking, as an oracle for short texts.
func naive(tokens []token, text string) bool {
	if len(tokens) == 0 {
		return text == ""
	}
	t := tokens[0]
	switch t.kind {
	case skip:
		return naive(tokens[3:], text) || naive(tokens[1:], text)
	case star, stars:
		for i := 0; ; i++ {
			if naive(tokens[1:], text[i:]) {
				return true
			}
			if i == len(text) || t.kind == star && text[i] == '/' {
				return false
			}
		}
	}
	if text == "" {
		return false
	}
	c := text[0]
	ok := t.kind == one && c == t.char || t.kind == any && c != '/' || t.kind == class && t.set[c>>6]&(1<<(c&63)) != 0
	return ok && naive(tokens[1:], text[1:])
}

func FuzzPattern(f *testing.F) {
	for _, text := range ignoreSets {
		f.Add(text, "foo/bar/x.o")
		f.Add(text, "a/x/y/b")
	}
	f.Fuzz(func(t *testing.T, line, text string) {
		for _, p := range parseRules([]byte(line)) {
			budget := maxSteps
			got := p.fits(text, &budget)
			if budget < 0 {
				return
			}
			if len(p.tokens) > 12 || len(text) > 24 {
				continue
			}
			rest, ok := strings.CutPrefix(text, p.literal)
			if want := ok && naive(p.tokens, rest); got != want {
				t.Errorf("pattern %q fits %q: %t, want %t", line, text, got, want)
			}
		}
	})
}

func BenchmarkIgnored(b *testing.B) {
	dir := b.TempDir()
	text := "node_modules/\n*.log\n*.o\n/dist\n**/build/**\n.env\n!.env.example\n*.py[co]\n__pycache__/\n/coverage\n"
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		set := &rules{tree: dir, budget: maxSteps}
		if _, err := set.ignored("src/deep/main.go", false); err != nil {
			b.Fatal(err)
		}
	}
}
