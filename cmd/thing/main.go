// Command thing reviews what an agent is about to run, and explains the
// catalog that it reviews with.
package main

import (
	"os"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/cli"
	"github.com/ravenclaude/thing/internal/world"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.OS(&tables.Tables, world.OS())))
}
