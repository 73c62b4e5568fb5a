package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func counter(x *spec.CounterMatch) *catalog.CounterTrigger {
	return &catalog.CounterTrigger{
		Categories: x.Category, Programs: x.Program, Sub: x.Sub, Same: pick[catalog.Same](catalog.Sames, x.Same), Above: x.Above, Within: x.Within,
	}
}
