package tree

import (
	"fmt"
	"strings"
	"testing"
)

// shown is a flat form of a tree for tests.
func shown(n *Node) string {
	var out []string
	for _, e := range Flatten(n) {
		out = append(out, e.Path+"="+e.Value)
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	yaml := func(s string) (*Node, error) { return YAML(s) }
	ini := func(s string) (*Node, error) { return INI(s), nil }
	loose := func(s string) (*Node, error) { return Loose(s), nil }
	for _, c := range []struct {
		name, text, want string
		read             func(string) (*Node, error)
		bad              bool
	}{
		{"json", `{"a": {"b": [1, "x\n"]}, "c": null, "d": {}}`, "a.b[]=1 a.b[]=x\n c=null", JSON, false},
		{"json with comments", "{ // c\n \"a\": 1, /* x */ \"b\": [true,],\n}", "a=1 b[]=true", JSON, false},
		{"half json", `{"a": 1, "b": `, "a=1 b=", JSON, true},
		{"no json", `hello there`, "=hello", JSON, true},
		{"yaml", "a:\n  - b: 1\n    c: |\n      x\n      y\n", "a[].b=1 a[].c=x\ny\n", yaml, false},
		{"yaml documents", "a: 1\n---\nb: 2\n", "a=1 b=2", yaml, false},
		{"toml", "a = \"x\"\n[b.c]\nd = ['p', \"q\"] # e\n[[f]]\ng = 1\n[[f]]\ng = { h = true }\n", "a=x b.c.d[]=p b.c.d[]=q f[].g=1 f[].g.h=true", TOML, false},
		{"toml text", "a = \"\"\"\nx\ny\"\"\"\n", "a=x\ny", TOML, false},
		{"broken toml", "a\nb = 1\n", "b=1", TOML, true},
		{"ini", "[a \"B\"]\n\tc = !x \\\n y\n; d\n[e]\nf = \"g\"\n", "a.b.c=!x  y e.f=g", ini, false},
		{"loose yaml", "a: [\nrun: |\n  x\n  y\nscript:\n- p\n- q\n", "a=[ run=x\ny script[]=p script[]=q", loose, false},
	} {
		n, err := c.read(c.text)
		if got := shown(n); got != c.want || (err != nil) != c.bad {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestFind(t *testing.T) {
	n, err := YAML("jobs:\n  a:\n    steps:\n      - run: x\n      - run: |\n          y\n          z\n  b:\n    steps: {run: w}\n")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"jobs.*.steps[].run": "4 x; 5 y\nz\n; 9 w; ",
		"**.run":             "4 x; 5 y\nz\n; 9 w; ",
		"jobs.a.steps":       "3 ; ",
		"jobs.c.steps":       "",
	} {
		got := ""
		Find(n, path, func(v, _ *Node) { got += fmt.Sprintf("%d %s; ", v.Line, v.Text) })
		if path == "jobs.a.steps" {
			got = got[strings.Index(got, " ")-1:]
			got, want = got[len(got)-2:], want[len(want)-2:]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestBombs(t *testing.T) {
	var yaml strings.Builder
	yaml.WriteString("a0: &a0 [x, x]\n")
	for i := 1; i < 40; i++ {
		fmt.Fprintf(&yaml, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	n, err := YAML(yaml.String())
	if err == nil {
		count := 0
		Find(n, "**.x", func(_, _ *Node) { count++ })
		if len(Flatten(n)) > maxNodes {
			t.Error("an alias is followed without bound")
		}
	}
	for _, text := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18)} {
		if _, err := JSON(text); err == nil {
			t.Errorf("%.10q: no error", text)
		}
	}
	if _, err := TOML("a = " + strings.Repeat("[", 1<<20)); err == nil {
		t.Error("lists nest without bound")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("{\"a\": [1, {\"b\": null}]} // c")
	f.Add("[a]\nb = \"\"\"x\"\"\"\nc = {d = [1, 2]}\n")
	f.Add("a:\n- b: |\n    c\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, read := range []func(string) (*Node, error){JSON, TOML, YAML} {
			n, _ := read(text)
			Flatten(n)
			Find(n, "**.a[].b", func(_, _ *Node) {})
		}
		Flatten(INI(text))
		Flatten(Loose(text))
	})
}
