package embed

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/tree"
)

// keyed reads a file of keys and values.
func (r *reader) keyed(text string) {
	root, loose := parse(r.kind.Format, text)
	if root == nil {
		return
	}
	for _, at := range r.kind.Vars {
		tree.Find(root, at, func(value, _ *tree.Node) {
			for _, p := range value.Pairs {
				if p.Value.Kind == tree.Scalar && r.kind.Secret != "" && pattern.Compiled(r.kind.Secret).MatchString(p.Value.Text) && syntax.ValidName(p.Key) {
					r.vars = append(r.vars, p.Key)
				}
			}
		})
	}
	for i := range r.kind.Runs {
		run := &r.kind.Runs[i]
		at := run.At
		if loose {
			at = at[strings.LastIndexByte(at, '.')+1:]
		}
		tree.Find(root, at, func(value, holder *tree.Node) { r.value(run, value, holder) })
	}
}

// parse reads a text in a format. A YAML text that cannot be parsed is read
// loosely, since whoever runs it may read it in another way.
func parse(format catalog.Format, text string) (root *tree.Node, loose bool) {
	var err error
	switch format {
	case catalog.FormatJSON:
		root, _ = tree.JSON(text)
	case catalog.FormatTOML:
		root, _ = tree.TOML(text)
	case catalog.FormatINI:
		root = tree.INI(text)
	case catalog.FormatYAML:
		if root, err = tree.YAML(text); err != nil {
			return tree.Loose(text), true
		}
	}
	return root, false
}

// value is what stands at a place of commands: a text, the words of a command,
// or commands that run one after another.
func (r *reader) value(run *catalog.EmbedRun, value, holder *tree.Node) {
	program := run.Program
	if run.Shell != "" {
		if s := holder.Get(run.Shell); s != nil {
			program = s.Text
		}
	}
	line := value.Line
	if value.Block {
		line++
	}
	switch {
	case value.Kind == tree.Scalar:
		text := value.Text
		if run.Mark != "" {
			rest, ok := strings.CutPrefix(strings.TrimLeft(text, "-@+:"), run.Mark)
			if !ok {
				return
			}
			text = rest
		}
		if args := holder.Get(run.Args); run.Args != "" && args != nil {
			text = join(append([]string{text}, args.Strings()...))
		}
		r.add(text, program, line)
	case value.Kind == tree.Sequence && run.Each:
		var text []string
		var lines []int
		for _, s := range scalars(value, 0) {
			at := s.Line
			if s.Block {
				at++
			}
			text = append(text, s.Text)
			for i := range 1 + strings.Count(s.Text, "\n") {
				lines = append(lines, at+i)
			}
		}
		r.addLines(strings.Join(text, "\n"), program, lines)
	case value.Kind == tree.Sequence:
		r.add(join(value.Strings()), program, line)
	}
}

// scalars are the texts in a list and the lists in it.
func scalars(n *tree.Node, depth int) []*tree.Node {
	var out []*tree.Node
	for _, x := range n.Items {
		switch {
		case x.Kind == tree.Scalar:
			out = append(out, x)
		case x.Kind == tree.Sequence && depth < 8:
			out = append(out, scalars(x, depth+1)...)
		}
	}
	return out
}

// join is words as a shell text.
func join(words []string) string {
	quoted := make([]string, 0, len(words))
	for i, w := range words {
		q, err := syntax.Quote(w, syntax.LangBash)
		if err != nil || i == 0 && !strings.ContainsAny(w, " \t\n") {
			q = w
		}
		quoted = append(quoted, q)
	}
	return strings.Join(quoted, " ")
}
