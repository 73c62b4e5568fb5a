package embed

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/tree"
)

// notebook reads the cells of code. In them, lines behind ! and cells behind some
// words are shell.
func (r *reader) notebook(text string) {
	root, _ := tree.JSON(text)
	tree.Find(root, "cells[]", func(cell, _ *tree.Node) {
		kind, source := cell.Get("cell_type"), cell.Get("source")
		if kind == nil || kind.Text != "code" || source == nil {
			return
		}
		// A list has a line of the cell in each line of the file, a text all in one.
		var lines []string
		at := func(int) int { return source.Line }
		if source.Kind == tree.Sequence {
			lines = strings.Split(strings.Join(source.Strings(), ""), "\n")
			at = func(i int) int { return source.Items[min(i, len(source.Items)-1)].Line }
		} else {
			lines = strings.Split(source.Text, "\n")
		}
		if source.Kind == tree.Sequence && len(source.Items) == 0 {
			return
		}
		r.cell(lines, at)
	})
}

func (r *reader) cell(lines []string, at func(int) int) {
	program := ""
	for _, run := range r.kind.Runs {
		program = run.Program
	}
	if magic, ok := strings.CutPrefix(lines[0], "%%"); ok {
		lines = append([]string{""}, lines[1:]...)
		name, _, _ := strings.Cut(strings.TrimSpace(magic), " ")
		switch {
		case slices.Contains(r.kind.ShellCells, name):
			program = ""
		case !slices.Contains(r.kind.CodeCells, name):
			return
		}
	}
	var code []string
	var numbers []int
	for i, line := range lines {
		if command, ok := strings.CutPrefix(strings.TrimSpace(line), "!"); ok && program != "" {
			r.add(command, "", at(i))
			line = ""
		}
		if strings.HasPrefix(line, "%") {
			line = ""
		}
		code, numbers = append(code, line), append(numbers, at(i))
	}
	r.addLines(strings.Join(code, "\n"), program, numbers)
}

// Cell lists the commands of a single cell of code.
func Cell(kind *catalog.Embed, text string) []Command {
	r := &reader{kind: kind}
	r.cell(strings.Split(text, "\n"), func(i int) int { return i + 1 })
	return r.list
}
