// Package external asks a reviewer of another model family, which runs as a
// program of its own. It is one more investigator: whatever goes wrong with it,
// the run goes on without it.
package external

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
)

// Command is what is run: the prompt goes to standard input, so that it stands
// in no list of processes.
type Command struct {
	Path  string
	Args  []string
	Stdin string
	Max   int // bytes of output that are kept
}

// Output is what came of it.
type Output struct {
	Stdout string
	Stderr string
}

// Runner runs a command until ctx ends, and then ends it with all that it has
// started.
type Runner func(ctx context.Context, c Command) (Output, error)

// Look finds a program by its name, and returns its absolute path.
type Look func(program string) (string, error)

// Detect says which reviewer there is. One that lies in the project is none: a
// repository may have brought it.
func Detect(c *charter.Charter, look Look, project, prefer string) docket.External {
	x := docket.External{Requested: true, Prefer: prefer, Status: "skipped", Flavor: "external"}
	var tried []string
	for _, t := range c.Externals {
		if prefer != "auto" && prefer != t.Tool {
			continue
		}
		if _, err := path(look, project, t.Program); err != nil {
			tried = append(tried, err.Error())
			continue
		}
		x.Status, x.Tool, x.Reason = "available", t.Tool, "found"
		return x
	}
	x.Reason = strings.Join(tried, "; ")
	return x
}

func path(look Look, project, program string) (string, error) {
	p, err := look(program)
	if err != nil {
		return "", fmt.Errorf("%s is not installed", program)
	}
	rel, err := filepath.Rel(project, p)
	if !filepath.IsAbs(p) || err != nil || filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s lies in the project, and is not run", program)
	}
	return p, nil
}

// Answer is what a reviewer said, as evidence.
type Answer struct {
	Status   string           `json:"status"` // ok, skipped or error
	Tool     string           `json:"tool"`
	Reason   string           `json:"reason"`
	Bundle   *docket.Bundle   `json:"evidence_bundle"`
	Findings []docket.Finding `json:"findings"`
}

const maxReason = 500

// Ask runs a reviewer on a prompt, which has been screened for secrets.
func Ask(ctx context.Context, c *charter.Charter, run Runner, look Look, project, tool, prompt, claim string) Answer {
	i := slices.IndexFunc(c.Externals, func(t charter.External) bool { return t.Tool == tool })
	if i < 0 {
		return Answer{Status: "skipped", Tool: tool, Reason: fmt.Sprintf("external reviewer %q is not known", tool)}
	}
	t := c.Externals[i]
	p, err := path(look, project, t.Program)
	if err != nil {
		return Answer{Status: "skipped", Tool: tool, Reason: err.Error()}
	}
	limit := time.Duration(c.Limits.Seconds) * time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := run(ctx, Command{Path: p, Args: t.Args, Stdin: prompt, Max: c.Limits.Reply})
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return Answer{Status: "error", Tool: tool, Reason: fmt.Sprintf("%s gave no answer in %s", tool, limit)}
	case err != nil:
		why := strings.TrimSpace(out.Stderr)
		return Answer{Status: "error", Tool: tool, Reason: fmt.Sprintf("%s failed: %v: %s", tool, err, why[:min(len(why), maxReason)])}
	case strings.TrimSpace(out.Stdout) == "":
		return Answer{Status: "error", Tool: tool, Reason: tool + " said nothing"}
	}
	return Normalize(c, tool, out.Stdout, claim, strings.Join(append([]string{t.Program}, t.Args...), " "))
}

// Normalize makes evidence of what a reviewer said.
func Normalize(c *charter.Charter, tool, said, claim, command string) Answer {
	said = strings.ToValidUTF8(said, "\uFFFD")
	b := docket.Bundle{Claim: claim, Flavor: "external", Investigator: "external:" + tool, ID: bundle.NewExternalID(c, tool, said), Blob: said, Place: "external:review", Command: command}
	places := citation(c).FindAllString(said, 1)
	if len(places) > 0 {
		b.Place = places[0]
	}
	return Answer{Status: "ok", Tool: tool, Reason: "answered", Bundle: &b, Findings: findings(c, said, b.ID)}
}

// citation finds a path with a line.
func citation(c *charter.Charter) *regexp.Regexp {
	return regexp.MustCompile(`[A-Za-z0-9_./@+-]+\.(?:` + strings.Join(c.Extensions, "|") + `):\d+\b`)
}

// reading is how the points of a review are told apart.
type reading struct {
	place, point, critical, nitpick *regexp.Regexp
	kinds                           []kind
}

type kind struct {
	category string
	words    *regexp.Regexp
}

func newReading(c *charter.Charter) reading {
	return reading{
		place:    citation(c),
		point:    regexp.MustCompile(`\A\s*(?:[-*•]|\d+[.)])\s+|\A\s*(?:CRITICAL|WARNING|NIT|NITPICK|BLOCKER|FINDING)\b`),
		critical: regexp.MustCompile(`(?i)\b(?:critical|blocker|must fix)\b`),
		nitpick:  regexp.MustCompile(`(?i)\b(?:nit|nitpick|style|typo)\b`),
		kinds: []kind{
			{"security", regexp.MustCompile(`(?i)\b(?:security|injection|xss|csrf|auth|secret|credential|vulnerab\w*)\b`)},
			{"compliance", regexp.MustCompile(`(?i)\b(?:compliance|policy|agents\.md|claude\.md)\b`)},
			{"simplification", regexp.MustCompile(`(?i)\b(?:simplif\w*|dead code|unused|redundant|duplicat\w*)\b`)},
			{"quality", regexp.MustCompile(`(?i)\b(?:naming|coupling|abstraction|readab\w*|design)\b`)},
		},
	}
}

// proposed is the confidence of a point that nobody has judged yet.
const proposed = 80

// findings lifts the points out of a review. One that names no place is one all
// the same, at a place that no file has: the judge's check of the line tells.
func findings(c *charter.Charter, said, id string) []docket.Finding {
	r := newReading(c)
	list := []docket.Finding{}
	for line := range strings.Lines(said) {
		if !r.point.MatchString(line) {
			continue
		}
		f := docket.Finding{File: "unknown", Severity: "warning", Category: "logic", Description: strings.TrimSpace(line), Confidence: proposed, ID: id}
		if at := r.place.FindString(line); at != "" {
			path, n, _ := strings.Cut(at, ":")
			f.File = path
			f.Line, _ = strconv.Atoi(n)
		}
		switch {
		case r.critical.MatchString(line):
			f.Severity = "critical"
		case r.nitpick.MatchString(line):
			f.Severity = "nitpick"
		}
		for _, k := range r.kinds {
			if k.words.MatchString(line) {
				f.Category = k.category
				break
			}
		}
		list = append(list, f)
	}
	return list
}
