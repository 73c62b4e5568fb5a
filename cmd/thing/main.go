// Command thing reviews what an agent is about to run, and explains the
// catalog that it reviews with.
package main

import (
	"os"

	"github.com/ravenclaude/thing/generated/council"
	"github.com/ravenclaude/thing/generated/schema"
	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/world"
)

func main() {
	e := cli.OS(catalog.Whole(&tables.Tables, tables.Prose, tables.Rest), world.OS())
	e.Prompts, e.Schemas = &tables.Prompts, schema.Files
	e.Council = &council.Charter
	os.Exit(cli.Main(os.Args[1:], e))
}
