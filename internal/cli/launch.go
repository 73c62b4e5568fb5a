package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/doctor"
	"github.com/ravenclaude/thing/internal/install"
	"github.com/ravenclaude/thing/internal/launch"
)

type launchCmd struct {
	Command []word `arg:"" passthrough:"" name:"client" help:"The client and its arguments, behind --, as in -- claude -p 'fix the test'."`
}

// Run starts a client with the review held in place, and ends as it does.
func (c *launchCmd) Run(e *Env, status *int) error {
	words := plain(c.Command)
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return errors.New("no client is named: thing launch -- claude")
	}
	client, err := launched(e, words[0])
	if err != nil {
		return err
	}
	program, err := launch.Find(client, words[0], os.Getenv("PATH"), runtime.GOOS, doctor.Executable)
	if err != nil {
		return err
	}
	hook, err := hookProgram(e, client)
	if err != nil {
		return err
	}
	places, err := placesOf(e, client)
	if err != nil {
		return err
	}
	_, plugins := install.Survey(client, places, e.World.Home(), readSettings)
	plugins = slices.DeleteFunc(plugins, func(p install.Plugin) bool {
		return slices.ContainsFunc(doctor.Programs(install.Registration{Handlers: p.Registered()}), func(program string) bool { return doctor.Executable(program) != "" })
	})
	p, err := launch.New(client, hook, plugins, words[1:], os.Environ())
	if err != nil {
		return err
	}
	if *status, err = become(program, append([]string{program}, p.Args...), p.Env); err != nil {
		return fmt.Errorf("%s cannot be started: %w", program, err)
	}
	return nil
}

// launched is what is known of the host whose program is named.
func launched(e *Env, program string) (*catalog.Client, error) {
	name := launch.Named(program)
	var known []string
	for i := range e.Tables.Hosts {
		c := e.Tables.Hosts[i].Client
		if c == nil {
			continue
		}
		if c.Program == name {
			return c, nil
		}
		known = append(known, c.Program)
	}
	return nil, fmt.Errorf("%q is no client that can be launched: use %s", program, strings.Join(known, ", "))
}
