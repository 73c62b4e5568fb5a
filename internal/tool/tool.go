// Package tool understands the calls of every tool of a host: what they read,
// write, fetch and run, in the same terms as a shell command.
package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/shell"
)

// Analyze returns what a call would do. It never fails: what cannot be
// understood stands in Facts.Opaque with its reason. Time and memory are linear
// in the size of the input.
func Analyze(c call.Call, env shell.Env) *fact.Facts {
	a := &analyzer{c: c, env: env, f: &fact.Facts{}}
	if c.Entry == nil {
		a.arguments()
		return a.f
	}
	a.f.Field, a.f.Source = c.Entry.Field, c.Text
	switch c.Entry.Shape {
	case catalog.ShapeShell:
		if c.Text == "" && !a.has(c.Entry.Field) {
			a.connect()
			break
		}
		env.Field = c.Entry.Field
		if c.Entry.Lang != "" {
			return shell.AnalyzeIn(c.Entry.Lang, c.Text, env)
		}
		return shell.Analyze(c.Text, env)
	case catalog.ShapeRead:
		a.read()
	case catalog.ShapeEdit:
		a.edit()
	case catalog.ShapeFetch:
		a.fetch()
	case catalog.ShapeMCP:
		a.mcp()
	case catalog.ShapePrompt:
		a.prompt()
	case catalog.ShapeOpaque:
		a.f.Category = c.Entry.Inside
		a.opaque(fmt.Sprintf("what a call of %s does is not known before it runs", c.Tool))
	}
	return a.f
}

// analyzer carries the analysis of one call.
type analyzer struct {
	c   call.Call
	env shell.Env
	f   *fact.Facts
}

// has reports whether the input has a field.
func (a *analyzer) has(field string) bool {
	raw, ok := a.c.Input[field]
	return ok && !bytes.Equal(raw, []byte("null"))
}

// text is a string of the input, by its keys with dots between them; "" if there
// is none.
func (a *analyzer) text(keys string) string {
	in := a.c.Input
	for {
		key, rest, deeper := strings.Cut(keys, ".")
		if !deeper {
			return text(in, key)
		}
		var below map[string]json.RawMessage
		if err := json.Unmarshal(in[key], &below); err != nil {
			return ""
		}
		in, keys = below, rest
	}
}

func text(input map[string]json.RawMessage, field string) string {
	var s string
	if err := json.Unmarshal(input[field], &s); err != nil {
		return ""
	}
	return s
}

// without is a call that lacks the field which says what it acts on. Another
// field may say it.
func (a *analyzer) without() {
	a.f.Category = a.c.Entry.Inside
	a.arguments()
	if len(a.f.Invocations)+len(a.f.Touches)+len(a.f.URLs) == 0 {
		a.opaque(fmt.Sprintf("a call of %s without %q says not what it acts on", a.c.Tool, a.c.Entry.Field))
	}
}

func (a *analyzer) opaque(reason string) {
	a.f.Opaque = append(a.f.Opaque, fact.Opaque{Reason: reason, Span: fact.Span{End: len(a.f.Source)}})
}

// in is the place of a whole field.
func (a *analyzer) in(field string) fact.At {
	if field == a.f.Field {
		return fact.At{}
	}
	return fact.At{Field: field}
}
