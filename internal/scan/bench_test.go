package scan

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/world"
)

// corpus is the shell lines of the samples, over and over, up to n lines.
func corpus(b *testing.B, n int) string {
	b.Helper()
	raw, err := os.ReadFile("../../generated/samples.json")
	if err != nil {
		b.Fatal(err)
	}
	var file struct {
		Samples []struct {
			Call struct {
				Input struct{ Command string } `json:"tool_input"`
			}
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		b.Fatal(err)
	}
	var commands []string
	for _, s := range file.Samples {
		if c := s.Call.Input.Command; c != "" && !strings.Contains(c, "\n") {
			commands = append(commands, c)
		}
	}
	if len(commands) == 0 {
		b.Fatal("no samples: run make generate")
	}
	var text strings.Builder
	for i := range n {
		text.WriteString(commands[i%len(commands)])
		text.WriteByte('\n')
	}
	return text.String()
}

// BenchmarkScan scans lines in the real world; a round is 10,000 lines.
func BenchmarkScan(b *testing.B) {
	const n = 10000
	text := corpus(b, n)
	s := newScan()
	s.World, s.Dir = world.OS(), b.TempDir()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Run(Lines(strings.NewReader(text)), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
