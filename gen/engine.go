package main

import (
	"encoding/json"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
)

// productEngine is the engine that the commands use.
type productEngine struct{}

func (productEngine) inspect(t *catalog.Tables, raw json.RawMessage) (found, error) {
	s, err := sample.Parse(raw)
	if err != nil {
		return found{}, err
	}
	c, err := s.Call(t)
	if err != nil {
		return found{}, err
	}
	in := review.Inspect(t, s.World(), c)
	var f found
	for _, x := range in.Findings {
		concern := slices.IndexFunc(t.Concerns, func(c catalog.Concern) bool { return c.ID == x.Concern.ID })
		f.triggers = append(f.triggers, catalog.Ref{Concern: uint16(concern), Trigger: uint16(x.Trigger)})
	}
	for _, o := range in.Facts.Opaque {
		f.opaque = append(f.opaque, o.Reason)
	}
	return f, nil
}

func (productEngine) expand(text string, secrets []catalog.Secret) (string, error) {
	return sample.Expand(text, secrets)
}
