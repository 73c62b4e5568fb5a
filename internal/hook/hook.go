// Package hook answers a host's hook events: one event in, one decision out.
//
// The exit status is 0 or 2 and nothing else: hosts let a call go on when its
// hook ends with any other.
package hook

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// Exit statuses.
const (
	ExitOK    = 0 // the answer stands on standard output; none means no opinion
	ExitBlock = 2 // the call is blocked for the reason on standard error
)

// MaxInput bounds an event in bytes.
const MaxInput = 16 << 20

// Env is what a hook runs in.
type Env struct {
	Tables *catalog.Tables
	World  world.World
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Host   string // id; "" is the default
	Log    func(t *catalog.Tables, w world.World, dir string) (audit.Log, error)
	Store  func(t *catalog.Tables, w world.World) (state.Store, error) // nil: nothing is known from call to call
	Seat   string                                                      // the mark that the environment brings, if any

	// Hear puts a call that the floor leaves open before a panel, and changes its record. nil: this program has none, and
	// Hand gives the event to one that has. Hand only returns if that fails.
	Hear func(c *call.Call, r *review.Record, h *review.Hearing)
	Hand func(event []byte) error

	// Rule puts a question that the agent asks its user before a panel, and is the answer; nil: Hand as above.
	Rule func(*Asked) ([]byte, error)

	event []byte // as it was read
}

// Usage says how the hook's command is called.
const Usage = "usage: thing-hook [--host NAME] < event"

// Run is Main with the host taken from command line arguments.
func Run(args []string, e Env) int {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		value, attached := strings.CutPrefix(arg, "--host=")
		switch {
		case attached:
		case arg == "--host" && len(args) > 0:
			value, args = args[0], args[1:]
		default:
			fmt.Fprintf(e.Stderr, "thing-hook: argument %q is not understood: %s\n", arg, Usage)
			return ExitBlock
		}
		if e.Host = value; value == "" {
			fmt.Fprintf(e.Stderr, "thing-hook: host name is empty: %s\n", Usage)
			return ExitBlock
		}
	}
	return Main(e)
}

// Main reads one event, and writes one answer or none in a single write.
func Main(e Env) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(e.Stderr, "thing-hook: internal fault: %v: the call is blocked; report this with what follows\n%s", fault, debug.Stack())
			status = ExitBlock
		}
	}()
	out, err := answer(e)
	if err == nil && len(out) > 0 {
		_, err = e.Stdout.Write(out)
		if err != nil {
			err = fmt.Errorf("answer cannot be written: %w: the call is blocked", err)
		}
	}
	if err != nil {
		fmt.Fprintf(e.Stderr, "thing-hook: %v\n", err)
		return ExitBlock
	}
	return ExitOK
}

func answer(e Env) ([]byte, error) {
	if e.Host != "" && e.Host != host.Claude {
		return nil, fmt.Errorf("host %q is not known: use %s", e.Host, host.Claude)
	}
	stdin, err := io.ReadAll(io.LimitReader(e.Stdin, MaxInput+1))
	if err != nil {
		return nil, fmt.Errorf("event cannot be read: %w: the call is blocked", err)
	}
	if len(stdin) > MaxInput {
		if event := host.Named(stdin); host.After(event) {
			return host.Tell(event, fmt.Sprintf("thing: what became of a call is not recorded: the event is larger than %d bytes", MaxInput), "")
		}
		return nil, fmt.Errorf("event is larger than %d bytes: split the call into smaller ones", MaxInput)
	}
	e.event = stdin
	c, err := host.Decode(stdin, e.Tables)
	switch {
	case host.After(c.Event):
		return e.after(stdin, c.Event)
	case c.Event != "" && c.Event != host.PreToolUse && c.Event != host.UserPromptExpansion && c.Event != host.ConfigChange:
		return e.note(c, err)
	case err != nil:
		return nil, err
	case c.Event == host.UserPromptExpansion:
		return e.expand(c)
	case c.Event == host.ConfigChange:
		return (&user{Env: e, c: &c}).changed()
	}
	return e.review(c)
}
