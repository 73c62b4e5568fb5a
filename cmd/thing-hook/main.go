// Command thing-hook answers an agent client's hook events. It links what a
// decision without models needs and nothing else, since a client starts it
// before each tool call.
package main

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/hook"
	_ "github.com/ravenclaude/thing/internal/stack" // for the time to start
	"github.com/ravenclaude/thing/internal/world"
)

func main() {
	// A closed pipe has to end in status 2 like any other answer that cannot be written.
	signal.Ignore(syscall.SIGPIPE)
	os.Exit(hook.Run(os.Args[1:], hook.Env{
		Tables: &tables.Tables,
		World:  world.Once(world.OS()),
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Log:    hook.Log,
		Store:  hook.Store,
	}))
}
