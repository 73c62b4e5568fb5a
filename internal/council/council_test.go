package council

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	law "github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/report"
)

// shelfOf is a tree in memory.
type shelfOf map[string]string

func (s shelfOf) Read(path string) ([]byte, error) {
	text, ok := s[path]
	if !ok {
		return nil, errors.New("there is no such file")
	}
	return []byte(text), nil
}

func planOf(shape string) *docket.Plan {
	p := &docket.Plan{Scope: "session", Preset: "generic", Seed: "seed", Budget: law.Charter.Budget, CreatedAt: "2026-03-04T05:06:07Z", Slug: "session"}
	if shape == charter.Findings {
		p.Scope, p.Preset = "diff", "diff-mode"
	}
	x := law.Charter.Preset(p.Preset)
	p.OutputShape, p.Flavors, p.Feedback = x.Shape, x.Flavors, x.Feedback
	if x.Threshold > 0 {
		p.Threshold = &x.Threshold
	}
	return p
}

func raw(t *testing.T, v any) json.RawMessage {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

type object = map[string]any

// mixed makes a list with sound items and with ones that something is wrong with.
// Each item holds a word that occurs nowhere else.
type mixed struct {
	r    *rand.Rand
	n    int
	bad  []string // the words of items that must be struck
	good []string
}

func (m *mixed) item(sound object, faults ...object) object {
	m.n++
	word := fmt.Sprintf("w%dx", m.n)
	sound["word"] = word
	if m.r.IntN(2) == 0 {
		m.good = append(m.good, word)
		return sound
	}
	m.bad = append(m.bad, word)
	for k, v := range faults[m.r.IntN(len(faults))] {
		sound[k] = v
	}
	return sound
}

const content = "alpha beta gamma\ndelta epsilon zeta\n"

// TestStruck: whatever is wrong with whichever items, what is struck reaches
// neither counts nor maximum nor gate, and nothing disappears: each item counts
// or is in the trail, word for word.
func TestStruck(t *testing.T) {
	files := shelfOf{"a.txt": content}
	for seed := range 300 {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		shape := []string{charter.Verdicts, charter.Findings}[seed%2]
		m := &mixed{r: r}
		var ev docket.Evidence
		var j docket.Judged
		claims := 1 + r.IntN(5)
		for i := range claims {
			c := object{"claim": fmt.Sprint("claim number ", i), "source_locator": "t1", "claim_type": "factual", "load_weight": 5, "claim_id": fmt.Sprintf("c%d", i+1)}
			if shape == charter.Findings {
				c = object{"file": "a.txt", "line": 1, "description": fmt.Sprint("claim number ", i), "claim_id": fmt.Sprintf("c%d", i+1)}
			}
			ev.Claims = append(ev.Claims, raw(t, c))
		}
		for i := range 2 + r.IntN(8) {
			ev.Bundles = append(ev.Bundles, raw(t, m.item(
				object{"claim_id": fmt.Sprintf("c%d", 1+i%claims), "flavor": "archivist", "tool_use_id": fmt.Sprint("t", i), "raw_blob": "alpha beta gamma", "file_line": "a.txt:1", "reproducible_command": "cat a.txt"},
				object{"tool_use_id": ""}, object{"tool_use_id": nil}, object{"tool_use_id": 7}, object{"raw_blob": " \n"}, object{"raw_blob": []int{1}}, object{"file_line": ""},
				object{"reproducible_command": " "}, object{"file_line": "a.txt:9"}, object{"raw_blob": "the first letters"}, object{"claim_id": "c77"}, object{"tool_use_id": "self-verify-c1"},
				object{"tool_use_id": "external:codex:0123456789abcdef"})))
		}
		bundled := slices.Clone(m.good)
		for range r.IntN(12) {
			claim := fmt.Sprintf("c%d", 1+r.IntN(claims))
			ids := []string{}
			for i := range ev.Bundles {
				if fmt.Sprintf("c%d", 1+i%claims) == claim {
					ids = append(ids, fmt.Sprint("t", i))
				}
			}
			if shape == charter.Verdicts {
				word := law.Charter.Verdicts[r.IntN(5)].ID
				j.Items = append(j.Items, raw(t, m.item(object{"claim_id": claim, "verdict": word, "confidence": r.IntN(101), "evidence_blob": "beta", "tool_use_ids": ids},
					object{"verdict": "TRUE"}, object{"confidence": 101}, object{"confidence": -1}, object{"confidence": 50.5}, object{"confidence": "high"}, object{"tool_use_ids": []string{}},
					object{"tool_use_ids": []string{"none"}}, object{"tool_use_ids": "t0"}, object{"evidence_blob": ""}, object{"evidence_blob": "omega"}, object{"claim_id": "c99"}, object{"claim_id": nil})))
				continue
			}
			j.Items = append(j.Items, raw(t, m.item(object{"file": "a.txt", "line": 1 + r.IntN(2), "severity": law.Charter.Severities[r.IntN(3)].ID, "category": fmt.Sprint("k", r.IntN(3)), "description": "bad",
				"suggestion": "mend", "confidence": 80 + r.IntN(21), "tool_use_id": fmt.Sprint("t", r.IntN(len(ev.Bundles)))},
				object{"severity": "blocker"}, object{"confidence": 79}, object{"confidence": 1e9}, object{"tool_use_id": ""}, object{"tool_use_id": "none"}, object{"line": 99}, object{"line": 0},
				object{"description": "it says \"omega and nothing else\""}, object{"evidence_blob": "omega"}, object{"file": ""})))
		}
		k, err := Gather(&law.Charter, planOf(shape), ev, docket.Ballots{}, files)
		if err != nil {
			t.Fatal(err)
		}
		rep := k.Decide(j)
		trail := ""
		for _, s := range rep.Struck {
			if !slices.Contains(charter.Codes, s.Code) {
				t.Fatalf("seed %d: code %q", seed, s.Code)
			}
			trail += s.Line + "\n"
		}
		for _, w := range m.bad {
			if !strings.Contains(trail, `"`+w+`"`) {
				t.Fatalf("seed %d: %s is neither good nor in the trail", seed, w)
			}
		}
		items := len(rep.Verdicts) + len(rep.Findings)
		if len(rep.Bundles) != len(bundled) || len(rep.Bundles)+items+len(rep.Struck) != len(ev.Bundles)+len(j.Items) {
			t.Fatalf("seed %d: %d bundles, %d items and %d struck of %d and %d", seed, len(rep.Bundles), items, len(rep.Struck), len(ev.Bundles), len(j.Items))
		}
		sound(t, rep)
	}
}

// sound holds counts, maximum and gate against the items that are left.
func sound(t *testing.T, rep *report.Report) {
	t.Helper()
	sum, most, blocked := 0, -1, false
	for _, n := range rep.Counts {
		sum += n
	}
	known := map[string]bool{}
	for _, b := range rep.Bundles {
		known[b.ID] = true
	}
	seen := map[string]bool{}
	for _, v := range rep.Verdicts {
		most = max(most, v.Confidence)
		blocked = blocked || v.Verdict == "FABRICATED" || v.Verdict == "CONTRADICTED"
		if seen[v.Claim] || !known[v.IDs[0]] {
			t.Fatalf("verdict %+v counts", v)
		}
		seen[v.Claim] = true
	}
	for _, f := range rep.Findings {
		most = max(most, f.Confidence)
		blocked = blocked || f.Severity == "critical"
		if f.Confidence < 80 || !known[f.ID] {
			t.Fatalf("finding %+v counts", f)
		}
	}
	if sum != len(rep.Verdicts)+len(rep.Findings) || rep.Blocked != blocked {
		t.Fatalf("counts %v and blocked %v of %d", rep.Counts, rep.Blocked, len(rep.Verdicts)+len(rep.Findings))
	}
	r := row(&law.Charter, rep, time.Time{})
	got := r.MaxVerdict
	if rep.Shape == charter.Findings {
		got = r.MaxFinding
	}
	if (got == nil) != (most < 0) || got != nil && *got != most {
		t.Fatalf("maximum %v, want %d", got, most)
	}
	if r.MaxVerdict != nil && r.MaxFinding != nil {
		t.Fatalf("row %+v has both shapes", r)
	}
}

// TestStricter: a judge that contradicts itself opens nothing.
func TestStricter(t *testing.T) {
	ev := docket.Evidence{Claims: []json.RawMessage{raw(t, object{"claim": "x", "source_locator": "t", "claim_type": "factual", "load_weight": 5})},
		Bundles: []json.RawMessage{raw(t, object{"claim_id": "c1", "flavor": "archivist", "tool_use_id": "t1", "raw_blob": "alpha beta gamma", "file_line": "a.txt:1", "reproducible_command": "cat"})}}
	k, err := Gather(&law.Charter, planOf(charter.Verdicts), ev, docket.Ballots{}, shelfOf{"a.txt": content})
	if err != nil {
		t.Fatal(err)
	}
	var j docket.Judged
	for _, w := range []string{"VERIFIED", "FABRICATED", "UNVERIFIED"} {
		j.Items = append(j.Items, raw(t, object{"claim_id": "c1", "verdict": w, "confidence": 90, "evidence_blob": "beta", "tool_use_ids": []string{"t1"}}))
	}
	rep := k.Decide(j)
	if len(rep.Verdicts) != 1 || rep.Verdicts[0].Verdict != "FABRICATED" || len(rep.Struck) != 2 || !rep.Blocked {
		t.Errorf("%+v, %+v", rep.Verdicts, rep.Struck)
	}
}

// TestStrikeOrder: the first reason is the one that is named, in the order of the
// charter, also where several hold.
func TestStrikeOrder(t *testing.T) {
	ev := docket.Evidence{Claims: []json.RawMessage{raw(t, object{"claim": "x", "source_locator": "t", "claim_type": "factual", "load_weight": 5})},
		Bundles: []json.RawMessage{raw(t, object{"claim_id": "c1", "flavor": "archivist", "tool_use_id": "t1", "raw_blob": "alpha beta gamma", "file_line": "a.txt:1", "reproducible_command": "cat"})}}
	all := object{"claim_id": "c1", "verdict": "NO", "confidence": 1000, "evidence_blob": "", "tool_use_ids": []string{}}
	mend := []object{{"verdict": "VERIFIED"}, {"confidence": 90}, {"tool_use_ids": []string{"t9"}}, {"tool_use_ids": []string{"t1"}}, {"evidence_blob": "omega"}, {"evidence_blob": "beta"}}
	want := []string{charter.ItemTaxonomy, charter.ItemConfidence, charter.ItemID, charter.ItemUnknown, charter.ItemBlob, charter.ItemVerbatim, ""}
	for i, code := range want {
		k, err := Gather(&law.Charter, planOf(charter.Verdicts), ev, docket.Ballots{}, shelfOf{"a.txt": content})
		if err != nil {
			t.Fatal(err)
		}
		rep := k.Decide(docket.Judged{Items: []json.RawMessage{raw(t, all)}})
		got := ""
		if len(rep.Struck) > 0 {
			got = rep.Struck[0].Code
		}
		if got != code {
			t.Errorf("after %d corrections it is struck as %q, want %q", i, got, code)
		}
		if i < len(mend) {
			for k, v := range mend[i] {
				all[k] = v
			}
		}
	}
}
