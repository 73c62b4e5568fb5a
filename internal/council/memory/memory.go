// Package memory keeps what is to be learned from claims that did not hold. Each
// is written down once, whoever finalizes the run how often.
package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/mark"
	"github.com/ravenclaude/thing/internal/council/report"
	"github.com/ravenclaude/thing/internal/council/shelf"
)

// Lesson is what is to be learned from one claim.
type Lesson struct {
	Agent    string // whose directives it belongs to, "" for the lessons of all
	Claim    string
	Evidence string
	Should   string
	Why      string
	Apply    string
}

// Of lists the lessons of a run. min is the threshold of a verdict by its key in
// the settings. Runs that review a change have none, and neither has a preset
// that remembers nothing.
func Of(c *charter.Charter, p *charter.Preset, r *report.Report, min func(charter.Threshold) int) []Lesson {
	if p.Shape != charter.Verdicts || !p.Feedback {
		return nil
	}
	var list []Lesson
	for _, v := range r.Verdicts {
		for _, t := range c.Feedback.Thresholds {
			if v.Verdict == t.Verdict && v.Confidence >= min(t) {
				list = append(list, lesson(c, r, v, t))
			}
		}
	}
	return list
}

const maxExcerpt = 300

func lesson(c *charter.Charter, r *report.Report, v docket.Verdict, t charter.Threshold) Lesson {
	l := Lesson{Claim: v.Text, Why: t.Why, Apply: t.Apply}
	l.Evidence = fmt.Sprintf("%s (%s)", mark.Short(strings.Join(strings.Fields(v.Blob), " "), maxExcerpt), strings.Join(v.IDs, ", "))
	for _, b := range r.Bundles {
		if b.Claim == v.Claim && slices.Contains(v.IDs, b.ID) {
			l.Should = b.Command
			break
		}
	}
	for _, k := range r.Claims {
		if k.ID == v.Claim && slices.Contains(c.Feedback.Agents, k.Author) {
			l.Agent = k.Author
		}
	}
	return l
}

// id is the same for the same claim.
func (l Lesson) id() string {
	h := sha256.Sum256([]byte(strings.ToLower(strings.Join(strings.Fields(l.Claim), " "))))
	return hex.EncodeToString(h[:])[:16]
}

const maxBytes = 16 << 20

// Write appends the lessons that belong to nobody in particular to their file
// below root, and says how many were new. The others are for Directives.
func Write(c *charter.Charter, root string, lessons []Lesson) (int, error) {
	var mine []Lesson
	for _, l := range lessons {
		if l.Agent == "" {
			mine = append(mine, l)
		}
	}
	if len(mine) == 0 {
		return 0, nil
	}
	dir, name := path.Split(c.Feedback.Lessons)
	s, err := shelf.Open(root, path.Clean(dir))
	if err != nil {
		return 0, err
	}
	defer s.Close()
	lock, err := s.Lock("." + name + ".lock")
	if err != nil {
		return 0, err
	}
	defer lock.Close()
	old, err := s.Read(name, maxBytes)
	if err != nil {
		return 0, err
	}
	text, n := string(old), 0
	for _, l := range mine {
		m := fmt.Sprintf("<!-- council:%s -->", l.id())
		if strings.Contains(text, m) {
			continue
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += "\n" + m + "\n"
		for _, f := range [][2]string{{"claim", l.Claim}, {"contradicting_evidence", l.Evidence}, {"should_have_run", l.Should}, {"Why", l.Why}, {"How to apply", l.Apply}} {
			text += fmt.Sprintf("- %s: %s\n", f[0], mark.YAML(f[1]))
		}
		n++
	}
	if n == 0 {
		return 0, nil
	}
	return n, s.Write(shelf.File{Name: name, Content: []byte(strings.TrimPrefix(text, "\n"))})
}

// Directives are the commands that take the other lessons to the agents that
// they belong to. The engine does not write there: who does looks for conflicts.
func Directives(c *charter.Charter, lessons []Lesson) []string {
	var list []string
	for _, l := range lessons {
		if l.Agent != "" {
			list = append(list, fmt.Sprintf("%s %s --apply %s", c.Feedback.Command, l.Agent, mark.YAML(l.Apply+" Claim that did not hold: "+strings.Join(strings.Fields(l.Claim), " "))))
		}
	}
	return list
}
