package shell

import "github.com/ravenclaude/thing/internal/catalog"

// awk follows the pipes and redirections of an awk program. Its calls are
// followed like those of any language.
func (e *embedded) awk(text string) {
	l := e.a.language("awk")
	if l == nil {
		return
	}
	tokens := lex(l, text).tokens
	held := map[string]value{} // variables that hold a string
	for i := 0; i+2 < len(tokens); i++ {
		if tokens[i].kind == tokenWord && tokens[i+1].text == "=" && tokens[i+2].kind == tokenText {
			held[tokens[i].text] = static(tokens[i+2].text)
		}
	}
	// part is the string at i, as far as it is known.
	part := func(i int) (value, bool) {
		if i < 0 || i >= len(tokens) {
			return value{}, false
		}
		t := tokens[i]
		v, ok := held[t.text]
		switch {
		case t.kind == tokenText:
			v = e.value(t.text)
		case t.kind != tokenWord || !ok:
			return value{}, false
		}
		if i+1 < len(tokens) && (tokens[i+1].kind == tokenWord && tokens[i+1].text != "getline" || tokens[i+1].kind == tokenText) {
			v.dyn, v.known = true, len(v.text)
			v.text += "…"
		}
		return v, true
	}
	prints := false
	for i, t := range tokens {
		switch {
		case t.kind == tokenWord && (t.text == "print" || t.text == "printf"):
			prints = true
		case t.kind == tokenLine, t.kind == tokenMark && (t.text == ";" || t.text == "{" || t.text == "}"):
			prints = false
		case t.kind == tokenMark && t.text == "|" && (i == 0 || tokens[i-1].text != "|"):
			next := i + 1
			if next < len(tokens) && tokens[next].kind == tokenMark && tokens[next].text == "&" {
				next++
			}
			command := next
			if next < len(tokens) && tokens[next].text == "getline" {
				command = i - 1
			} else if !prints {
				continue
			}
			if v, ok := part(command); ok {
				e.shell(v)
			} else {
				e.a.opaque("which command the script runs is not known before it runs", e.span)
			}
		case t.kind == tokenMark && t.text == ">" && prints && (i == 0 || tokens[i-1].text != ">"):
			effect, next := catalog.Write, i+1
			if next < len(tokens) && tokens[next].kind == tokenMark && tokens[next].text == ">" {
				effect, next = catalog.Append, next+1
			}
			if v, ok := part(next); ok {
				e.touch(effect, v, false)
			}
		case t.kind == tokenMark && t.text == "<" && i > 0 && tokens[i-1].text == "getline":
			if v, ok := part(i + 1); ok {
				e.touch(catalog.Read, v, false)
			}
		}
	}
}
