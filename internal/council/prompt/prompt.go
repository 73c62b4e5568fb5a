// Package prompt renders what the roles of a run are told. Each is shown raw
// material only, set off from what the council says by marks that the material
// cannot know.
package prompt

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/council/ballot"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fill"
	"github.com/ravenclaude/thing/internal/council/intake"
	"github.com/ravenclaude/thing/internal/council/mark"
)

// Writer renders the prompts of one run.
type Writer struct {
	Charter *charter.Charter
	Plan    *docket.Plan
	// Screen takes secrets out of a text.
	Screen func(string) (string, int)
}

// Extract is the prompt of phase 1. A run whose claim stands alone has none.
func (w Writer) Extract() (string, error) {
	name := w.Plan.Phases.Extraction.Prompt
	if name == "" {
		return "", fmt.Errorf("scope %s has nothing to extract: go on with the claim of the plan", w.Plan.Scope)
	}
	values := map[string]string{"CLAIM_BUDGET": strconv.Itoa(w.Plan.Budget), "INPUT_TEXT": w.Plan.Input.Text + w.requirements()}
	if name == "plan-extractor" {
		values["PLAN_PATH"] = w.Plan.ScopeArg
	} else {
		values["SCOPE_TYPE"] = w.Plan.Scope
	}
	return w.render(name, values)
}

// requirements are those that cover the change, below it.
func (w Writer) requirements() string {
	if len(w.Plan.Specs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\nRequirements of the project that cover the changed files:\n")
	for _, s := range w.Plan.Specs {
		fmt.Fprintf(&b, "%s:%d: %s\n", s.Spec, s.Line, s.Text)
	}
	return b.String()
}

// Investigate is the prompt of phase 2 for one claim; delta is the flavor's
// text, or a specialist's lens.
func (w Writer) Investigate(c docket.Claim, delta string) (string, error) {
	return w.render("investigator", map[string]string{
		"CLAIM_ID": c.ID, "CLAIM_TEXT": c.Text, "SOURCE_LOCATOR": c.Locator, "RAW_ARTIFACTS": w.artifacts(), "FLAVOR_DELTA": strings.TrimSpace(delta),
		"CACHE_DIR": mark.Code(w.Plan.CacheDir), "TOOL_CALLS": strconv.Itoa(w.Charter.ToolCalls),
	})
}

// artifacts are the change or the plan. What was said in a session is not among
// them: it is what an agent has told.
func (w Writer) artifacts() string {
	text := ""
	switch w.Plan.Scope {
	case "diff":
		text = w.Plan.Input.Text + w.requirements()
	case "plan":
		text = w.Plan.Input.Text
	}
	if most := w.Charter.Limits.Artifacts; len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + fmt.Sprintf("\n… cut after %d bytes", most)
	}
	for _, p := range slices.Sorted(maps.Keys(w.Plan.Cache)) {
		text += fmt.Sprintf("\nA copy of %s is %s/%s.txt", p, w.Plan.CacheDir, w.Plan.Cache[p])
	}
	return text
}

// Classify is the prompt of phase 3.
func (w Writer) Classify(c docket.Claim) (string, error) {
	return w.render("topic-classifier", map[string]string{"CLAIM_TEXT": c.Text})
}

// Review is the prompt of phase 2.5 for one reviewer of one claim.
func (w Writer) Review(c docket.Claim, reviewer string, bundles []docket.Bundle) (string, error) {
	shown := ballot.Shown(w.Plan.Seed, c.ID, reviewer, ballot.Investigators(bundles, c.ID))
	if len(shown) < 2 {
		return "", fmt.Errorf("reviewer %q of claim %q would see the evidence of %d others, two at least are needed: leave the cross-review out", reviewer, c.ID, len(shown))
	}
	var b strings.Builder
	for i, investigator := range shown {
		fmt.Fprintf(&b, "Evidence %s\n", ballot.Letter(i))
		for _, x := range bundles {
			if x.Claim == c.ID && x.Investigator == investigator { // neither who nor by which call
				fmt.Fprintf(&b, "at %s, by %s:\n%s\n", x.Place, x.Command, x.Blob)
			}
		}
	}
	return w.render("cross-reviewer", map[string]string{"CLAIM_TEXT": c.Text, "BUNDLE_BLOCK": b.String()})
}

// Brief is the prompt of one side of phase 4. It is told no claim: only what the
// evidence shows.
func (w Writer) Brief(advocate bool, bundles []docket.Bundle) (string, error) {
	role, side := intake.Prosecutor, w.Plan.Phases.Briefs.Prosecutor
	bias := "You argue that what the evidence is about does not hold."
	if advocate {
		role, side, bias = intake.Advocate, w.Plan.Phases.Briefs.Advocate, "You argue that what the evidence is about holds."
	}
	if side == nil {
		return "", fmt.Errorf("a run of %s has no briefs: go on with the judge", w.Plan.OutputShape)
	}
	delta := ""
	if f := w.Charter.Flavor(side.Flavor); f != nil {
		delta = strings.TrimSpace(f.Text)
	}
	return w.render("phase4-brief", map[string]string{
		"ROLE": role.Role, "ROLE_BIAS": bias, "EVIDENCE_FIELD": role.Field, "FLAVOR_DELTA": delta, "EVIDENCE_BUNDLES": evidence(bundles),
	})
}

// Judge is the prompt of phase 5: claims, evidence in the order of the
// cross-review, and what is left of the briefs.
func (w Writer) Judge(claims []docket.Claim, bundles []docket.Bundle, prosecutor, advocate []docket.Brief) (string, error) {
	var list strings.Builder
	for _, c := range claims {
		fmt.Fprintf(&list, "%s: %s\n", c.ID, c.Text)
	}
	return w.render("judge", map[string]string{
		"OUTPUT_SHAPE": "`" + w.Plan.OutputShape + "`", "ORIGINAL_CLAIMS": list.String(), "EVIDENCE_BUNDLES": evidence(bundles),
		"PROSECUTOR_BRIEF": lines(prosecutor), "ADVOCATE_BRIEF": lines(advocate),
	})
}

// evidence is one bundle in a line, so that none can pass for another.
func evidence(bundles []docket.Bundle) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, x := range bundles {
		e.Encode(struct { // texts alone: it cannot fail
			Claim   string `json:"claim_id"`
			ID      string `json:"tool_use_id"`
			Blob    string `json:"raw_blob"`
			Place   string `json:"file_line"`
			Command string `json:"reproducible_command"`
			Weak    bool   `json:"weak_evidence,omitempty"`
		}{x.Claim, x.ID, x.Blob, x.Place, x.Command, x.Weak})
	}
	return b.String()
}

func lines(entries []docket.Brief) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, x := range entries {
		e.Encode(x) // texts alone: it cannot fail
	}
	return b.String()
}

// render fills a template in. What comes from outside is screened for secrets
// and set off.
func (w Writer) render(name string, values map[string]string) (string, error) {
	p := w.Charter.Prompt(name)
	if p == nil {
		return "", fmt.Errorf("prompt %q is not known", name)
	}
	for key, value := range values {
		v := w.Charter.Variable(key)
		if v == nil {
			return "", fmt.Errorf("variable %q of prompt %q is not declared", key, name)
		}
		if v.Data {
			clean, _ := w.Screen(value)
			values[key] = w.setOff(key, clean)
		}
	}
	return fill.In(p.Text, values)
}

// setOff puts text between marks with a number that is made from the run's seed
// and from the text, so that no text can hold its own.
func (w Writer) setOff(name, text string) string {
	if strings.TrimSpace(text) == "" {
		text = "(nothing)"
	}
	text = strings.NewReplacer("<<<", "‹‹‹", ">>>", "›››").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	h := hmac.New(sha256.New, []byte(w.Plan.Seed))
	h.Write([]byte(name + "\x00" + text))
	id := hex.EncodeToString(h.Sum(nil))[:16]
	return fmt.Sprintf("<<<%s %s\n%s\n%s %s>>>", name, id, strings.TrimRight(text, "\n"), name, id)
}
