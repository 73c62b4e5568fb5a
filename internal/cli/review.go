package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/host"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/review"
)

// Policies say which categories are reviewed.
const (
	policyAll     = "all"     // every one
	policyProject = "project" // those that the posture files switch on
)

type reviewCmd struct {
	JSON   bool   `name:"json" help:"Print the decision record as JSON."`
	Policy string `help:"What to review: all categories, or those that the project's posture switches on. Without it: project where there is a posture file, else all." placeholder:"all|project"`
	Tool   string `help:"Review a call of this tool instead of a command." placeholder:"NAME"`
	Input  string `help:"File with the tool's input as a JSON object; - is standard input." placeholder:"FILE"`
	panelFlags
	Command []word `arg:"" optional:"" help:"The command; one argument is taken as typed, several are quoted and joined."`
}

// Run reviews one call and prints the decision.
func (c *reviewCmd) Run(e *Env, status *int) error {
	reviewed, err := c.call(e)
	if err != nil {
		return err
	}
	p, err := posture(e, c.Policy, e.Dir)
	if err != nil {
		return err
	}
	if err := c.check(e.Tables); err != nil {
		return err
	}
	r, h := review.Hear(e.Tables, e.World, reviewed, p, user(e, reviewed))
	if h != nil && c.given() {
		if err := c.hear(e, &r, h); err != nil {
			return err
		}
	}
	if c.JSON {
		err = printJSON(e.Stdout, r)
	} else {
		err = print(e, reviewed.Text, r)
	}
	if err != nil {
		return err
	}
	*status, err = statusOf(r.Decision)
	return err
}

func statusOf(d review.Decision) (int, error) {
	switch d {
	case review.Allow, review.Pass:
		return ExitOK, nil
	case review.Deny:
		return ExitDeny, nil
	case review.Ask:
		return ExitAsk, nil
	}
	return ExitError, fmt.Errorf("decision %q has no exit status: report this", d)
}

// posture is what a policy says about calls in a directory.
func posture(e *Env, policy, dir string) (*config.Posture, error) {
	switch policy {
	case policyAll:
		return config.All(e.Tables), nil
	case "", policyProject:
	default:
		return nil, unknownPolicy(policy)
	}
	p, err := config.Load(e.Tables, e.World, dir, hook.Trust(e.Tables, e.World))
	if err != nil {
		return nil, err
	}
	if policy == "" && len(p.Files) == 0 {
		return config.All(e.Tables), nil
	}
	return p, nil
}

func unknownPolicy(name string) error {
	return fmt.Errorf("policy %q is not known: use %s or %s", name, policyAll, policyProject)
}

// call is the call that the arguments describe.
func (c *reviewCmd) call(e *Env) (call.Call, error) {
	switch {
	case c.Tool == "" && c.Input == "":
		return shellCall(e, plain(c.Command))
	case c.Tool == "" || c.Input == "":
		return call.Call{}, errors.New("--tool and --input belong together: give both, or a command")
	case len(c.Command) > 0:
		return call.Call{}, errors.New("--tool reviews a call and takes no command: give one of the two")
	}
	if host.Tool(e.Tables, host.Claude, c.Tool) == nil { // one that no table knows is reviewed too, unless it is a slip
		var names []string
		for _, h := range e.Tables.Hosts {
			for _, t := range h.Tools {
				if h.ID == host.Claude {
					names = append(names, t.Name)
				}
			}
		}
		if known := near.Slip(c.Tool, names); known != "" {
			return call.Call{}, fmt.Errorf("tool %q is not known; did you mean %s?", c.Tool, known)
		}
	}
	input, err := readInput(e, c.Input)
	if err != nil {
		return call.Call{}, err
	}
	return newCall(e, c.Tool, input)
}

func readInput(e *Env, name string) ([]byte, error) {
	src := e.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("input cannot be read: %w: name a JSON file", err)
		}
		defer f.Close()
		src = f
	}
	b, err := io.ReadAll(io.LimitReader(src, hook.MaxInput+1))
	if err != nil {
		return nil, fmt.Errorf("input %q cannot be read: %w: name a JSON file", name, err)
	}
	if len(b) > hook.MaxInput {
		return nil, fmt.Errorf("input %q is larger than %d bytes: split it", name, hook.MaxInput)
	}
	return b, nil
}

// shellCall is a call of the host's first shell tool.
func shellCall(e *Env, words []string) (call.Call, error) {
	if len(words) == 0 {
		return call.Call{}, errors.New("command is missing: give it after --")
	}
	command, err := join(words)
	if err != nil {
		return call.Call{}, err
	}
	shell := host.Shell(e.Tables, host.Claude)
	if shell == nil {
		return call.Call{}, errors.New("no shell tool is in the tables: report this")
	}
	input, err := json.Marshal(map[string]string{shell.Field: command})
	if err != nil {
		return call.Call{}, err
	}
	c, err := newCall(e, shell.Name, input)
	// Arguments may hold bytes that JSON cannot: the command is reviewed as given.
	c.Text = command
	return c, err
}

// join makes one command of its words; a single one is a command already.
func join(words []string) (string, error) {
	if len(words) == 1 {
		return words[0], nil
	}
	quoted := make([]string, 0, len(words))
	for _, w := range words {
		q, err := syntax.Quote(w, syntax.LangBash)
		if err != nil {
			return "", fmt.Errorf("argument %q cannot be quoted: %w: give the command as one argument", w, err)
		}
		quoted = append(quoted, q)
	}
	return strings.Join(quoted, " "), nil
}

func newCall(e *Env, tool string, input []byte) (call.Call, error) {
	if e.Dir == "" {
		return call.Call{}, errDir
	}
	return host.Fill(call.Call{Host: host.Claude, Event: host.PreToolUse, Tool: tool, Dir: e.Dir}, e.Tables, input)
}
