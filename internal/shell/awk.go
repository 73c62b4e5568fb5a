package shell

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/lexer"
)

// awk follows the pipes and redirections of an awk program. Its calls are
// followed like those of any language.
func (e *embedded) awk(text string) {
	l := e.a.language("awk")
	if l == nil {
		return
	}
	tokens := lexer.Scan(l, text).Tokens
	held := map[string]value{} // variables that hold a string
	for i := 0; i+2 < len(tokens); i++ {
		if tokens[i].Kind == lexer.Word && tokens[i+1].Text == "=" && tokens[i+2].Kind == lexer.Text {
			held[tokens[i].Text] = static(tokens[i+2].Text)
		}
	}
	// part is the string at i, as far as it is known.
	part := func(i int) (value, bool) {
		if i < 0 || i >= len(tokens) {
			return value{}, false
		}
		t := tokens[i]
		v, ok := held[t.Text]
		switch {
		case t.Kind == lexer.Text:
			v = e.value(t.Text)
		case t.Kind != lexer.Word || !ok:
			return value{}, false
		}
		if i+1 < len(tokens) && (tokens[i+1].Kind == lexer.Word && tokens[i+1].Text != "getline" || tokens[i+1].Kind == lexer.Text) {
			v.dyn, v.known = true, len(v.text)
			v.text += "…"
		}
		return v, true
	}
	prints := false
	for i, t := range tokens {
		switch {
		case t.Kind == lexer.Word && (t.Text == "print" || t.Text == "printf"):
			prints = true
		case t.Kind == lexer.Line, t.Kind == lexer.Mark && (t.Text == ";" || t.Text == "{" || t.Text == "}"):
			prints = false
		case t.Kind == lexer.Mark && t.Text == "|" && (i == 0 || tokens[i-1].Text != "|"):
			next := i + 1
			if next < len(tokens) && tokens[next].Kind == lexer.Mark && tokens[next].Text == "&" {
				next++
			}
			command := next
			if next < len(tokens) && tokens[next].Text == "getline" {
				command = i - 1
			} else if !prints {
				continue
			}
			if v, ok := part(command); ok {
				e.shell(v)
			} else {
				e.a.opaque("which command the script runs is not known before it runs", e.span)
			}
		case t.Kind == lexer.Mark && t.Text == ">" && prints && (i == 0 || tokens[i-1].Text != ">"):
			effect, next := catalog.Write, i+1
			if next < len(tokens) && tokens[next].Kind == lexer.Mark && tokens[next].Text == ">" {
				effect, next = catalog.Append, next+1
			}
			if v, ok := part(next); ok {
				e.touch(effect, v, false)
			}
		case t.Kind == lexer.Mark && t.Text == "<" && i > 0 && tokens[i-1].Text == "getline":
			if v, ok := part(i + 1); ok {
				e.touch(catalog.Read, v, false)
			}
		}
	}
}
