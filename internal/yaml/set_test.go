package yaml

import "testing"

func TestSet(t *testing.T) {
	for _, tt := range []struct {
		name, src, path, value, want string
	}{
		{"empty", "", "a", "on", "a: on\n"},
		{"empty, deeper", "", "a.b.c", "on", "a:\n  b:\n    c: on\n"},
		{"comment alone", "# hello\n", "a", "1", "# hello\na: 1\n"},
		{"value", "# head\na: off # why\n\n# foot\n", "a", "on", "# head\na: on # why\n\n# foot\n"},
		{"quoted", "a: \"x # y\"  # why\nb: 1\n", "a", "on", "a: on  # why\nb: 1\n"},
		{"letter case of the key", "A: off\n", "a", "on", "A: on\n"},
		{"new key", "b: 1\n\n# about c\nc:\n  d: 2\n", "e", "x", "b: 1\n\n# about c\nc:\n  d: 2\ne: x\n"},
		{"new key below", "c:\n    d: 2 # two\n\n# about e\ne: 3\n", "c.f", "x", "c:\n    d: 2 # two\n    f: x\n\n# about e\ne: 3\n"},
		{"new keys below", "c:\n  d: 2\ne: 3\n", "c.f.g", "x", "c:\n  d: 2\n  f:\n    g: x\ne: 3\n"},
		{"key without a value", "c:\ne: 3\n", "c.f", "x", "c:\n  f: x\ne: 3\n"},
		{"list", "a:\n  - b\n  - c # see\nd: 1\n", "a", "[x, y]", "a: [x, y]\nd: 1\n"},
		{"flow list", "a: [b, c]\nd: 1\n", "a", "[x]", "a: [x]\nd: 1\n"},
		{"flow list over lines", "a: [b,\n  c]\nd: 1\n", "a", "[x]", "a: [x]\nd: 1\n"},
		{"block scalar", "a: |\n  b\n  c\nd: 1\n", "a", "x", "a: x\nd: 1\n"},
		{"braces", "c: {a: {b: off, x: [1, 2]}, y: 3} # z\n", "c.a.b", "on", "c: {a: {b: on, x: [1, 2]}, y: 3} # z\n"},
		{"last in braces", "c: {a: {x: [1, 2], b: off }}\n", "c.a.b", "on", "c: {a: {x: [1, 2], b: on}}\n"},
		{"new in braces", "c: {a: {x: 1}}\n", "c.a.b", "on", "c: {a: {x: 1, b: on}}\n"},
		{"new below braces", "c: {}\n", "c.a.b", "on", "c: {a: {b: on}}\n"},
		{"all in braces", "{c: {a: 1}}\n", "c.b", "on", "{c: {a: 1, b: on}}\n"},
		{"no end of line", "a: 1\nb: 2", "b", "3", "a: 1\nb: 3\n"},
		{"windows", "a: 1\r\nb: 2 # x\r\n", "b", "3", "a: 1\r\nb: 3 # x\r\n"},
		{"marks", "---\na: 1\n...\n", "b", "2", "---\na: 1\nb: 2\n...\n"},
		{"anchor elsewhere", "x: &x {t: on}\na:\n  <<: *x\n  b: 1\n", "a.b", "2", "x: &x {t: on}\na:\n  <<: *x\n  b: 2\n"},
		{"other letters", "ä: \"ö\" # ü\nb: {ß: 1, c: 2}\n", "b.c", "3", "ä: \"ö\" # ü\nb: {ß: 1, c: 3}\n"},
	} {
		var path []string
		for start, i := 0, 0; i <= len(tt.path); i++ {
			if i == len(tt.path) || tt.path[i] == '.' {
				path = append(path, tt.path[start:i])
				start = i + 1
			}
		}
		got, err := Set([]byte(tt.src), path, tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, err, tt.want)
		}
	}
	for _, src := range []string{"- a\n", "a: [", "a: 1\n", "x: &x 1\na: *x\n", "{a: {b:\n 1}}\n", "? a\n: {b: 1}\n"} {
		if got, err := Set([]byte(src), []string{"a", "b"}, "2"); err == nil && src != "? a\n: {b: 1}\n" {
			t.Errorf("%q became %q", src, got)
		}
	}
}

func TestFlow(t *testing.T) {
	for word, want := range map[string]string{
		"on": "on", "": `""`, "a b": `"a b"`, "Bash(npm run build:*)": `"Bash(npm run build:*)"`, "release/*": `"release/*"`, "-": `"-"`, "null": `"null"`, "0.5": "0.5", "*.x": `"*.x"`,
	} {
		if got := Flow(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
		n, err := Parse([]byte("a: " + Flow(word)))
		if err != nil || n.At("a").Text != word {
			t.Errorf("%q does not come back: %+v, %v", word, n, err)
		}
	}
	if got := FlowList([]string{"a", "b c"}); got != `[a, "b c"]` || FlowList(nil) != "[]" {
		t.Errorf("got %s", got)
	}
}

func FuzzSet(f *testing.F) {
	f.Add("a: {b: 1}\n", "a", "b")
	f.Add("# x\na:\n  - b\n", "a", "c")
	f.Fuzz(func(t *testing.T, src, a, b string) {
		out, err := Set([]byte(src), []string{a, b}, "on")
		if err != nil {
			return
		}
		if n, err := Parse(out); err != nil || take(n, []string{a, b}).Text != "on" {
			t.Errorf("%q became %q", src, out)
		}
	})
}
