package own

import (
	"encoding/json"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/pace"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// BenchmarkRows measures the review of each command of the corpus by itself.
func BenchmarkRows(b *testing.B) {
	all := config.All(&tables.Tables)
	var calls []func()
	for _, name := range []string{"dangerous.txt", "plain.txt", "multiline.txt"} {
		for _, x := range read(b, name) {
			s, err := sample.Parse(json.RawMessage(bash(x.text)))
			if err != nil {
				b.Fatal(err)
			}
			c, err := s.Call(&tables.Tables)
			if err != nil {
				b.Fatal(err)
			}
			w := s.World()
			calls = append(calls, func() { review.Review(&tables.Tables, w, c, all) })
		}
	}
	pace.Report(b, calls)
}
