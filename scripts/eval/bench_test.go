package main

import (
	"encoding/json"
	"flag"
	"path/filepath"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/pace"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

var evalDir = flag.String("eval", "", "directory with the corpora")

// BenchmarkCommands measures the review of each row of the corpora by itself.
func BenchmarkCommands(b *testing.B) {
	if *evalDir == "" {
		b.Skip("no corpora are named: add -args -eval DIR")
	}
	rows, err := load(filepath.Join(*evalDir, "dev"))
	if err != nil {
		b.Fatal(err)
	}
	all := config.All(&tables.Tables)
	var calls []func()
	for _, r := range rows {
		tool, input := r.call()
		raw, err := json.Marshal(map[string]any{"tool_name": tool, "tool_input": input, "cwd": sample.Project})
		if err != nil {
			b.Fatal(err)
		}
		s, err := sample.Parse(raw)
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
	pace.Report(b, calls)
}
