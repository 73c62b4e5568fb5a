package prompt

import (
	"fmt"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/panel"
)

// Case is one call as seats are told of it.
type Case struct {
	Category    string // the strictest one's title, "" for none
	Tier        catalog.Tier
	Environment string // that the user has declared, "" for none
	Concerns    []Concern
	Past        []Past    // of the session, the oldest first
	Sections    []Section // the call, and all that comes from outside the spec
}

// Concern is one that may apply, with the place where it was found.
type Concern struct {
	*catalog.Concern
	Found bool
}

// Past is an earlier call of the session: what was decided, and nothing of what it
// held.
type Past struct {
	Tool     string
	Category string
	Decision string
	Ago      time.Duration
}

// fields of a brief for a call.
const (
	fillTool        = "tool"
	fillCategory    = "category"
	fillTier        = "tier"
	fillEnvironment = "environment"
	fillConcerns    = "concerns"
	fillSession     = "session"
	fillOpen        = "open"
	fillClose       = "close"
	fillData        = "data"
)

// Call is what a seat reads about a call, in an envelope of its own: its own part
// as the system's words, and the brief as the user's. peers are the opinions that
// were given before, for the tie-breaker.
func Call(p *catalog.Prompts, seat string, shape string, c *Case, peers []panel.Opinion) (system, user string, err error) {
	e, err := Seal()
	if err != nil {
		return "", "", err
	}
	sections := c.Sections
	if len(peers) > 0 {
		sections = append(sections[:len(sections):len(sections)], chains(peers)...)
	}
	return p.Seat(seat), p.Brief("call", map[string]string{
		fillTool:        shape,
		fillCategory:    or(c.Category, "none"),
		fillTier:        c.Tier.String(),
		fillEnvironment: or(plain(c.Environment), "not declared"),
		fillConcerns:    concerns(c.Concerns),
		fillSession:     session(c.Past),
		fillOpen:        e.Open(),
		fillClose:       e.Close(),
		fillData:        e.Data(sections),
	}), nil
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// plain is the user's own word on one line, without what could be taken for a
// place or a line of ours.
func plain(text string) string {
	const most = 200
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), most)]
}

func concerns(list []Concern) string {
	var b strings.Builder
	for _, c := range list {
		found := ""
		if c.Found {
			found = ", found"
		}
		fmt.Fprintf(&b, "- %s (%s%s): %s Resolution: %s\n", c.ID, c.Severity, found, sentence(c.Description), sentence(c.Resolution))
	}
	return or(strings.TrimSuffix(b.String(), "\n"), "None was found.")
}

func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// session is what was decided before. A tool's name comes from outside, so that
// only the shape of a well-known one is shown.
func session(past []Past) string {
	var b strings.Builder
	for _, p := range past {
		fmt.Fprintf(&b, "- %s ago: %s, %s: %s\n", p.Ago.Round(time.Second), p.Tool, or(p.Category, "no category"), p.Decision)
	}
	return or(strings.TrimSuffix(b.String(), "\n"), "This is the first call that is known.")
}

// maxChain bounds what is shown of a seat's reasons.
const maxChain = 2000

// chains are what the other seats said: data too, since the call may have talked
// them into it.
func chains(peers []panel.Opinion) []Section {
	var list []Section
	for _, o := range peers {
		text := "verdict: " + string(o.Verdict) + "\n"
		if o.Verdict == panel.Abstain {
			text += "no usable answer (" + string(o.Failure) + ")"
		} else {
			text += fmt.Sprintf("confidence: %.2f\ncited: %s\nreasoning: %s", o.Sure, or(strings.Join(o.Cited, " "), "none"), o.Reasoning)
		}
		if o.Edited != "" {
			text += "\nedited command: " + o.Edited
		}
		list = append(list, Section{Name: "the reasoning of seat " + o.Seat, Text: text, Most: maxChain})
	}
	return list
}
