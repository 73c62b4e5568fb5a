// Package cli is the thing command: its grammar, and what its subcommands
// print.
package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ravenclaude/thing/internal/cache"
	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/world"
)

// Exit statuses.
const (
	ExitOK    = 0 // allow, pass, or done
	ExitDeny  = 1 // or a check that fails
	ExitError = 2 // bad usage, or an internal error
	ExitAsk   = 3
)

// Env is what the command runs in.
type Env struct {
	Tables  *catalog.Tables
	World   world.World
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Dir     string           // absolute working directory, "" if there is none
	Program string           // absolute path of this program, "" if it is not known
	Color   bool             // standard output is a terminal that wants colour
	Prompts *catalog.Prompts // what models are given; nil: none can be asked
	Schemas fs.FS            // of the forms that are read and written
	Asks    bool             // standard input is a terminal, where somebody can be asked
	Live    bool             // standard error is a terminal that can rewrite a line
	Council *charter.Charter // what the council goes by; nil: there is none
}

// OS is the environment of this process.
func OS(t *catalog.Tables, w world.World) Env {
	e := Env{Tables: t, World: w, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	e.Dir, _ = os.Getwd() // a command that needs it says so
	e.Program, _ = os.Executable()
	e.Color = terminal(os.Stdout) && os.Getenv("NO_COLOR") == ""
	e.Live = terminal(os.Stderr)
	e.Asks = device(os.Stdin) && !null(os.Stdin)
	return e
}

// terminal reports whether a file is one whose cursor can be moved.
func terminal(f *os.File) bool { return device(f) && os.Getenv("TERM") != "dumb" }

func device(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// null reports whether a file is the one that is always empty, which is a
// device as terminals are.
func null(f *os.File) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	none, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, none)
}

type grammar struct {
	Review    reviewCmd    `cmd:"" help:"Review a command, or another tool's call, before it runs."`
	Scan      scanCmd      `cmd:"" help:"Decide on every call in a file, or in agents' transcripts."`
	Explain   explainCmd   `cmd:"" help:"Explain a concern of the catalog, or how a command is understood."`
	Decide    decideCmd    `cmd:"" help:"Put a yes-or-no question to the panel, for scripts."`
	Install   installCmd   `cmd:"" help:"Register the hook in the settings of an agent's client."`
	Init      initCmd      `cmd:"" help:"Choose what is reviewed, and see what that would have stopped lately."`
	Doctor    doctorCmd    `cmd:"" help:"Check that the review works, and say how to mend what does not."`
	Status    statusCmd    `cmd:"" help:"Say where the hook is registered; status 1 unless it is once, and works."`
	Uninstall uninstallCmd `cmd:"" help:"Take the hook out of the settings again."`
	Launch    launchCmd    `cmd:"" help:"Start a client so that no project's settings keep the hook from running."`
	Log       logCmd       `cmd:"" help:"Look at the recorded decisions, and check the record."`
	Why       whyCmd       `cmd:"" help:"Say why a recorded call was decided as it was."`
	Wrong     wrongCmd     `cmd:"" help:"Call what was found a false alarm, so that it stops no such call again."`
	Override  overrideCmd  `cmd:"" help:"Let a call that was denied pass, once."`
	Nap       napCmd       `cmd:"" help:"Let the review nap for a while."`
	Config    configCmd    `cmd:"" help:"Look at the configuration, check it, and change it."`
	Posture   postureCmd   `cmd:"" help:"Say which categories of calls are reviewed."`
	Trust     trustCmd     `cmd:"" help:"Say which projects' configuration files count with all that they say."`
	Backends  backendsCmd  `cmd:"" help:"List the ways to ask a model, and record the programs for it."`
	Simulate  simulateCmd  `cmd:"" help:"Work out how often a panel errs, against a single judge."`
	Council   councilCmd   `cmd:"" help:"Audit claims and changes: what no evidence backs is struck."`
	Hook      hookCmd      `cmd:"" help:"Answer one hook event from standard input."`
	Version   versionCmd   `cmd:"" help:"Print the version and the catalog's identity."`
}

const description = `Reviews what an agent is about to run.

Exit status: 0 allow or pass, 1 deny, 3 ask, 2 bad usage or an internal error.
A scan ends with 0 when all were answered, whatever the answers; doctor and status
with 1 where something is not as it should be; launch as the client does.`

// exit carries a status out of the parser, which ends the process by itself
// after printing help.
type exit int

// Main runs the command line and returns the exit status.
func Main(args []string, e Env) (status int) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case exit:
			status = int(fault)
		default:
			fmt.Fprintf(e.Stderr, "thing: internal fault: %v: report this\n", fault)
			status = ExitError
		}
	}()
	parser, err := kong.New(narrow(grammar{}, args),
		kong.Name("thing"),
		kong.Description(description),
		kong.Writers(e.Stdout, e.Stderr),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.Exit(func(status int) { panic(exit(status)) }),
	)
	if err != nil {
		fmt.Fprintf(e.Stderr, "thing: %v: report this\n", err)
		return ExitError
	}
	parser.Model.HelpFlag.Help = "Show this help."
	ctx, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(e.Stderr, "thing: %s\n", told(&e, misused(err)))
		return ExitError
	}
	status = ExitOK
	ctx.Bind(&e, &status, separated(slices.Contains(args, "--")))
	if err := ctx.Run(); err != nil {
		fmt.Fprintf(e.Stderr, "thing: %s\n", told(&e, err))
		return ExitError
	}
	return status
}

// misused is the parser's error with the help that says what was expected: that
// of the command, as far as one was named.
func misused(err error) error {
	what, command, group := err.Error(), "", true
	var p *kong.ParseError
	if errors.As(err, &p) && p.Context != nil {
		for _, at := range p.Context.Path {
			if at.Command != nil {
				command, group = " "+at.Command.Path(), len(at.Command.Children) > 0
			}
		}
	}
	if rest, ok := strings.CutPrefix(what, "unexpected argument "); ok && group {
		what = "unknown command " + rest
	}
	return fmt.Errorf("%s: see thing%s --help", what, command)
}

// told is an error in words. It may quote what was typed, or a file, so it is
// told without the secrets in it.
func told(e *Env, err error) string {
	return secret.Redact(e.Tables, strings.ToValidUTF8(err.Error(), "\ufffd"))
}

// separated tells whether "--" stood among the arguments.
type separated bool

type hookCmd struct {
	Host string `help:"The agent's client that the event comes from." placeholder:"NAME"`
}

// Run answers a hook event.
func (c *hookCmd) Run(e *Env, status *int) error {
	w := cache.NewWatch(e.World) // what a decision rests on is a part of what it is kept under
	*status = hook.Main(hook.Env{Tables: e.Tables, World: w, Stdin: e.Stdin, Stdout: e.Stdout, Stderr: e.Stderr, Host: c.Host, Log: hook.Log, Store: hook.Store,
		Seat: os.Getenv(e.Tables.Transport.Mark()), Rule: e.rule,
		Hear: func(c *call.Call, r *review.Record, h *review.Hearing) { e.hear(w, c, r, h) }})
	return nil
}

// errDir is for commands that need to know where they are.
var errDir = errors.New("working directory is not known: change to one that exists")
