package yaml

import "strings"

// plain reads a document that consists of nested mappings of plain words, as
// most posture files do. It returns nil for any other, which the library has to
// read: that costs a process a twentieth of the time that an answer takes, most of
// it for code and tables that nothing else needs.
func plain(src string) *Node {
	type level struct {
		indent int
		node   *Node
	}
	root := &Node{Kind: Mapping}
	open := []level{{0, root}}
	last, bare := root, false // the value of the last entry, which deeper lines belong to if nothing is written there
	n := 0
	for line := range strings.SplitSeq(src, "\n") {
		n++
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		if text == "" || text[0] == '#' {
			if !printable(text) {
				return nil
			}
			continue
		}
		key, value, ok := entry(text)
		if !ok {
			return nil
		}
		top := &open[len(open)-1]
		switch {
		case len(root.Pairs) == 0:
			top.indent, root.Line = indent, n
		case indent > top.indent:
			if !bare || len(open) == maxNesting {
				return nil
			}
			last.Kind, last.Null, last.Line = Mapping, false, n
			open = append(open, level{indent, last})
		default:
			for len(open) > 1 && indent < open[len(open)-1].indent {
				open = open[:len(open)-1]
			}
			if indent != open[len(open)-1].indent {
				return nil
			}
		}
		node := open[len(open)-1].node
		if node.At(key) != nil || n > maxPlain {
			return nil
		}
		last, bare = &Node{Text: value, Line: n}, value == ""
		if bare || null(value) {
			last.Text, last.Null = "", true
		}
		node.Pairs = append(node.Pairs, Pair{Key: key, Line: n, Value: last})
	}
	if len(root.Pairs) == 0 {
		return nil
	}
	return root
}

// maxPlain bounds the lines of a plain document.
const maxPlain = 1000

// entry splits "key: value # comment" into its words.
func entry(text string) (key, value string, ok bool) {
	n := word(text)
	if n == 0 || !strings.HasPrefix(text[n:], ":") || null(text[:n]) {
		return "", "", false
	}
	key, text = text[:n], text[n+1:]
	if rest := strings.TrimLeft(text, " "); len(rest) < len(text) && rest != "" && rest[0] != '#' {
		n = word(rest)
		value, text = rest[:n], rest[n:]
		if n == 0 {
			return "", "", false
		}
	}
	rest := strings.TrimLeft(text, " ")
	comment := rest != "" && rest[0] == '#' && len(rest) < len(text) && printable(rest)
	return key, value, rest == "" || comment
}

// word is the length of the plain word that text begins with.
func word(text string) int {
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-' && i > 0:
		default:
			return i
		}
	}
	return len(text)
}

// printable reports whether text is ASCII without control characters.
func printable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

func null(word string) bool { return word == "null" || word == "Null" || word == "NULL" }
