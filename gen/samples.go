package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/spec"
)

// found is what the engine sees in one call.
type found struct {
	triggers []catalog.Ref
	opaque   []string
}

// engine judges a sample as the commands will judge such a call.
type engine interface {
	// inspect takes a sample as the spec writes it.
	inspect(t *catalog.Tables, sample json.RawMessage) (found, error)
	// expand replaces the kinds of secrets in text by made-up secrets.
	expand(text string, secrets []catalog.Secret) (string, error)
	// rewrite returns the safer form that is offered for a sample, "" for none, and
	// the concerns that it resolves.
	rewrite(t *catalog.Tables, sample json.RawMessage) (command string, resolves []string, err error)
}

// checkSamples runs everything that the spec says about itself: its samples, its remedies and
// its made-up secrets. The error is a spec.Problems.
func checkSamples(s *spec.Spec, t *catalog.Tables, e engine) error {
	c := &sampler{s: s, t: t, engine: e}
	for i, concern := range s.Concerns {
		for j, raw := range concern.Samples.Hit {
			c.sample(i, "hit", j, raw)
		}
		for j, raw := range concern.Samples.Miss {
			c.sample(i, "miss", j, raw)
		}
		c.remedy(concern)
		for j := range concern.Edits {
			c.edit(concern, j)
		}
	}
	for i := range t.Secrets {
		c.secret(&t.Secrets[i])
	}
	return c.problems.Err()
}

type sampler struct {
	s *spec.Spec
	t *catalog.Tables
	engine
	problems spec.Problems
}

func (c *sampler) sample(concern int, list string, i int, raw json.RawMessage) {
	id := c.s.Concerns[concern].ID
	report := func(format string, args ...any) {
		text := fmt.Sprintf("concern %q: sample %s %s", id, abridged(raw), fmt.Sprintf(format, args...))
		c.problems = append(c.problems, c.s.Problem(text, "concern", id, "samples", list, strconv.Itoa(i)))
	}
	got, err := c.inspect(c.t, raw)
	if err != nil {
		report("cannot be read: %v", err)
		return
	}
	at := slices.IndexFunc(got.triggers, func(r catalog.Ref) bool { return int(r.Concern) == concern })
	switch {
	case list == "hit" && at < 0:
		report("should match but does not%s", c.instead(got))
	case list == "miss" && at >= 0:
		report("should not match but does (triggers[%d])", got.triggers[at].Trigger)
	}
}

// instead names what was found where something else should have been.
func (c *sampler) instead(got found) string {
	var ids []string
	for _, r := range got.triggers {
		if id := c.t.Concerns[r.Concern].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		return "; it matches " + strings.Join(ids, ", ")
	}
	if len(got.opaque) > 0 {
		return "; it is opaque: " + got.opaque[0]
	}
	return ""
}

// abridged quotes a sample for a message.
func abridged(raw json.RawMessage) string {
	const most = 120
	var line string
	if json.Unmarshal(raw, &line) != nil {
		line = string(raw)
	}
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return strconv.Quote(line)
}

var quoted = regexp.MustCompile("'([^']+)'|`([^`]+)`")

// remedy refuses advice that the catalog would stop in turn.
func (c *sampler) remedy(concern *spec.Concern) {
	for _, m := range quoted.FindAllStringSubmatch(concern.Remedy, -1) {
		command := m[1] + m[2]
		if !c.isCommand(command) {
			continue
		}
		report := func(format string, args ...any) {
			text := fmt.Sprintf("concern %q: remedy %q %s", concern.ID, command, fmt.Sprintf(format, args...))
			c.problems = append(c.problems, c.s.Problem(text, "concern", concern.ID, "remedy"))
		}
		got, err := c.inspect(c.t, c.ownBranch(command))
		if err != nil {
			report("cannot be read: %v", err)
			continue
		}
		for _, r := range got.triggers {
			if other := &c.t.Concerns[r.Concern]; other.Severity >= catalog.High || other.AlwaysScreen || other.PrePanelDeny {
				report("is itself stopped by %q (triggers[%d]): write a form that passes", other.ID, r.Trigger)
				break
			}
		}
		if len(got.opaque) > 0 {
			report("is itself stopped: %s: write a form that is understood", got.opaque[0])
		}
	}
}

// ownBranch is a sample that runs a command on a branch of one's own, where a
// remedy is meant to be used.
func (c *sampler) ownBranch(command string) json.RawMessage {
	for _, h := range c.t.Hosts {
		for _, tool := range h.Tools {
			if tool.Shape == catalog.ShapeShell && tool.Field != "" {
				return must(json.Marshal(map[string]any{
					"tool_name": tool.Name, "tool_input": map[string]string{tool.Field: command},
					"given": map[string]any{"git": map[string]string{"branch": "topic"}},
				}))
			}
		}
	}
	return must(json.Marshal(command))
}

// isCommand reports whether text is a shell line that begins with a program that the spec knows.
func (c *sampler) isCommand(text string) bool {
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) == 0 {
		return false
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 {
		return false
	}
	name := call.Args[0].Lit()
	return c.t.Program(name) != nil
}

// secret refuses a kind whose made-up secrets would not be found.
func (c *sampler) secret(x *catalog.Secret) {
	report := func(format string, args ...any) {
		text := fmt.Sprintf("secret %q: make: ", x.Kind) + fmt.Sprintf(format, args...)
		c.problems = append(c.problems, c.s.Problem(text, "secret", x.Kind, "make"))
	}
	made, err := c.expand("«"+x.Kind+"»", c.t.Secrets)
	if err != nil {
		report("%v", err)
		return
	}
	lower := strings.ToLower(made)
	if !slices.ContainsFunc(x.Literals, func(l string) bool { return strings.Contains(lower, l) }) {
		report("what it makes holds none of the literals: change one of them")
		return
	}
	hits, _ := secret.Scan(c.t, made)
	if slices.ContainsFunc(hits, func(h secret.Hit) bool { return h.Secret.Kind == x.Kind }) {
		return
	}
	instead := ""
	if len(hits) > 0 {
		instead = fmt.Sprintf(", but as %q", hits[0].Secret.Kind)
	}
	report("what it makes is not found as that kind%s: change it, the pattern or what is excepted", instead)
}
