package task

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Justfile is what a just file says.
type Justfile struct {
	Variables []Variable
	Recipes   []Recipe
	Aliases   map[string]string
	Imports   []string // paths of files that are read as if they stood here
	Modules   []Module
}

// Variable is a name with its value as written.
type Variable struct {
	Name  string
	Value Line
}

// Recipe is a named list of commands.
type Recipe struct {
	Name   string
	Params []string // name, or name=default
	Needs  []string // other recipes, those with arguments in brackets
	Lines  []Line
}

// Module is another just file whose recipes have names of their own.
type Module struct {
	Name string
	Path string // "" if it lies at the usual place
}

// Just reads a just file.
func Just(text string) *Justfile {
	j := &Justfile{Aliases: map[string]string{}}
	indent, in := "", false
	for pos := 0; pos < len(text); {
		start := pos
		line, next := logicalLine(text, pos)
		pos = next
		at := Line{line, start, start + len(line)}
		blank := strings.TrimSpace(line) == ""
		if line != "" && (line[0] == ' ' || line[0] == '\t') {
			if !in || blank {
				continue
			}
			r := &j.Recipes[len(j.Recipes)-1]
			if len(r.Lines) == 0 {
				indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
			}
			at.Text = strings.TrimPrefix(line, indent)
			r.Lines = append(r.Lines, at)
			continue
		}
		if blank || line[0] == '#' || line[0] == '[' {
			continue
		}
		at.Text = joinLines(line)
		in = j.statement(at)
	}
	return j
}

// statement reads a line that is not indented, and reports whether it begins a
// recipe.
func (j *Justfile) statement(at Line) bool {
	line := at.Text
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.TrimSuffix(word, "?") {
	case "set":
		return false
	case "import":
		if p := unquoted(rest); p != "" {
			j.Imports = append(j.Imports, p)
			return false
		}
	case "mod":
		name, p, _ := strings.Cut(rest, " ")
		if p = unquoted(strings.TrimSpace(p)); syntax.ValidName(strings.ReplaceAll(name, "-", "_")) {
			j.Modules = append(j.Modules, Module{name, p})
			return false
		}
	}
	if name, value, ok := strings.Cut(line, ":="); ok {
		j.assign(word, strings.TrimSpace(name), Line{strings.TrimSpace(value), at.Start, at.End})
		return false
	}
	head, needs, ok := CutColon(line)
	fields := strings.Fields(strings.TrimPrefix(head, "@"))
	if len(fields) == 0 || !ok {
		return false
	}
	j.Recipes = append(j.Recipes, Recipe{Name: fields[0], Params: fields[1:], Needs: dependencies(uncommented(needs))})
	return true
}

func (j *Justfile) assign(word, name string, value Line) {
	switch word {
	case "alias":
		j.Aliases[strings.TrimSpace(strings.TrimPrefix(name, word))] = value.Text
		return
	case "export":
		name = strings.TrimSpace(strings.TrimPrefix(name, word))
	}
	if syntax.ValidName(strings.ReplaceAll(name, "-", "_")) {
		j.Variables = append(j.Variables, Variable{name, value})
	}
}

// unquoted is the text in the quotes that s begins with, or "".
func unquoted(s string) string {
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return ""
	}
	text, _, _ := strings.Cut(s[1:], s[:1])
	return text
}

// dependencies splits names, and names with arguments in brackets.
func dependencies(s string) []string {
	var out []string
	s = strings.ReplaceAll(s, "&&", " ")
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t")
		if s[0] == '(' {
			end = strings.IndexByte(s, ')') + 1
		}
		if end <= 0 {
			end = len(s)
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}
