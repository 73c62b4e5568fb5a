package testscripts

import (
	"strings"
	"testing"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fake"
)

// said is a seat's answer.
func said(verdict, edited, cited, sure string) string {
	return `{"verdict":"` + verdict + `","edited_command":` + edited + `,"concerns_cited":[` + cited + `],"reasoning":"r","confidence":` + sure + `,"injection_detected":false}`
}

var allows = said("allow", "null", "", "0.9")

// conduct is how a program behaves when it is asked, and what becomes of that.
type conduct struct {
	name    string
	answer  string // what it answers with
	plan    fake.Plan
	failure string // class in the entry; "" for an answer that counts
	asked   int    // how often
}

var conducts = []conduct{
	{"answer", allows, fake.Plan{}, "", 1},
	{"stall", "", fake.Plan{Stall: true}, "timeout", 1},
	{"crash", "", fake.Plan{Panic: true, Status: 2}, "crash", 2},
	{"flood", "", fake.Plan{Flood: true}, "flood", 1},
	{"child", allows, fake.Plan{Fork: "session"}, "", 1},
	{"hidden child", allows, fake.Plan{Fork: "hidden"}, "", 1},
	{"two objects", allows + "\n" + allows, fake.Plan{}, "malformed", 2},
	{"fenced", "```json\n" + allows + "\n```", fake.Plan{}, "", 1},
	{"damaged", allows[:len(allows)-2], fake.Plan{}, "malformed", 2},
	{"unknown concern", said("deny", "null", `"xc.no-such-concern"`, "0.9"), fake.Plan{}, "invalid", 1},
	{"approve", said("approve", "null", "", "0.9"), fake.Plan{}, "invalid", 1},
	{"too sure", said("allow", "null", "", "1.7"), fake.Plan{}, "invalid", 1},
}

const (
	payload1 = "python3 build.py --payload-of-the-call"
	outage   = "reviewer unavailable"
)

// panelPrograms is each backend that is a program with each fault. In a short run
// each of them meets the faults in turn.
func panelPrograms(t *testing.T, bin string) {
	n := 0
	for _, b := range tables.Rest.Backends {
		if b.Wire != catalog.WireProgram {
			continue
		}
		n++
		for i, x := range conducts {
			if testing.Short() && i%6 != n%6 {
				continue
			}
			t.Run(b.ID+"/"+x.name, func(t *testing.T) {
				t.Parallel()
				behave(t, bin, &b, x)
			})
		}
	}
}

func behave(t *testing.T, bin string, b *catalog.Backend, x conduct) {
	limit := "seat_timeout_seconds: 60"
	if x.plan.Stall {
		limit = "seat_timeout_seconds: 1" // the least that can be set
	}
	c := assemble(t, bin, one(b.ID), limit)
	if x.answer != "" {
		x.plan.Stdout = fake.Says[b.ID](x.answer)
	}
	path := c.install(b.ID, x.plan)
	got := c.run(payload1)
	want := "allow"
	if x.failure != "" {
		want = "deny"
	}
	if got.Decision != want || strings.Contains(got.Reason, outage) != (want == "deny") {
		t.Errorf("%s %q, want %s", got.Decision, got.Reason, want)
	}
	e := c.entry()
	if string(e.Answer) != want || string(e.Record.Decision) != want {
		t.Errorf("entry says %s and %s, want %s", e.Answer, e.Record.Decision, want)
	}
	if s := c.seat("heimdall"); s.Failure != x.failure || s.Backend != b.ID || (s.Verdict == "abstain") != (x.failure != "") {
		t.Errorf("seat %+v, want failure %q", s, x.failure)
	}
	calls := fake.Calls(t, path)
	if len(calls) != x.asked {
		t.Errorf("asked %d times, want %d", len(calls), x.asked)
	}
	for _, call := range calls {
		if strings.Contains(strings.Join(call.Args, " "), "payload-of-the-call") || strings.Contains(strings.Join(call.Env, " "), "payload-of-the-call") {
			t.Errorf("the call is in arguments or environment: %q %q", call.Args, call.Env)
		}
		told := call.Stdin
		for _, text := range call.Files {
			told += text
		}
		if !strings.Contains(told, "payload-of-the-call") {
			t.Errorf("the seat is not told of the call: %q", told)
		}
		if call.Child != 0 && fake.Alive(call.Child) {
			t.Errorf("process %d outlives the hearing", call.Child)
		}
	}
	c.clean()
}
