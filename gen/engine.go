package main

import (
	"encoding/json"
	"slices"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/sample"
	"github.com/ravenclaude/thing/internal/world"
)

// productEngine is the engine that the commands use.
type productEngine struct{}

func (productEngine) inspect(t *catalog.Tables, raw json.RawMessage) (found, error) {
	c, w, err := read(t, raw)
	if err != nil {
		return found{}, err
	}
	in := review.Inspect(t, w, c)
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

func (productEngine) rewrite(t *catalog.Tables, raw json.RawMessage) (string, []string, error) {
	c, w, err := read(t, raw)
	if err != nil {
		return "", nil, err
	}
	r := review.Review(t, w, c, config.All(t))
	safer := r.Safer()
	if safer == nil {
		return "", nil, nil
	}
	return safer.Command, safer.Resolves, nil
}

func (productEngine) expand(text string, secrets []catalog.Secret) (string, error) {
	return sample.Expand(text, secrets)
}

// read is a sample's call, and the world that it is made in.
func read(t *catalog.Tables, raw json.RawMessage) (call.Call, world.World, error) {
	s, err := sample.Parse(raw)
	if err != nil {
		return call.Call{}, nil, err
	}
	c, err := s.Call(t)
	return c, s.World(), err
}
