package tree

import "strings"

// Loose reads a YAML text that cannot be parsed as one flat mapping: every line
// that gives a key a value, with what is indented below it.
func Loose(text string) *Node {
	root := &Node{Kind: Mapping, Line: 1}
	lines := strings.Split(text, "\n")
	steps := 0
	for i := 0; i < len(lines) && steps < maxNodes; i++ {
		steps++
		line := strings.TrimLeft(lines[i], " \t-")
		key, value, ok := strings.Cut(line, ":")
		if !ok || key == "" || strings.ContainsAny(key, " #") || value != "" && value[0] != ' ' && value[0] != '\r' {
			continue
		}
		n := &Node{Text: strings.Trim(strings.TrimSpace(value), `"'`), Line: i + 1}
		root.Pairs = append(root.Pairs, Pair{strings.Trim(key, `"'`), n})
		block := strings.HasPrefix(n.Text, "|") || strings.HasPrefix(n.Text, ">")
		if n.Text != "" && !block {
			continue
		}
		own := indent(lines[i])
		var below []string
		for k := i + 1; k < len(lines) && (strings.TrimSpace(lines[k]) == "" || indent(lines[k]) > own || !block && indent(lines[k]) == own && strings.HasPrefix(strings.TrimLeft(lines[k], " "), "- ")); k++ {
			below = append(below, lines[k])
			steps++
		}
		if block {
			n.Text, n.Block = strings.Join(dedent(below), "\n"), true
			i += len(below)
			continue
		}
		for k, l := range below {
			if item, ok := strings.CutPrefix(strings.TrimLeft(l, " "), "- "); ok {
				n.Kind = Sequence
				n.Items = append(n.Items, &Node{Text: strings.Trim(strings.TrimSpace(item), `"'`), Line: i + 2 + k})
			}
		}
	}
	return root
}

// indent is how many blanks a line begins with.
func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// dedent takes the blanks away that every line begins with.
func dedent(lines []string) []string {
	least := -1
	for _, l := range lines {
		if strings.TrimSpace(l) != "" && (least < 0 || indent(l) < least) {
			least = indent(l)
		}
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		if len(l) >= least && least > 0 {
			l = l[least:]
		}
		out[i] = l
	}
	return out
}
