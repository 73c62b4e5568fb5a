package testscripts

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// reviewed is the record of a call in a sample's form, with everything switched
// on.
func reviewed(t *testing.T, input string) review.Record {
	t.Helper()
	s, err := sample.Parse(json.RawMessage(input))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	c, err := s.Call(&tables.Tables)
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	return review.Review(&tables.Tables, s.World(), c, config.All(&tables.Tables))
}

// tells checks what a call comes to: the decision, and a concern that must be
// found. Without one nothing may be found.
func tells(t *testing.T, input string, want review.Decision, concern string) {
	t.Helper()
	r := reviewed(t, input)
	found := []string{}
	for _, f := range r.Findings {
		found = append(found, f.Concern)
	}
	if r.Decision != want || concern == "" && len(found) > 0 || concern != "" && !slices.Contains(found, concern) {
		t.Errorf("%s: %s %v, want %s %s: %s", input, r.Decision, found, want, concern, r.Reason)
	}
}
