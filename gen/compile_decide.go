package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func decide(x spec.Decide) catalog.Decide {
	return catalog.Decide{
		Answers: catalog.Answers(x.Answers), Plain: catalog.Poles(x.Plain), Verbs: catalog.Poles(x.Verbs), Negations: x.Negations,
		Fillers: x.Fillers, HighBlast: x.HighBlast, Limits: catalog.DecideLimits(x.Limits),
	}
}
