package hearing

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/panel"
	"github.com/ravenclaude/thing/internal/prompt"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
)

// Bounds in bytes of what seats are shown.
const (
	mostInput = 48 << 10
	mostFacts = 16 << 10
	mostFound = 8 << 10
	mostFile  = 8 << 10
	mostPlace = 2 << 10
	maxFiles  = 4
)

// brief writes what the seats of a panel are asked about a call. Each seat gets an
// envelope of its own.
func (c *Court) brief(h *review.Hearing, written *prompt.Case) panel.Brief {
	if c.Past != nil {
		told := *written
		told.Past = c.Past()
		written = &told
	}
	return func(seat string, peers []panel.Opinion) (panel.Question, error) {
		system, user, err := prompt.Call(c.Prompts, seat, shape(h.Call.Entry), written, peers)
		if err != nil {
			return panel.Question{}, err
		}
		return panel.Question{System: system, User: user, Schema: c.Schema, Mark: c.Mark}, nil
	}
}

// Written is the case that all seats read, but for what came before in the session.
func Written(h *review.Hearing) *prompt.Case {
	k := &prompt.Case{
		Category: title(h.Tables, h.Category), Tier: h.Route.Tier, Environment: h.Posture.Settings.Environment, Concerns: concerns(h),
		Sections: []prompt.Section{
			{Name: "the tool's name", Text: h.Call.Tool, Most: mostPlace},
			{Name: "the tool's input", Text: input(h), Most: mostInput},
			{Name: "where it runs", Text: place(h), Most: mostPlace},
			{Name: "what it was understood to do", Text: secret.Redact(h.Tables, prompt.Understood(h.Tables, h.Facts)), Most: mostFacts},
			{Name: "what a deterministic rule has found", Text: found(h.Findings), Most: mostFound},
		},
	}
	k.Sections = append(k.Sections, files(h)...)
	return k
}

// Shape is a tool of a host in a word of ours: its name may come from anywhere.
func Shape(t *catalog.Tables, host, tool string) string {
	for i := range t.Hosts {
		if t.Hosts[i].ID == host {
			return shape(t.Hosts[i].Tool(tool))
		}
	}
	return shape(nil)
}

func shape(tool *catalog.Tool) string {
	if tool == nil {
		return "a tool that is not known"
	}
	switch tool.Shape {
	case catalog.ShapeShell:
		return "a shell"
	case catalog.ShapeRead:
		return "a reader of files"
	case catalog.ShapeEdit:
		return "an editor of files"
	case catalog.ShapeFetch:
		return "a reader of the network"
	case catalog.ShapeMCP:
		return "a tool of an MCP server"
	case catalog.ShapePrompt:
		return "a text for another agent"
	}
	return "a tool"
}

func title(t *catalog.Tables, id string) string {
	for _, c := range t.Categories {
		if c.ID == id {
			return c.Title
		}
	}
	return ""
}

// concerns are those that were found, those that only judgement finds, and the
// others of the call's category.
func concerns(h *review.Hearing) []prompt.Concern {
	was := map[string]bool{}
	for _, f := range h.Findings {
		was[f.Concern.ID] = true
	}
	var list []prompt.Concern
	for i := range h.Tables.Concerns {
		c := &h.Tables.Concerns[i]
		if was[c.ID] || c.Category == h.Category || c.JudgmentOnly && c.Category == catalog.CrossCutting {
			list = append(list, prompt.Concern{Concern: c, Found: was[c.ID]})
		}
	}
	slices.SortStableFunc(list, func(a, b prompt.Concern) int {
		switch {
		case a.Found == b.Found:
			return 0
		case a.Found:
			return -1
		}
		return 1
	})
	return list
}

// input is the tool's input, a field after the other: strings as they are.
func input(h *review.Hearing) string {
	names := make([]string, 0, len(h.Call.Input))
	for name := range h.Call.Input {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%s: %s\n", name, unquoted(h.Call.Input[name]))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// unquoted is a JSON value as text: of a string what it says.
func unquoted(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// place is the directory, the project and the branch.
func place(h *review.Hearing) string {
	lines := []string{"directory: " + h.Call.Dir}
	if h.Project != "" {
		lines = append(lines, "project: "+h.Project)
	}
	if branch, err := h.World.Branch(h.Call.Dir); err == nil && branch != "" {
		lines = append(lines, "branch: "+branch)
	}
	return secret.Redact(h.Tables, strings.Join(lines, "\n"))
}

func found(list []match.Finding) string {
	var lines []string
	for _, f := range list {
		line := fmt.Sprintf("[%s] %s", f.Concern.ID, f.Message)
		if f.File != "" {
			line += fmt.Sprintf(" (in %s:%d)", f.File, f.Line)
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// files are the beginnings of the files that the call runs.
func files(h *review.Hearing) []prompt.Section {
	var names []string
	add := func(at fact.At) {
		if at.File != "" && !slices.Contains(names, at.File) && len(names) < maxFiles {
			names = append(names, at.File)
		}
	}
	for i := range h.Facts.Invocations {
		add(h.Facts.Invocations[i].At)
	}
	for _, o := range h.Facts.Opaque {
		add(o.At)
	}
	var list []prompt.Section
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(h.Project, name)
		}
		if src, err := h.World.Head(path, mostFile); err == nil {
			list = append(list, prompt.Section{Name: "the beginning of a file that it runs", Text: name + ":\n" + secret.Redact(h.Tables, string(src)), Most: 2 * mostFile})
		}
	}
	return list
}
