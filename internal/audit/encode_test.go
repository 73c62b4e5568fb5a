package audit

import (
	"encoding/json"
	"testing"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
)

// The encoding that is written out must not differ from the usual one, also
// when a field is added to an entry.
func TestAppendEntry(t *testing.T) {
	category, tier, banner := "shell_readonly", catalog.TierLow, "note"
	for name, change := range map[string]func(*Entry){
		"as it is":        func(*Entry) {},
		"nothing known":   func(e *Entry) { e.Record.Category, e.Record.Tier = nil, nil },
		"two categories":  func(e *Entry) { e.Record.Categories = []string{"a", "b"} },
		"strange texts":   func(e *Entry) { e.Dir, e.Session = "/h\"\\ö\u2028<&>\x01\n", "\xff" },
		"part of a chain": func(e *Entry) { e.Seq, e.Prev = 7, "00" },
		"a finding":       func(e *Entry) { e.Record.Findings = []review.Finding{{Concern: "x", Severity: catalog.High}} },
		"an opaque part":  func(e *Entry) { e.Record.Opaque = []review.Opaque{{Reason: "x", Span: fact.Span{End: 3}}} },
		"a seat":          func(e *Entry) { e.Record.Seats = []review.SeatVerdict{{Seat: "x"}} },
		"a rewrite":       func(e *Entry) { e.Record.Rewrite = &review.Rewrite{Command: "x"} },
		"a banner":        func(e *Entry) { e.Record.Banner = &banner },
		"cached":          func(e *Entry) { e.Cached = true },
		"no input":        func(e *Entry) { e.Input = nil },
	} {
		e := &Entry{
			SchemaVersion: 1, ID: "r1-ab", Time: "2026-01-01T00:00:00.000Z", Session: "s", Host: "claude", Tool: "Bash", Dir: "/p",
			Input: json.RawMessage(`{"command":"ls"}`), Answer: Silence, ConfigHash: "c", SpecHash: "d",
			Record: review.Record{
				SchemaVersion: 1, Decision: review.Allow, Category: &category, Categories: []string{category}, Tier: &tier, Findings: []review.Finding{},
				Opaque: []review.Opaque{}, Seats: []review.SeatVerdict{}, Reason: "r", Durations: review.Durations{Analyze: 1, Match: 2, Total: 3}, Reviewed: true,
			},
		}
		change(e)
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := appendEntry(nil, e)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n got %s\nwant %s", name, err, got, want)
		}
	}
}

func BenchmarkAppendRead(b *testing.B) {
	e := &Entry{Input: json.RawMessage(`{"command":"ls"}`), Record: review.Record{Decision: review.Allow}}
	for b.Loop() {
		if _, err := appendEntry(make([]byte, 0, 1024), e); err != nil {
			b.Fatal(err)
		}
	}
}
