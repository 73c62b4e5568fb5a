package tree

import (
	"strings"

	"github.com/ravenclaude/thing/internal/yaml"
)

// YAML reads a YAML text. Several documents become one, with the keys of all.
func YAML(text string) (*Node, error) {
	lines := strings.Split(text, "\n")
	var all *Node
	for start := 0; start <= len(lines); {
		end := start
		for end < len(lines) && (end == start || !strings.HasPrefix(lines[end], "---")) {
			end++
		}
		doc, err := yaml.Parse([]byte(strings.Join(lines[start:end], "\n")))
		if err != nil {
			return nil, err
		}
		c := converter{lines: lines, by: start, done: map[*yaml.Node]*Node{}}
		n := c.node(doc)
		if all == nil || all.Kind != Mapping {
			all = n
		} else {
			all.Pairs = append(all.Pairs, n.Pairs...)
		}
		start = max(end, start+1)
	}
	return all, nil
}

// converter turns the nodes of one document, which begins behind by lines.
type converter struct {
	lines []string
	by    int
	done  map[*yaml.Node]*Node
}

func (c *converter) node(n *yaml.Node) *Node {
	if x := c.done[n]; x != nil {
		return x
	}
	x := &Node{Text: n.Text, Line: c.by + n.Line}
	c.done[n] = x
	switch n.Kind {
	case yaml.Mapping:
		x.Kind = Mapping
	case yaml.Sequence:
		x.Kind = Sequence
	default:
		x.Block = strings.Contains(n.Text, "\n") && c.opens(x.Line)
	}
	for _, p := range n.Pairs {
		x.Pairs = append(x.Pairs, Pair{p.Key, c.node(p.Value)})
	}
	for _, i := range n.Items {
		x.Items = append(x.Items, c.node(i))
	}
	return x
}

// opens reports whether a line ends with the sign of a text on the next lines.
func (c *converter) opens(line int) bool {
	if line < 1 || line > len(c.lines) {
		return false
	}
	s, _, _ := strings.Cut(c.lines[line-1], " #")
	s = strings.TrimRight(strings.TrimRight(s, " \t\r"), "+-123456789")
	return strings.HasSuffix(s, "|") || strings.HasSuffix(s, ">")
}
