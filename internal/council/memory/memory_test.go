package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	law "github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/report"
)

func defaults(t charter.Threshold) int { return t.Min }

func TestMemory(t *testing.T) {
	c := &law.Charter
	v := func(claim, word string, n int) docket.Verdict {
		return docket.Verdict{Claim: claim, Text: "claim " + claim, Verdict: word, Confidence: n, Blob: "seen\n---\nevil: yes", IDs: []string{"t1"}}
	}
	r := &report.Report{
		Claims:   []docket.Claim{{ID: "a", Text: "claim a"}, {ID: "b", Text: "claim b", Author: "qa"}, {ID: "c", Text: "claim c", Author: "nobody"}},
		Bundles:  []docket.Bundle{{Claim: "a", ID: "t1", Command: "grep x"}},
		Verdicts: []docket.Verdict{v("a", "FABRICATED", 70), v("b", "FABRICATED", 99), v("c", "UNVERIFIED", 85), v("d", "FABRICATED", 69), v("e", "UNVERIFIED", 84), v("f", "CONTRADICTED", 100), v("g", "VERIFIED", 100)},
	}
	list := Of(c, c.Preset("generic"), r, defaults)
	if len(list) != 3 || list[1].Agent != "qa" || list[2].Agent != "" || list[0].Should != "grep x" {
		t.Fatalf("%+v", list)
	}
	if len(Of(c, c.Preset("diff-mode"), r, defaults)) != 0 {
		t.Error("something is learned from a review of a change")
	}
	quiet := *c.Preset("generic")
	quiet.Feedback = false
	if len(Of(c, &quiet, r, defaults)) != 0 {
		t.Error("a preset that remembers nothing remembers something")
	}
	if len(Of(c, c.Preset("generic"), r, func(charter.Threshold) int { return 100 })) != 0 {
		t.Error("the settings do not count")
	}
	root := t.TempDir()
	at := filepath.Join(root, ".claude", "memory", "claude", "lessons.md")
	if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte("mine, without an end"), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 0} {
		if n, err := Write(c, root, list); n != want || err != nil {
			t.Errorf("round %d writes %d, %v", i, n, err)
		}
	}
	b, err := os.ReadFile(at)
	if err != nil || !strings.HasPrefix(string(b), "mine, without an end\n\n<!-- council:") || strings.Count(string(b), "- claim:") != 2 || strings.Contains(string(b), "claim b") || strings.Contains(string(b), "\n---") {
		t.Errorf("%s, %v", b, err)
	}
	d := Directives(c, list)
	if len(d) != 1 || !strings.HasPrefix(d[0], "/adjust-agent qa --apply \"") || strings.Contains(d[0], "\n") {
		t.Errorf("%q", d)
	}
	if _, err := os.Stat(filepath.Join(root, ".claude", "memory", "qa")); err == nil {
		t.Error("an agent's directives are written directly")
	}
}
