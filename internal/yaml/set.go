package yaml

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// ErrByHand is for documents that Set does not know how to change.
var ErrByHand = errors.New("the file is written in a way that cannot be changed safely: edit it by hand")

// Set gives a value, written as Flow writes it, to the key that a path of keys
// leads to, and makes what lacks on the way. Everything else stays as it is:
// comments, order, style, blank lines. Whatever is below the key is replaced.
func Set(src []byte, path []string, value string) ([]byte, error) {
	before, err := Parse(src)
	if err != nil {
		return nil, err
	}
	if bytes.Count(src, []byte("\r")) != bytes.Count(src, []byte("\r\n")) {
		return nil, ErrByHand // a line may end with it
	}
	file, err := parser.ParseBytes(src, 0)
	if err != nil {
		return nil, syntax(err)
	}
	e := editor{lines: strings.SplitAfter(string(src), "\n"), path: path, value: value}
	if n := len(e.lines); e.lines[n-1] == "" {
		e.lines = e.lines[:n-1]
	} else {
		e.lines[n-1] += "\n"
	}
	body := first(file)
	if body == nil {
		err = e.insert(len(e.lines), "", path)
	} else {
		err = e.mapping(body, 0, e.end(len(e.lines)))
	}
	if err != nil {
		return nil, err
	}
	out := []byte(strings.Join(e.lines, ""))
	after, err := Parse(out)
	if err != nil {
		return nil, ErrByHand
	}
	want, err := Parse([]byte(value))
	if err != nil {
		return nil, err
	}
	if got := take(after, path); got == nil || !equal(got, want) {
		return nil, ErrByHand
	}
	if take(before, path); !equal(prune(before, path), prune(after, path)) {
		return nil, ErrByHand
	}
	return out, nil
}

// first is the body of the document, nil if it says nothing.
func first(file *ast.File) ast.Node {
	for _, d := range file.Docs {
		if d.Body != nil && d.Body.Type() != ast.CommentType && d.Body.Type() != ast.DirectiveType && d.Body.Type() != ast.NullType {
			return d.Body
		}
	}
	return nil
}

// take removes the value that a path leads to and returns it.
func take(n *Node, path []string) *Node {
	for i, p := range n.Pairs {
		if !strings.EqualFold(p.Key, path[0]) {
			continue
		}
		if len(path) > 1 {
			return take(p.Value, path[1:])
		}
		n.Pairs = slices.Delete(slices.Clone(n.Pairs), i, i+1)
		return p.Value
	}
	return nil
}

// prune is a node without the mappings on the way of a path that hold nothing.
func prune(n *Node, path []string) *Node {
	if len(path) == 0 || n.Null {
		return n
	}
	out := *n
	out.Pairs = nil
	for _, p := range n.Pairs {
		if strings.EqualFold(p.Key, path[0]) {
			if p.Value = prune(p.Value, path[1:]); p.Value.Null || p.Value.Kind == Mapping && len(p.Value.Pairs) == 0 {
				continue
			}
		}
		out.Pairs = append(out.Pairs, p)
	}
	if out.Kind == Mapping && len(out.Pairs) == 0 {
		return &Node{Null: true}
	}
	return &out
}

func equal(a, b *Node) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Null == b.Null && slices.EqualFunc(a.Items, b.Items, equal) &&
		slices.EqualFunc(a.Pairs, b.Pairs, func(x, y Pair) bool { return x.Key == y.Key && equal(x.Value, y.Value) })
}

type editor struct {
	lines []string // with their ends
	path  []string
	value string
}

// mapping changes a mapping that the first i keys lead to and that ends before
// a line.
func (e *editor) mapping(n ast.Node, i, end int) error {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return ErrByHand
	}
	if m.IsFlowStyle {
		return e.flow(m, i)
	}
	for k, v := range m.Values {
		if v.Key.IsMergeKey() || !strings.EqualFold(keyText(v), e.path[i]) {
			continue
		}
		line := v.Key.GetToken().Position.Line - 1
		stop := end
		if k+1 < len(m.Values) {
			stop = m.Values[k+1].Key.GetToken().Position.Line - 1
		}
		stop = max(e.end(stop), line+1)
		switch _, nested := v.Value.(*ast.MappingNode); {
		case i == len(e.path)-1:
			return e.replace(v, line, stop, e.value)
		case nested:
			return e.mapping(v.Value, i+1, stop)
		case v.Value.Type() == ast.NullType:
			return e.insert(line+1, indent(e.lines[line])+"  ", e.path[i+1:])
		}
		return ErrByHand
	}
	at := m.Values[0].Key.GetToken().Position
	return e.insert(end, e.lines[at.Line-1][:offset(e.lines[at.Line-1], at.Column)], e.path[i:])
}

func keyText(v *ast.MappingValueNode) string {
	if s, ok := v.Key.(*ast.StringNode); ok {
		return strings.TrimSpace(s.Value)
	}
	return ""
}

// end goes back over what does not belong to the lines before: blank lines,
// comments, and the mark of the document's end.
func (e *editor) end(line int) int {
	for line > 0 {
		text := strings.TrimSpace(e.lines[line-1])
		if text != "" && text[0] != '#' && text != "..." {
			break
		}
		line--
	}
	return line
}

func indent(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// offset is where a column begins, which counts characters from 1.
func offset(line string, column int) int {
	n := 0
	for range column - 1 {
		_, size := utf8.DecodeRuneInString(line[n:])
		n += size
	}
	return n
}

// insert adds the keys of a path before a line.
func (e *editor) insert(line int, indent string, path []string) error {
	if strings.TrimLeft(indent, " ") != "" {
		return ErrByHand
	}
	var add []string
	for i, key := range path {
		text := indent + strings.Repeat("  ", i) + Flow(key) + ":"
		if i == len(path)-1 {
			text += " " + e.value
		}
		add = append(add, text+"\n")
	}
	e.lines = slices.Insert(e.lines, line, add...)
	return nil
}

// replace writes a value behind a key, in place of all up to a line. A comment
// behind a value on the same line stays.
func (e *editor) replace(v *ast.MappingValueNode, line, stop int, value string) error {
	colon := v.Start.Position
	if colon.Line-1 != line {
		return ErrByHand
	}
	text := strings.TrimRight(e.lines[line], "\r\n")
	at := offset(text, colon.Column) + 1
	if at > len(text) || text[at-1] != ':' {
		return ErrByHand
	}
	e.lines[line] = text[:at] + " " + value + comment(text[at:]) + e.lines[line][len(text):]
	e.lines = slices.Delete(e.lines, line+1, stop)
	return nil
}

// comment is the comment at the end of a value, with the blanks before it.
func comment(text string) string {
	var quote byte
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && i > 0 && (text[i-1] == ' ' || text[i-1] == '\t'):
			return text[len(strings.TrimRight(text[:i], " \t")):]
		}
	}
	return ""
}

// flow changes a mapping in braces, which has to stand on one line.
func (e *editor) flow(m *ast.MappingNode, i int) error {
	from, to := m.Start.Position, m.End.Position
	if from.Line != to.Line {
		return ErrByHand
	}
	line := e.lines[from.Line-1]
	for k, v := range m.Values {
		if !strings.EqualFold(keyText(v), e.path[i]) {
			continue
		}
		if i < len(e.path)-1 {
			return e.mapping(v.Value, i+1, 0)
		}
		a := offset(line, v.Start.Position.Column) + 1
		b := offset(line, to.Column)
		if k+1 < len(m.Values) {
			b = strings.LastIndexByte(line[:offset(line, m.Values[k+1].Key.GetToken().Position.Column)], ',')
		}
		if a > b {
			return ErrByHand
		}
		e.lines[from.Line-1] = line[:a] + " " + e.value + line[b:]
		return nil
	}
	text := e.value
	for k := len(e.path) - 1; k >= i; k-- {
		if text = Flow(e.path[k]) + ": " + text; k > i {
			text = "{" + text + "}"
		}
	}
	if len(m.Values) > 0 {
		text = ", " + text
	}
	at := offset(line, to.Column)
	head := strings.TrimRight(line[:at], " ")
	e.lines[from.Line-1] = head + text + line[at:]
	return nil
}

// FlowList writes a list of words so that it is read as what it is.
func FlowList(list []string) string {
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = Flow(w)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// Flow writes a word so that it is read as what it is.
func Flow(word string) string {
	plain := word != "" && !bytes.ContainsFunc([]byte(word), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./", r))
	})
	if plain && word[0] != '-' && word != "." && word != "~" && !strings.EqualFold(word, "null") {
		return word
	}
	return strconv.Quote(word)
}
