package testscripts

import (
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/world"
)

// BenchmarkCorpus reviews every sample, one a round.
func BenchmarkCorpus(b *testing.B) {
	type prepared struct {
		call  call.Call
		world world.World
	}
	var corpus []prepared
	for _, s := range samples(b) {
		c, err := s.parsed.Call(&tables.Tables)
		if err != nil {
			b.Fatal(err)
		}
		corpus = append(corpus, prepared{c, s.parsed.World()})
	}
	all := config.All(&tables.Tables)
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		p := corpus[i%len(corpus)]
		review.Review(&tables.Tables, p.world, p.call, all)
	}
}
