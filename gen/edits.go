package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/ravenclaude/thing/spec"
)

// edit refuses an edit whose samples do not become what they say, or not by
// way of its concern.
func (c *sampler) edit(concern *spec.Concern, i int) {
	for j, s := range concern.Edits[i].Samples {
		report := func(format string, args ...any) {
			text := fmt.Sprintf("concern %q: edit of %q ", concern.ID, s.From) + fmt.Sprintf(format, args...)
			c.problems = append(c.problems, c.s.Problem(text, "concern", concern.ID, "edits", strconv.Itoa(i), "samples", strconv.Itoa(j)))
		}
		raw, err := json.Marshal(map[string]any{"tool_name": "Bash", "tool_input": map[string]string{"command": s.From}, "given": s.Given})
		if err != nil {
			report("cannot be read: %v", err)
			continue
		}
		command, resolves, err := c.rewrite(c.t, raw)
		switch {
		case err != nil:
			report("cannot be read: %v", err)
		case command == "":
			report("leads to no safer form, want %q", s.To)
		case command != s.To:
			report("leads to %q, want %q", command, s.To)
		case !slices.Contains(resolves, concern.ID):
			report("resolves %q only", resolves)
		}
	}
}
