package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

var addresses = []string{"one", "some", "none"}

func search(x *spec.Search) *catalog.Search {
	if x == nil {
		return nil
	}
	return &catalog.Search{Pattern: x.Pattern, Patterns: x.Patterns, Quiet: x.Quiet, Shows: members(x.Shows)}
}

func fetch(x *spec.Fetch) *catalog.Fetch {
	if x == nil {
		return nil
	}
	return &catalog.Fetch{Field: x.Field, Addresses: pick[catalog.Addresses](addresses, x.Addresses), Prompt: x.Prompt}
}
