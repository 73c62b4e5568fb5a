package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/encoding/jsonschema"

	"github.com/ravenclaude/thing/spec"
)

// schemas are the definitions that the outside gets to see, with a title each.
var schemas = []struct{ definition, title string }{
	{"#DecisionRecord", "Decision on one tool call"},
	{"#AuditEntry", "Entry of the audit log"},
	{"#Outcome", "Outcome of a tool call, or of a session"},
	{"#LogStats", "Sum of the audit log"},
	{"#SeatVerdict", "Answer of one seat"},
	{"#QuestionVerdict", "Answer of one seat to a question"},
	{"#Ruling", "Answer of a panel to a question"},
	{"#ScanDifference", "Call that two configurations decide differently"},
	{"#Explain", "Explanation of a concern or a command"},
	{"#ConfigShow", "Configuration of a directory"},
	{"#Doctor", "State of health of the review"},
	{"#Status", "Where the hook is registered"},
	{"#Version", "Version of thing"},
	{"#CouncilPlan", "Plan of a run of the council"},
	{"#CouncilEvidence", "Evidence file of a run of the council"},
	{"#CouncilJudgment", "Judge's file of a run of the council"},
	{"#CouncilBallots", "Cross-review file of a run of the council"},
	{"#CouncilTokens", "Tokens file of a run of the council"},
	{"#CouncilReport", "Twin of a report of the council"},
	{"#CouncilIndex", "Index of the council's runs by task"},
	{"#CouncilAnchor", "Fabrication found in a session"},
	{"#CouncilTask", "Task that may require the council"},
}

// emitSchema renders a JSON Schema file for each public definition, and a Go
// file that embeds them. A spec without the definition has no such file.
func emitSchema(s *spec.Spec) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, x := range schemas {
		v := s.Value().LookupPath(cue.ParsePath(x.definition))
		if !v.Exists() {
			continue
		}
		name := kebab(strings.TrimPrefix(x.definition, "#")) + ".schema.json"
		b, err := schema(v, name, x.title)
		if err != nil {
			return nil, fmt.Errorf("schema of %s: %w", x.definition, err)
		}
		files["schema/"+name] = b
	}
	if len(files) > 0 {
		files["schema/embed_gen.go"] = []byte("// " + mark + `

// Package schema holds the JSON Schemas of what the commands read and print.
package schema

import "embed"

// Files are the schemas, by file name.
//
//go:embed *.schema.json
var Files embed.FS
`)
	}
	return files, nil
}

func schema(v cue.Value, name, title string) ([]byte, error) {
	expr, err := jsonschema.Generate(v, &jsonschema.GenerateConfig{
		Version:   jsonschema.VersionDraft2020_12,
		NamesFunc: names,
	})
	if err != nil {
		return nil, err
	}
	st, ok := expr.(*ast.StructLit)
	if !ok {
		return nil, fmt.Errorf("is no object")
	}
	head := map[string]string{
		"$id":      "https://" + module + "/generated/schema/" + name,
		"$comment": mark,
		"title":    title,
	}
	var elts []ast.Decl
	for _, e := range st.Elts {
		elts = append(elts, e)
		if f, ok := e.(*ast.Field); ok && fieldName(f) == "$schema" {
			for _, key := range []string{"$id", "$comment", "title"} {
				elts = append(elts, &ast.Field{Label: ast.NewString(key), Value: ast.NewString(head[key])})
			}
		}
	}
	st.Elts = elts
	raw, err := cuecontext.New().BuildExpr(st).MarshalJSON()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func fieldName(f *ast.Field) string {
	name, _, _ := ast.LabelName(f.Label)
	return name
}

// names calls each definition what the spec calls it.
func names(refs []*jsonschema.CUERef) {
	for _, r := range refs {
		r.Name = strings.ReplaceAll(strings.ReplaceAll(r.Path.String(), "#", ""), ".", "_")
	}
}

// kebab is FooBar as foo-bar.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
