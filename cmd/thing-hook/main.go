// Command thing-hook answers an agent client's hook events. It links what a
// decision without models needs and nothing else, since a client starts it
// before each tool call.
package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/ravenclaude/thing/generated/tables"
	"github.com/ravenclaude/thing/internal/beside"
	"github.com/ravenclaude/thing/internal/hook"
	_ "github.com/ravenclaude/thing/internal/stack" // for the time to start
	"github.com/ravenclaude/thing/internal/world"
)

func main() {
	// A closed pipe has to end in status 2 like any other answer that cannot be written.
	signal.Ignore(syscall.SIGPIPE)
	w := world.Once(world.OS())
	os.Exit(hook.Run(os.Args[1:], hook.Env{
		Tables: &tables.Tables,
		World:  w,
		Stdin:  os.Stdin,
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Log:    hook.Log,
		Store:  hook.Store,
		Seat:   os.Getenv(tables.Tables.Transport.Mark()),
		Hand:   func(event []byte) error { return hand(w, event) },
	}))
}

// hand gives an event to the program beside this one, which can ask models. Of the
// arguments only the host's name can have been given.
func hand(w world.World, event []byte) error {
	path, err := beside.Path("thing")
	if err != nil {
		return err
	}
	t := &tables.Tables
	dir := filepath.Join(w.Home(), filepath.FromSlash(t.Audit.State.On(runtime.GOOS)), "scratch")
	return beside.Run(path, append([]string{"hook"}, os.Args[1:]...), event, dir, t.Transport.Mark())
}
