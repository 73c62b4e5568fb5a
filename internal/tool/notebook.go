package tool

import (
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/document"
	"github.com/ravenclaude/thing/internal/embed"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/shell"
	"github.com/ravenclaude/thing/internal/tree"
)

// The words of the client's own contract for a notebook's cells.
const (
	insertCell = "insert"
	deleteCell = "delete"
	codeCell   = "code"
)

// cell is an edit of one cell of a notebook, which is judged as a document of
// its own.
func (a *analyzer) cell(t *fact.Touch, old content, form *catalog.Notebook) {
	mode, kind := a.text(form.Mode), a.text(form.Kind)
	was, lang := cellOf(old.text, a.text(form.Cell))
	if kind == "" {
		kind = lang
	}
	d := fact.Document{}
	if mode != deleteCell {
		d.After = unix(a.text(form.Source))
		d.Pieces = []document.Piece{{End: len(d.After), Field: form.Source}}
	}
	if mode == insertCell {
		was = ""
	}
	path := t.Path
	old.text = was
	a.hold(d, old)
	if kind != codeCell && kind != "" {
		return
	}
	last := &a.f.Documents[len(a.f.Documents)-1]
	if how := embed.Kind(a.env.Tables, path); how != nil && last.After != "" {
		if a.runs(last, shell.Commands(path, last.After, how, embed.Cell(how, last.After), a.env)) {
			a.was(last, shell.Commands(path, last.Before, how, embed.Cell(how, last.Before), a.env))
		}
	}
}

// cellOf finds a cell by its id, or by its number where it has none, and
// returns its text and kind.
func cellOf(notebook, id string) (source, kind string) {
	root, _ := tree.JSON(notebook)
	at := -1
	if n, err := strconv.Atoi(strings.TrimPrefix(id, "cell-")); err == nil {
		at = n
	}
	i := 0
	tree.Find(root, "cells[]", func(cell, _ *tree.Node) {
		own := cell.Get("id")
		if own != nil && own.Text == id || own == nil && i == at {
			source = strings.Join(cell.Get("source").Strings(), "")
			if k := cell.Get("cell_type"); k != nil {
				kind = k.Text
			}
		}
		i++
	})
	return source, kind
}
