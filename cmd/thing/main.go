// Command thing reviews what an agent is about to run, and explains the
// catalog that it reviews with.
package main

import (
	"os"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/world"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.OS(catalog.Whole(&tables.Tables, tables.Prose), world.OS())))
}
