package testscripts

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// BenchmarkEdit reviews one edit: of a small file, of a large one, of a
// pipeline, and a whole large file that is new.
func BenchmarkEdit(b *testing.B) {
	code := strings.Repeat("func f(a, b int) int { return a + b } // adds two numbers\n", 18000)
	for _, c := range []struct {
		name string
		e    edited
	}{
		{"small", edit("a.go", "package a\n\nfunc f() {}\n", "f()", "g()")},
		{"large", edit("a.go", code+"package a\n", "package a", "package b")},
		{"everywhere", func() edited {
			e := edit("a.go", code, "adds", "sums")
			e.input["replace_all"] = true
			return e
		}()},
		{"new", write("a.go", code)},
		{"pipeline", edit(".github/workflows/ci.yml", workflow("npm ci", "npm test", "go test ./...", "docker build ."), "npm ci", "npm install")},
	} {
		b.Run(c.name, func(b *testing.B) {
			raw, err := json.Marshal(fields{"tool_name": c.e.tool, "tool_input": c.e.input, "cwd": sample.Project, "given": orEmpty(c.e.given)})
			if err != nil {
				b.Fatal(err)
			}
			s, err := sample.Parse(raw)
			if err != nil {
				b.Fatal(err)
			}
			w, all := s.World(), config.All(&tables.Tables)
			call, err := s.Call(&tables.Tables)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				review.Review(&tables.Tables, w, call, all)
			}
		})
	}
}
