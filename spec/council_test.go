package spec

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ravenclaude/thing/internal/council/charter"
)

// TestCheckCouncil: what would leak, mislead or refer to nothing is refused, in
// words that say why.
func TestCheckCouncil(t *testing.T) {
	s, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(s.Council)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*charter.Charter){
		"": func(*charter.Charter) {},
		// A prompt that could leak what was said before.
		`template "investigator": unknown variable "ASSISTANT_NARRATIVE"`: func(x *charter.Charter) { x.Prompt("investigator").Text += "{{ASSISTANT_NARRATIVE}}" },
		`template "phase4-brief" would show {{ORIGINAL_CLAIMS}}, which holds claim`: func(x *charter.Charter) {
			x.Prompt("phase4-brief").Text += "{{ORIGINAL_CLAIMS}}"
		},
		`template "investigator" would show {{PROSECUTOR_BRIEF}}, which holds brief`: func(x *charter.Charter) {
			x.Prompt("investigator").Text += "{{PROSECUTOR_BRIEF}}"
		},
		`prompt "cross-reviewer" would show what other roles have said`: func(x *charter.Charter) {
			p := x.Prompt("cross-reviewer")
			p.May = append(p.May, "brief")
		},
		`prompt "judge" would show what other roles have said`: func(x *charter.Charter) { p := x.Prompt("judge"); p.May = append(p.May, "outcome") },
		// Each variable declared once, and used.
		`template "judge" declares "OUTPUT_SHAPE" and does not use it`: func(x *charter.Charter) {
			p := x.Prompt("judge")
			p.Text = strings.ReplaceAll(p.Text, "{{OUTPUT_SHAPE}}", "")
		},
		`template "judge" uses {{ORIGINAL_CLAIMS}}, which is not among its variables`: func(x *charter.Charter) {
			x.Prompt("judge").Variables = []string{"OUTPUT_SHAPE", "EVIDENCE_BUNDLES", "PROSECUTOR_BRIEF", "ADVOCATE_BRIEF"}
		},
		`template "judge": line 1: " x " is no variable`: func(x *charter.Charter) { p := x.Prompt("judge"); p.Text = "{{ x }}" + p.Text },
		`flavor "logic" has variables`:                   func(x *charter.Charter) { x.Flavor("logic").Text += "{{CLAIM_TEXT}}" },
		`flavor "logic" has 60 lines: it may have 60`:    func(x *charter.Charter) { x.Flavor("logic").Text = strings.Repeat("a\n", 60) },
		// An investigator looks for itself.
		`flavor "jaded-senior" has no tools`:                   func(x *charter.Charter) { x.Preset("generic").Flavors[1] = "jaded-senior" },
		`flavor "logic" has no tools, or is for another shape`: func(x *charter.Charter) { x.Preset("generic").Flavors[1] = "logic" },
		`flavor "yolo-ic" is for a advocate`:                   func(x *charter.Charter) { x.Preset("generic").Prosecutor = "yolo-ic" },
		`unknown flavor "nobody"`:                              func(x *charter.Charter) { x.Preset("diff-mode").Flavors[0] = "nobody" },
		"a run of verdicts has a prosecutor":                   func(x *charter.Charter) { x.Preset("diff-mode").Prosecutor = "jaded-senior" },
		"nothing is remembered of findings":                    func(x *charter.Charter) { x.Preset("diff-mode").Feedback = true },
		`unknown preset "none"`:                                func(x *charter.Charter) { x.Scope("diff").Preset = "none" },
		"nothing extracts claims from it":                      func(x *charter.Charter) { x.Scope("diff").Prompt = "" },
		`unknown strike code "whim"`:                           func(x *charter.Charter) { x.Strikes[0].Code = "whim" },
		"the reasons are not those that are looked for":        func(x *charter.Charter) { x.Strikes[3], x.Strikes[4] = x.Strikes[4], x.Strikes[3] },
		`unknown verdict "MAYBE"`:                              func(x *charter.Charter) { x.Feedback.Thresholds[0].Verdict = "MAYBE" },
		`unknown severity "huge"`:                              func(x *charter.Charter) { x.Labels[0].After = "huge" },
	} {
		var x charter.Charter
		if err := json.Unmarshal(raw, &x); err != nil {
			t.Fatal(err)
		}
		change(&x)
		c := &checker{Spec: &Spec{Council: &x, source: s.source}}
		c.checkCouncil()
		all := ""
		for _, p := range c.problems {
			all += p.Text + "\n"
		}
		if (want == "") != (all == "") || !strings.Contains(all, want) {
			t.Errorf("got %q, want %q", all, want)
		}
	}
}

// TestNarrative: there is no way to declare a variable for what an agent has told.
func TestNarrative(t *testing.T) {
	fsys := fstest.MapFS{}
	err := fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(embedded, name)
		if name == "council_prompt.cue" {
			b = []byte(strings.Replace(string(b), `{name: "CLAIM_TEXT", holds: "claim"`, `{name: "ASSISTANT_NARRATIVE", holds: "claim"`, 1))
		}
		fsys[name] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(fsys); err == nil || !strings.Contains(err.Error(), "council_prompt.cue") {
		t.Errorf("it is loaded: %v", err)
	}
}
