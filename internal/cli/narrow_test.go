package cli

import (
	"bytes"
	"testing"

	"github.com/alecthomas/kong"
)

// parsed is what a parser of a grammar says of arguments.
func parsed(t *testing.T, grammar any, args []string) (said string) {
	t.Helper()
	var out bytes.Buffer
	defer func() {
		if recover() != nil {
			said = out.String()
		}
	}()
	parser, err := kong.New(grammar, kong.Name("thing"), kong.Description(description), kong.Writers(&out, &out), kong.Exit(func(int) { panic("exit") }))
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return out.String() + err.Error()
	}
	return out.String() + ctx.Command()
}

// TestNarrow: a grammar of one command says of it what the whole grammar says.
func TestNarrow(t *testing.T) {
	whole, err := kong.New(&grammar{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	var visit func(node *kong.Node, path []string)
	visit = func(node *kong.Node, path []string) {
		n++
		for _, more := range [][]string{nil, {"--help"}, {"--no-such-flag"}, {"nonsense"}, {""}, {"--", "a", "b"}, {"--json", "a"}} {
			args := append(append([]string{}, path...), more...)
			want := parsed(t, &grammar{}, args)
			if got := parsed(t, narrow(grammar{}, args), args); got != want {
				t.Errorf("%q: it says\n%s\nnot\n%s", args, got, want)
			}
		}
		for _, kid := range node.Children {
			visit(kid, append(path[:len(path):len(path)], kid.Name))
		}
	}
	visit(whole.Model.Node, nil)
	if n < 40 {
		t.Errorf("only %d commands", n)
	}
}
