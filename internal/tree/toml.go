package tree

import (
	"strconv"
	"strings"
)

// TOML reads tables of key = value lines. What is written as it should not be
// is passed over, with an error.
func TOML(text string) (*Node, error) {
	r := &tomlReader{src: text}
	root := &Node{Kind: Mapping, Line: 1}
	table := root
	for r.at < len(r.src) && r.nodes < maxNodes {
		r.blank()
		if r.at >= len(r.src) {
			break
		}
		line := r.line()
		if r.src[r.at] == '[' {
			head := r.rest()
			array := strings.HasPrefix(head, "[[")
			head, _, _ = strings.Cut(strings.TrimLeft(head, "["), "]")
			table = root
			keys := dotted(head)
			for i, key := range keys {
				last := i == len(keys)-1
				next := r.child(table, key)
				if next != nil && next.Kind == Sequence && len(next.Items) > 0 && !(last && array) {
					next = next.Items[len(next.Items)-1]
				}
				switch {
				case last && array:
					if next == nil || next.Kind != Sequence {
						next = &Node{Kind: Sequence, Line: line}
						table.Pairs = append(table.Pairs, Pair{key, next})
					}
					item := &Node{Kind: Mapping, Line: line}
					next.Items = append(next.Items, item)
					next = item
				case next == nil || next.Kind != Mapping:
					next = &Node{Kind: Mapping, Line: line}
					table.Pairs = append(table.Pairs, Pair{key, next})
				}
				table = next
			}
			continue
		}
		r.entry(table, "\n", 0)
	}
	return root, r.err
}

type tomlReader struct {
	src     string
	at      int
	counted int // bytes whose line ends were counted
	lines   int
	nodes   int
	err     error
}

// child is the value of a key in a table. What it takes to find it counts, since
// a text can have many tables.
func (r *tomlReader) child(table *Node, key string) *Node {
	r.nodes += 1 + len(table.Pairs)/64
	return table.Get(key)
}

func (r *tomlReader) line() int {
	r.lines += strings.Count(r.src[r.counted:r.at], "\n")
	r.counted = r.at
	return 1 + r.lines
}

// blank passes over blanks, comments and line ends.
func (r *tomlReader) blank() {
	for r.at < len(r.src) {
		switch r.src[r.at] {
		case ' ', '\t', '\r', '\n':
			r.at++
		case '#':
			r.rest()
		default:
			return
		}
	}
}

// rest is the rest of the line, which is passed over.
func (r *tomlReader) rest() string {
	end := strings.IndexByte(r.src[r.at:], '\n')
	if end < 0 {
		end = len(r.src) - r.at
	}
	s := r.src[r.at : r.at+end]
	r.at += end
	return s
}

// entry reads key = value into a table, up to one of the characters of stop.
func (r *tomlReader) entry(table *Node, stop string, depth int) {
	head := r.at
	for r.at < len(r.src) && r.src[r.at] != '=' && !strings.ContainsRune("\n"+stop, rune(r.src[r.at])) {
		if q := r.src[r.at]; q == '"' || q == '\'' {
			if i := strings.IndexByte(r.src[r.at+1:], q); i >= 0 {
				r.at += i + 1
			}
		}
		r.at++
	}
	if r.at >= len(r.src) || r.src[r.at] != '=' {
		r.err = errSyntax
		if r.at < len(r.src) {
			r.at++
		}
		return
	}
	keys := dotted(r.src[head:r.at])
	line := r.line()
	r.at++
	value := r.value(stop, depth+1)
	for _, key := range keys[:len(keys)-1] {
		next := r.child(table, key)
		if next == nil || next.Kind != Mapping {
			next = &Node{Kind: Mapping, Line: line}
			table.Pairs = append(table.Pairs, Pair{key, next})
		}
		table = next
	}
	table.Pairs = append(table.Pairs, Pair{keys[len(keys)-1], value})
}

func (r *tomlReader) value(stop string, depth int) *Node {
	for r.at < len(r.src) && (r.src[r.at] == ' ' || r.src[r.at] == '\t') {
		r.at++
	}
	n := &Node{Line: r.line()}
	if r.nodes++; r.at >= len(r.src) || depth > maxNesting || r.nodes > maxNodes {
		r.err = errSyntax
		r.at = len(r.src)
		return n
	}
	switch c := r.src[r.at]; c {
	case '"', '\'':
		r.text(n, c)
	case '[', '{':
		r.at++
		n.Kind = Sequence
		end := byte(']')
		if c == '{' {
			n.Kind, end = Mapping, '}'
		}
		for {
			if r.blank(); r.at >= len(r.src) {
				r.err = errSyntax
				return n
			}
			switch r.src[r.at] {
			case end:
				r.at++
				return n
			case ',':
				r.at++
				continue
			}
			before := r.at
			if c == '[' {
				n.Items = append(n.Items, r.value(",]", depth+1))
			} else {
				r.entry(n, ",}", depth+1)
			}
			if r.at == before {
				r.err = errSyntax
				r.at++
			}
		}
	default:
		end := strings.IndexAny(r.src[r.at:], "#\n"+stop)
		if end < 0 {
			end = len(r.src) - r.at
		}
		n.Text = strings.TrimSpace(r.src[r.at : r.at+end])
		r.at += end
	}
	return n
}

// text reads a string that begins with a quote, or with three.
func (r *tomlReader) text(n *Node, q byte) {
	quote := string(q)
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(r.src[r.at:], triple) {
		quote = triple
	}
	r.at += len(quote)
	start := r.at
	for r.at < len(r.src) && !strings.HasPrefix(r.src[r.at:], quote) {
		if r.src[r.at] == '\\' && q == '"' {
			r.at++
		}
		if len(quote) == 1 && r.at < len(r.src) && r.src[r.at] == '\n' {
			break
		}
		r.at++
	}
	end := min(r.at, len(r.src))
	n.Text = r.src[start:end]
	if len(quote) == 3 {
		if strings.HasPrefix(n.Text, "\n") {
			n.Text, n.Block = n.Text[1:], true
		}
	}
	if q == '"' && strings.IndexByte(n.Text, '\\') >= 0 {
		n.Text = unescaped(n.Text)
	}
	if end == len(r.src) || !strings.HasPrefix(r.src[end:], quote) {
		r.at, r.err = end, errSyntax
		return
	}
	r.at = end + len(quote)
}

// unescaped is a basic string with its escapes resolved.
func unescaped(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		if s[0] != '\\' {
			i := strings.IndexByte(s, '\\')
			if i < 0 {
				i = len(s)
			}
			b.WriteString(s[:i])
			s = s[i:]
			continue
		}
		if rest := strings.TrimLeft(s[1:], " \t"); strings.HasPrefix(rest, "\n") {
			s = strings.TrimLeft(rest, " \t\n")
			continue
		}
		c, _, tail, err := strconv.UnquoteChar(s, '"')
		if err != nil {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		b.WriteRune(c)
		s = tail
	}
	return b.String()
}

// dotted are the parts of a key.
func dotted(s string) []string {
	var keys []string
	s = strings.TrimSpace(s)
	for {
		if s != "" && (s[0] == '"' || s[0] == '\'') {
			if i := strings.IndexByte(s[1:], s[0]); i >= 0 {
				keys = append(keys, s[1:1+i])
				_, rest, more := strings.Cut(s[i+2:], ".")
				if !more {
					return keys
				}
				s = strings.TrimSpace(rest)
				continue
			}
		}
		key, rest, more := strings.Cut(s, ".")
		keys = append(keys, strings.TrimSpace(key))
		if !more {
			return keys
		}
		s = strings.TrimSpace(rest)
	}
}
