package testscripts

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ravenclaude/thing/internal/review"
)

// records FILE [-repeat N] DECISION… wants exactly one record for each of the
// decisions, which may stand there N times over, numbered in their order.
func records(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: records file [-repeat n] decision...")
	}
	file, want, times := args[0], args[1:], 1
	if want[0] == "-repeat" && len(want) > 2 {
		var err error
		times, err = strconv.Atoi(want[1])
		ts.Check(err)
		want = want[2:]
	}
	n := 0
	for line := range strings.Lines(ts.ReadFile(file)) {
		var r struct {
			Index    *int
			Decision review.Decision
		}
		ts.Check(json.Unmarshal([]byte(line), &r))
		if r.Index == nil || *r.Index != n {
			ts.Fatalf("record %d has another index: %s", n, line)
		}
		if w := want[n%len(want)]; string(r.Decision) != w {
			ts.Fatalf("record %d is %s, want %s: %s", n, r.Decision, w, line)
		}
		n++
	}
	if n != times*len(want) {
		ts.Fatalf("%d records, want %d", n, times*len(want))
	}
}
