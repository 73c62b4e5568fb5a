package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
)

// What code scanners read (SARIF 2.1.0), as far as a report has it. The library
// for it brings an HTTP client and a second validator along, half a millisecond
// of every start.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string    `json:"id"`
		Short sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		Rule       string          `json:"ruleId"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations,omitempty"`
		Properties map[string]any  `json:"properties"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Start int `json:"startLine"`
	}
)

// SARIF is the report for code scanners: each finding, or each verdict that does
// not plainly uphold its claim.
func SARIF(c *charter.Charter, r *Report) ([]byte, error) {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "thing council", Rules: []sarifRule{}}}, Results: []sarifResult{}}
	known := map[string]bool{}
	add := func(rule, short, level, text string, confidence int, where []sarifLocation) {
		if !known[rule] {
			known[rule] = true
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule, sarifText{short}})
		}
		run.Results = append(run.Results, sarifResult{rule, level, sarifText{text}, where, map[string]any{"confidence": confidence}})
	}
	for _, f := range r.Findings {
		text := f.Description
		if f.Suggestion != "" {
			text += "\n\n" + f.Suggestion
		}
		add("council/"+f.Category, "Findings about "+f.Category, c.Severity(f.Severity).Level, text, f.Confidence, at(f.File, f.Line))
	}
	for _, v := range r.Verdicts {
		word := c.Verdict(v.Verdict)
		if !word.Attention {
			continue
		}
		var where []sarifLocation
		for _, b := range r.Bundles {
			if path, from, _, ok := bundle.Place(b.Place); ok && b.Claim == v.Claim && len(v.IDs) > 0 && b.ID == v.IDs[0] && b.Check == "matched" {
				where = at(path, from)
				break
			}
		}
		name := strings.ToLower(strings.ReplaceAll(v.Verdict, "_", "-"))
		add("council/"+name, "Claims that are "+strings.ReplaceAll(name, "-", " "), word.Level, fmt.Sprintf("%s: %s", v.Verdict, v.Text), v.Confidence, where)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
	return b.Bytes(), err
}

func at(path string, line int) []sarifLocation {
	u := url.URL{Path: strings.ReplaceAll(path, "\\", "/")}
	return []sarifLocation{{sarifPhysical{sarifArtifact{u.String()}, sarifRegion{line}}}}
}
