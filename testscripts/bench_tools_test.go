package testscripts

import (
	"encoding/json"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// BenchmarkCleanCalls reviews ordinary calls of each tool, against which nothing
// speaks.
func BenchmarkCleanCalls(b *testing.B) {
	all := config.All(&tables.Tables)
	for _, c := range []struct{ name, call string }{
		{"Bash", `"git status"`},
		{"Read", toolCall("Read", read("/home/user/project/src/app.ts"), "")},
		{"Grep", toolCall("Grep", `{"pattern": "TODO", "glob": "*.ts", "output_mode": "content"}`, "")},
		{"Glob", toolCall("Glob", `{"pattern": "src/**/*.ts"}`, "")},
		{"WebFetch", toolCall("WebFetch", fetch("https://docs.example.com/guide/start?lang=en"), "")},
		{"Edit", toolCall("Edit", `{"file_path": "/home/user/project/src/app.ts", "old_string": "app = 1", "new_string": "app = 2"}`, "")},
		{"Agent", toolCall("Agent", `{"description": "d", "prompt": "Run the build and tell me what breaks."}`, "")},
	} {
		s, err := sample.Parse(json.RawMessage(c.call))
		if err != nil {
			b.Fatal(err)
		}
		made, err := s.Call(&tables.Tables)
		if err != nil {
			b.Fatal(err)
		}
		w := s.World()
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r := review.Review(&tables.Tables, w, made, all); len(r.Findings) > 0 {
					b.Fatal(r.Reason)
				}
			}
		})
	}
}
