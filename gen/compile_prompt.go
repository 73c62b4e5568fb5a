package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// prompts are the texts for models.
func prompts(s *spec.Spec) catalog.Prompts {
	return catalog.Prompts{
		Seats:  each(s.Seats, func(x *spec.Seat) catalog.Text { return catalog.Text{ID: x.ID, Text: x.Prompt} }),
		Briefs: each(s.Briefs, func(x *spec.Brief) catalog.Text { return catalog.Text{ID: x.ID, Text: x.Text} }),
	}
}
