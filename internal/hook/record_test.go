package hook

import (
	"errors"
	"testing"

	"github.com/ravenclaude/thing/internal/review"
)

func TestUnrecorded(t *testing.T) {
	seats := []review.SeatVerdict{{Seat: "forseti"}}
	safer := &review.Rewrite{Command: "x"}
	for name, tt := range map[string]struct {
		r    review.Record
		want review.Decision
	}{
		"deny":             {review.Record{Decision: review.Deny, Reason: "a"}, review.Deny},
		"deny, safer form": {review.Record{Decision: review.Deny, Rewrite: safer}, review.Deny},
		"ask":              {review.Record{Decision: review.Ask}, review.Ask},
		"rewrite":          {review.Record{Decision: review.Ask, Rewrite: safer}, review.Deny},
		"panel's rewrite":  {review.Record{Decision: review.Allow, Rewrite: safer, Seats: seats}, review.Deny},
		"panel's allow":    {review.Record{Decision: review.Allow, Seats: seats}, review.Deny},
		"clean read":       {review.Record{Decision: review.Allow}, review.Allow},
		"no opinion":       {review.Record{Decision: review.Pass}, review.Ask},
	} {
		got := unrecorded(tt.r, errors.New("disk is full"))
		if got.Decision != tt.want || got.Decision != review.Deny && got.Rewrite != nil {
			t.Errorf("%s: %s, want %s", name, got.Decision, tt.want)
		}
		if tt.want != review.Allow && got.Reason != join(tt.r.Reason, "the decision cannot be recorded: disk is full") {
			t.Errorf("%s: reason %q", name, got.Reason)
		}
	}
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "\n" + b
}
