package hearing

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ravenclaude/thing/generated/schema"
	built "github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/backend"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// BenchmarkPanel is a panel of three seats whose programs answer at once, against
// three bare starts of the same program at the same time. Both tell the median.
func BenchmarkPanel(b *testing.B) {
	if runtime.GOOS == "windows" {
		b.Skip("the program is a script")
	}
	path := filepath.Join(b.TempDir(), "claude")
	answer, _ := json.Marshal(map[string]any{"type": "result", "is_error": false, "result": allow})
	if err := os.WriteFile(path, []byte("#!/bin/sh\nprintf '%s' '"+string(answer)+"'\n"), 0o700); err != nil {
		b.Fatal(err)
	}
	s, err := sample.Parse([]byte(`"python3 build.py"`))
	if err != nil {
		b.Fatal(err)
	}
	call, err := s.Call(&built.Tables)
	if err != nil {
		b.Fatal(err)
	}
	form, err := schema.Files.ReadFile("seat-verdict.schema.json")
	if err != nil {
		b.Fatal(err)
	}
	whole := catalog.Whole(&built.Tables, built.Prose, built.Rest)
	posture := asks()
	for id := range posture.Settings.Seats {
		posture.Settings.Seats[id] = config.SeatChoice{Backend: "claude"}
	}
	r, h := review.Hear(whole, s.World(), call, posture, review.User{})
	home := b.TempDir()
	for name, run := range map[string]func(b *testing.B){
		"bare": func(b *testing.B) {
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					cmd := exec.Command(path)
					cmd.Stdin = strings.NewReader("a brief")
					if _, err := cmd.Output(); err != nil {
						b.Error(err)
					}
				})
			}
			all.Wait()
		},
		"panel": func(b *testing.B) {
			k := &backend.Kit{Tables: h.Tables, Home: home, State: home, Program: func(*catalog.Backend) (backend.Found, error) { return backend.Found{Path: path}, nil }}
			court := &Court{Prompts: &built.Prompts, Schema: form, Open: k.Open}
			said := r
			court.Hear(b.Context(), &said, h)
			if len(said.Seats) != 3 || said.Seats[0].Failure != "" {
				b.Fatalf("%+v", said.Seats)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				run(b)
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/median")
		})
	}
}
