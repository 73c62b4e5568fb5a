package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/scan"
)

func TestScanLine(t *testing.T) {
	const secret = "KEYKEYKEY"
	hidden := review.Record{Decision: review.Deny, Reason: "[xc.secret-in-command] no; and the text is " + secret, Findings: []review.Finding{
		{Concern: "xc.secret-in-command", Secret: true, Span: fact.Span{Start: 5, End: 5 + len(secret)}},
		{Concern: "xc.other", Severity: catalog.Low},
	}}
	opaque := review.Record{Decision: review.Ask, Reason: "it cannot be known: " + secret + "\nmore", Findings: []review.Finding{
		{Concern: "xc.low", Secret: true, Span: fact.Span{Start: 5, End: 5 + len(secret)}},
	}}
	text := call.Call{Tool: "Bash", Text: "curl " + secret + "\n\x1b[31m"}
	for name, tt := range map[string]struct {
		result scan.Result
		want   string
	}{
		"pass":     {scan.Result{Record: review.Record{Decision: review.Pass}}, ""},
		"allow":    {scan.Result{Record: review.Record{Decision: review.Allow}}, ""},
		"concern":  {scan.Result{Index: 4, Call: text, Record: hidden}, "deny line 5: [xc.secret-in-command]: Bash: curl ********* …\n"},
		"reason":   {scan.Result{Call: text, Record: opaque}, "ask  line 1: it cannot be known: •••: Bash: curl ********* …\n"},
		"broken":   {scan.Result{Record: review.Record{Decision: review.Deny, Reason: "line is broken"}}, "deny line 1: line is broken\n"},
		"document": {scan.Result{Origin: &scan.Origin{Path: "s.json"}, Record: review.Record{Decision: review.Deny, Reason: "no"}}, "deny s.json: no\n"},
		"line":     {scan.Result{Origin: &scan.Origin{Path: "s\x1b.jsonl", Line: 7}, Record: review.Record{Decision: review.Deny, Reason: "no"}}, "deny s␛.jsonl:7: no\n"},
		"escapes":  {scan.Result{Call: call.Call{Tool: "x\r", Text: "a\x1b[2Jb"}, Record: review.Record{Decision: review.Ask, Reason: "r\x1b"}}, "ask  line 1: r␛: x␍: a␛[2Jb\n"},
		"long":     {scan.Result{Call: call.Call{Tool: "Bash", Text: strings.Repeat("日", 500)}, Record: review.Record{Decision: review.Ask, Reason: "r"}}, "ask  line 1: r: Bash: " + strings.Repeat("日", 99) + "…\n"},
	} {
		var b bytes.Buffer
		if err := (&Env{}).line(&b, &tt.result); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%s: %q, want %q", name, b.String(), tt.want)
		}
	}
}

func TestProgress(t *testing.T) {
	sum := scan.Summary{Inputs: 50, Read: 10, Decisions: map[review.Decision]int{review.Deny: 50}}
	step := func(live bool, size int64) string {
		var b strings.Builder
		p := newProgress(&Env{Stderr: &b, Live: live}, size)
		p.update(sum, true) // too early to be shown
		p.last = p.last.Add(-time.Hour)
		p.update(sum, true)
		p.update(sum, false)
		p.update(sum, true)
		p.last = p.last.Add(-time.Hour)
		p.update(sum, false)
		p.end(sum)
		return b.String()
	}
	if out := step(false, 20); strings.ContainsAny(out, "\r\x1b") || strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, "50 calls in ") {
		t.Errorf("without a terminal: %q", out)
	}
	out := step(true, 20)
	if n := strings.Count(out, "\r\x1b[K50 %, 50 calls, "); n != 2 {
		t.Errorf("shown %d times: %q", n, out)
	}
	if lines := strings.Split(out, "\r\x1b[K"); lines[2] != "" || !strings.HasPrefix(lines[4], "50 calls in ") {
		t.Errorf("not cleared: %q", lines)
	}
	if out := step(true, 0); strings.Contains(out, "%") {
		t.Errorf("size unknown: %q", out)
	}
}
