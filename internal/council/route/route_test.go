package route

import (
	"encoding/json"
	"testing"

	law "github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

func TestSpecialist(t *testing.T) {
	claims := []docket.Claim{{ID: "c1"}, {ID: "c2"}}
	for _, x := range []struct{ answers, want string }{
		{`[{"claim_id":"c1","topic":"test","confidence":0.75,"agent":"qa"}]`, "qa (topic=test conf=0.75)"},
		{`[{"claim_id":"c1","topic":"test","confidence":0.74,"agent":"qa"}]`, "skipped (no confident match)"},
		{`[{"claim_id":"c1","topic":"none","confidence":0.0,"agent":null}]`, "skipped (no confident match)"},
		{`[{"claim_id":"c1","topic":"test","confidence":0.8,"agent":"qa"},{"claim_id":"c2","topic":"deploy","confidence":0.9,"agent":"devops"}]`, "devops (topic=deploy conf=0.90)"},
		{`[{"claim_id":"c1","topic":"test","confidence":0.9,"agent":"qa"},{"claim_id":"c2","topic":"deploy","confidence":0.9,"agent":"devops"}]`, "qa (topic=test conf=0.90)"},
		{`[{"claim_id":"c1","topic":"test","confidence":0.9,"agent":"pm"}]`, "skipped (classifier unusable)"}, // the two do not belong together
		{`[{"claim_id":"c1","topic":"none","confidence":0.9,"agent":"qa"}]`, "skipped (classifier unusable)"},
		{`[{"claim_id":"c1","topic":"test","confidence":7,"agent":"qa"},"prose",{"claim_id":"c9","topic":"test","confidence":0.9,"agent":"qa"}]`, "skipped (classifier unusable)"},
		{`[]`, "skipped (classifier unusable)"},
	} {
		var answers []json.RawMessage
		if err := json.Unmarshal([]byte(x.answers), &answers); err != nil {
			t.Fatal(err)
		}
		if got := Specialist(&law.Charter, &docket.Plan{OutputShape: charter.Verdicts}, answers, claims); got.Reason != x.want || (got.Agent == "") != (got.Lens == "") {
			t.Errorf("%s: %+v, want %s", x.answers, got, x.want)
		}
		if got := Specialist(&law.Charter, &docket.Plan{OutputShape: charter.Findings}, answers, claims); got.Agent != "" || got.Reason != "skipped (diff-mode)" {
			t.Errorf("in a review of a change: %+v", got)
		}
	}
}
