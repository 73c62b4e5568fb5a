package spec

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// source knows where the facts are written. A unified CUE value has several
// positions, most of them in the schema; the syntax has the one that counts.
type source struct {
	fsys  fs.FS
	value cue.Value
	at    map[string][]token.Pos
}

// schemaFile only holds shapes: no fact is located there.
const schemaFile = "schema.cue"

func key(path []string) string { return strings.Join(path, "\x00") }

// index lists the positions of every authored field and list element by its path.
func index(files []*ast.File) map[string][]token.Pos {
	at := map[string][]token.Pos{}
	var expr func(path []string, e ast.Expr)
	var decls func(path []string, ds []ast.Decl)
	add := func(p []string, pos token.Pos) { at[key(p)] = append(at[key(p)], pos) }
	decls = func(p []string, ds []ast.Decl) {
		for _, d := range ds {
			switch d := d.(type) {
			case *ast.Field:
				name, _, err := ast.LabelName(d.Label)
				if err != nil || strings.HasPrefix(name, "#") {
					continue
				}
				below := append(p[:len(p):len(p)], name)
				add(below, d.Pos())
				expr(below, d.Value)
			case *ast.EmbedDecl:
				expr(p, d.Expr)
			}
		}
	}
	expr = func(p []string, e ast.Expr) {
		switch e := e.(type) {
		case *ast.StructLit:
			decls(p, e.Elts)
		case *ast.Comprehension:
			expr(p, e.Value)
		case *ast.BinaryExpr:
			expr(p, e.X)
			expr(p, e.Y)
		case *ast.ParenExpr:
			expr(p, e.X)
		case *ast.ListLit:
			for i, element := range e.Elts {
				if _, ok := element.(*ast.Comprehension); ok {
					break // its length, and so every later index, is not in the syntax
				}
				below := append(p[:len(p):len(p)], strconv.Itoa(i))
				add(below, element.Pos())
				expr(below, element)
			}
		}
	}
	for _, f := range files {
		if path.Base(f.Filename) != schemaFile {
			decls(nil, f.Decls)
		}
	}
	return at
}

// find returns the positions of the field at path, or of the nearest one above it.
func (s *source) find(path []string) []token.Pos {
	for n := len(path); n > 0; n-- {
		if ps := s.at[key(path[:n])]; len(ps) > 0 {
			return ps
		}
	}
	return nil
}

// Problem is a fault at the place where path, or what holds it, is written.
func (s *source) Problem(text string, path ...string) Problem {
	p := Problem{Text: text}
	if ps := s.find(path); len(ps) > 0 {
		p.File, p.Line = ps[0].Filename(), ps[0].Line()
	}
	return p
}

func (s *source) problem(text string, path ...string) error {
	return Problems{s.Problem(text, path...)}
}
