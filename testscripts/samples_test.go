package testscripts

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// replayed is one sample of the generated corpus.
type replayed struct {
	concern string
	hit     bool
	call    json.RawMessage
	parsed  sample.Sample
}

// samples reads the corpus.
func samples(t testing.TB) []replayed {
	t.Helper()
	src, err := os.ReadFile("../generated/samples.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Samples []struct {
			Concern string
			Want    string
			Call    json.RawMessage
		}
	}
	if err := json.Unmarshal(src, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Samples) == 0 {
		t.Fatal("no samples: run make generate")
	}
	list := make([]replayed, 0, len(file.Samples))
	for _, s := range file.Samples {
		parsed, err := sample.Parse(s.Call)
		if err != nil {
			t.Fatalf("%s: %v", s.Call, err)
		}
		list = append(list, replayed{s.Concern, s.Want == "hit", s.Call, parsed})
	}
	return list
}

// TestSamples replays every concern's samples through the tables that the
// commands are built with. The generator ran them before it wrote the tables,
// on the spec itself; here it shows that both agree.
func TestSamples(t *testing.T) {
	s := compile(t.Fatalf, "decision-record")
	all := config.All(&tables.Tables)
	for _, k := range samples(t) {
		c, err := k.parsed.Call(&tables.Tables)
		if err != nil {
			t.Errorf("%s: %v", k.call, err)
			continue
		}
		r := review.Review(&tables.Tables, k.parsed.World(), c, all)
		if hit := slices.ContainsFunc(r.Findings, func(f review.Finding) bool { return f.Concern == k.concern }); hit != k.hit {
			t.Errorf("%s: matched is %v, want %v: %s", k.concern, hit, k.hit, k.call)
		}
		record(t, s, r)
	}
}

// record holds a decision record's JSON form against its schema.
func record(t *testing.T, s *jsonschema.Schema, r review.Record) {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if err := s.Validate(v); err != nil {
		t.Errorf("%v\n%s", err, b)
	}
}
