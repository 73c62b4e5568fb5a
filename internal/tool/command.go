package tool

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/pattern"
	"github.com/ravenclaude/thing/internal/server"
	"github.com/ravenclaude/thing/internal/shell"
)

// command is shell text, or the first word of a command whose others stand
// beside it.
func (x *reading) command(field, s string, beside *siblings) {
	word := !strings.ContainsAny(s, " \t\n;|&()<>`$\"'")
	switch {
	case word && x.languageOf(path.Base(s)) != nil && len(beside.words) == 0: // the shell that runs it, not what runs
		x.plain(field, s)
		return
	case word && beside.path && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_-") == "": // what is done to the path
		x.plain(field, s)
		x.words = append(server.Words(s), x.words...)
		return
	case len(beside.words) > 0:
		s += " " + quoted(beside.words)
	}
	x.shell(field, s, "", "", beside)
}

// shell joins what a shell would do with a text to the facts. before and after
// are put around it, and no part of the argument.
func (x *reading) shell(field, s, before, after string, beside *siblings) {
	env := x.env
	env.Field = field
	if beside.directory != "" {
		env.Dir = x.resolve(beside.directory)
	}
	x.f.Parts = append(x.f.Parts, fact.Part{Field: field, Text: s})
	for _, v := range beside.variables {
		before = "export " + v + "\n" + before
	}
	inside := func(n int) int { return min(max(n-len(before), 0), len(s)) }
	x.f.Join(shell.Analyze(before+s+after, env), func(at fact.At, span fact.Span) (fact.At, fact.Span) {
		at.Field = field
		if start, end := inside(span.Start), inside(span.End); start < end {
			return at, fact.Span{Start: start, End: end}
		}
		return at, fact.Span{End: len(s)} // it lies in what was put around
	})
}

// code is text in the language that its own name, an argument beside it or the
// tool's name tells.
func (x *reading) code(field, key, s string, beside *siblings) {
	l := x.languageOf(key)
	if beside.language != "" {
		l = x.languageOf(beside.language)
	}
	for i := 0; l == nil && i < len(x.words); i++ {
		l = x.languageOf(x.words[i])
	}
	switch {
	case l == nil && x.runnable(s):
		x.shell(field, s, "", "", beside)
	case l == nil && x.statement(s):
		x.sql(field, s)
	case l == nil:
		for i := range x.env.Tables.Argument.Languages { // whichever finds something in it
			if l := &x.env.Tables.Argument.Languages[i]; l.Command != "" {
				x.foreign(l, field, s, beside, false)
			}
		}
	case l.SQL:
		x.sql(field, s)
	case l.Command == "":
		x.shell(field, s, "", "", beside)
	default:
		x.foreign(l, field, s, beside, true)
	}
}

// foreign is code in another language than the shell's. One that is only
// guessed has to find more in it than that it runs.
func (x *reading) foreign(l *catalog.ArgumentLanguage, field, s string, beside *siblings, sure bool) {
	end := "END"
	for n := 0; strings.Contains(s, end); n++ {
		end = "END" + strconv.Itoa(n)
	}
	before, after := l.Command+" <<'"+end+"'\n", "\n"+end+"\n"
	if !sure {
		g := shell.Analyze(before+s+after, x.env)
		if len(g.Invocations) < 2 && len(g.Touches) == 0 {
			return
		}
	}
	x.shell(field, s, before, after, beside)
}

// runs reports whether the name of the tool, or of its server, says that it runs
// what it is given.
func (x *reading) runs() bool {
	words := x.words
	if x.f.Server != nil {
		words = slices.Concat(words, server.Words(x.f.Server.Name))
	}
	return server.Effect(&x.env.Tables.Argument, x.words) == catalog.Run || slices.ContainsFunc(words, func(w string) bool {
		return x.kindOf(w) == catalog.ArgumentCommand || x.languageOf(w) != nil
	})
}

// variables are those of a command's variables that change what runs.
func (x *reading) variables(v value) []string {
	var list []string
	for _, m := range v.members {
		i, ok := slices.BinarySearchFunc(x.env.Tables.Environment, m.key, func(e catalog.Environment, s string) int { return strings.Compare(e.Name, s) })
		if ok && m.kind == textKind {
			list = append(list, x.env.Tables.Environment[i].Name+"="+quoted([]string{m.text}))
		}
	}
	return list
}

// runnable reports whether a text is shell text by its first line, or by a
// program that it begins with.
func (x *reading) runnable(s string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if bang, ok := strings.CutPrefix(first, "#!"); ok {
		fields := strings.Fields(bang)
		return len(fields) > 0 && x.languageOf(path.Base(fields[len(fields)-1])) != nil
	}
	word, rest, more := strings.Cut(first, " ")
	if strings.ContainsAny(word, "(){}=:\"'") || more && strings.HasPrefix(rest, "=") {
		return false
	}
	return x.env.Tables.Program(path.Base(word)) != nil
}

func (x *reading) languageOf(name string) *catalog.ArgumentLanguage {
	list, name := x.env.Tables.Argument.Languages, server.Fold(strings.TrimSuffix(name, ".exe"))
	i := slices.IndexFunc(list, func(l catalog.ArgumentLanguage) bool { return slices.Contains(l.Names, name) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

// sql is code of a database.
func (x *reading) sql(field, s string) {
	x.f.Texts = append(x.f.Texts, fact.Text{Value: s, Lang: x.sqlName(), Span: fact.Span{End: len(s)}, At: fact.At{Field: field}})
}

// sqlName is what the tables call the language.
func (x *reading) sqlName() string {
	for _, l := range x.env.Tables.Argument.Languages {
		if l.SQL {
			return l.Names[0]
		}
	}
	return ""
}

// statement reports whether a text is a statement of SQL, or holds one behind
// another.
func (x *reading) statement(s string) bool {
	for {
		s = uncommented(s)
		end := strings.IndexFunc(s, func(r rune) bool { return (r|0x20) < 'a' || (r|0x20) > 'z' })
		if end < 0 {
			end = len(s)
		}
		list := x.env.Tables.Argument.Statements
		i, ok := slices.BinarySearchFunc(list, strings.ToLower(s[:min(end, 16)]), func(t catalog.Statement, w string) int { return strings.Compare(t.Word, w) })
		if ok && pattern.Compiled(list[i].Pattern).MatchString(s) {
			return true
		}
		_, rest, more := strings.Cut(s, ";")
		if !more {
			return false
		}
		s = rest
	}
}

// uncommented is SQL from its first word on.
func uncommented(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n(")
		switch {
		case strings.HasPrefix(s, "--"):
			_, s, _ = strings.Cut(s, "\n")
		case strings.HasPrefix(s, "/*"):
			_, s, _ = strings.Cut(s, "*/")
		default:
			return s
		}
	}
}

// argv reports whether a list holds the words of one command, not a command in
// each, as one whose name is a plural does.
func argv(key string, words []string) bool {
	return !strings.HasSuffix(strings.ToLower(key), "s") && !strings.ContainsAny(words[0], " \t\n")
}

// quoted joins words so that a shell takes each for itself.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,") != "" {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		list[i] = w
	}
	return strings.Join(list, " ")
}
