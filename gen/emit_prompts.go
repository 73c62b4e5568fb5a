package main

import (
	"fmt"
	"reflect"

	"github.com/dave/jennifer/jen"

	"github.com/ravenclaude/thing/internal/catalog"
)

// emitPrompts renders the texts for models, beside the tables and apart from
// them.
func emitPrompts(p catalog.Prompts) (map[string][]byte, error) {
	if len(p.Seats) == 0 {
		return nil, nil
	}
	v := reflect.ValueOf(p)
	file, err := goFile(
		jen.Comment("Prompts are the texts that models are given.").Line().
			Var().Id("Prompts").Op("=").Add(newRenderer(v).literal(v)),
	)
	if err != nil {
		return nil, fmt.Errorf("tables: prompts: %w", err)
	}
	return map[string][]byte{"tables/prompts_gen.go": file}, nil
}
