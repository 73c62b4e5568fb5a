package tree

import "strings"

// INI reads sections of name=value lines, as git and systemd have them. The
// key of [a "b"] is a.b. A backslash at the end of a line continues it.
func INI(text string) *Node {
	root := &Node{Kind: Mapping, Line: 1}
	section, nodes := root, 0
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines) && nodes < maxNodes; i++ {
		line, at := strings.TrimSpace(lines[i]), i+1
		switch {
		case line == "" || line[0] == '#' || line[0] == ';':
			continue
		case line[0] == '[':
			head, rest, _ := strings.Cut(line[1:], "]")
			name, sub, ok := strings.Cut(head, " ")
			if ok {
				name += "." + strings.Trim(strings.TrimSpace(sub), `"`)
			}
			section = &Node{Kind: Mapping, Line: at}
			root.Pairs = append(root.Pairs, Pair{strings.ToLower(name), section})
			if line = strings.TrimSpace(rest); line == "" {
				continue
			}
		}
		for strings.HasSuffix(line, `\`) && i+1 < len(lines) {
			i++
			line = line[:len(line)-1] + lines[i]
		}
		key, value, _ := strings.Cut(line, "=")
		nodes++
		section.Pairs = append(section.Pairs, Pair{strings.ToLower(strings.TrimSpace(key)), &Node{Text: bare(strings.TrimSpace(value)), Line: at}})
	}
	return root
}

// bare is a value without quotes around it and the escapes in it.
func bare(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\n`, "\n", `\t`, "\t").Replace(s[1 : len(s)-1])
}
