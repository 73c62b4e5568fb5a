package cli

import (
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/internal/doctor"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/install"
)

type statusCmd struct {
	Host string `help:"The agent's client." default:"claude"`
	JSON bool   `name:"json" help:"Print it as JSON."`
	Line bool   `help:"Print one line on the session that standard input tells of, for the client's status line."`
}

// installStatus is what the JSON form holds.
type installStatus struct {
	SchemaVersion int           `json:"schema_version"`
	Working       bool          `json:"working"` // registered once, whole, and with a program that can be executed
	Places        []placeStatus `json:"places"`
}

type placeStatus struct {
	Scope      string   `json:"scope"`
	Where      string   `json:"where"`
	Registered bool     `json:"registered"`
	Programs   []string `json:"programs"`
	Problems   []string `json:"problems"`
}

// Run says where the hook is registered.
func (c *statusCmd) Run(e *Env, status *int) error {
	client, err := clientOf(e, c.Host)
	if err != nil {
		return err
	}
	if c.Line {
		return c.line(e)
	}
	places, err := placesOf(e, client)
	if err != nil {
		return err
	}
	states, plugins := install.Survey(client, places, e.World.Home(), readSettings)
	out := installStatus{SchemaVersion: formatVersion}
	at := map[string]int{}
	for _, s := range states {
		p := placeStatus{Scope: s.Scope, Where: s.File, Programs: []string{}, Problems: []string{}}
		if s.Err != nil {
			p.Problems = append(p.Problems, s.Err.Error())
		}
		at[s.File] = len(out.Places)
		out.Places = append(out.Places, p)
	}
	for _, x := range plugins {
		p := placeStatus{Scope: "plugin", Where: x.ID, Programs: []string{}, Problems: []string{}}
		switch {
		case !x.On:
			p.Problems = append(p.Problems, "settings switch it off")
		case x.Root == "":
			p.Problems = append(p.Problems, "it is not installed")
		case x.Err != nil:
			p.Problems = append(p.Problems, x.Err.Error())
		}
		at[x.ID] = len(out.Places)
		out.Places = append(out.Places, p)
	}
	list := install.Registrations(states, plugins)
	for _, r := range list {
		p := &out.Places[at[r.Where]]
		p.Registered = true
		p.Programs = append(p.Programs, doctor.Programs(r)...)
		if what := install.Wants(client, r.Handlers); what != "" {
			p.Problems = append(p.Problems, what)
		}
		for _, program := range p.Programs {
			if what := doctor.Executable(program); what != "" {
				p.Problems = append(p.Problems, program+" "+what)
			}
		}
		out.Working = len(list) == 1 && len(p.Problems) == 0
	}
	if !out.Working {
		*status = ExitDeny
	}
	if c.JSON {
		return printJSON(e.Stdout, out)
	}
	var b strings.Builder
	for _, p := range out.Places {
		said := "not registered"
		if p.Registered {
			said = "registered"
			if len(p.Programs) > 0 {
				said += ": " + strings.Join(p.Programs, ", ")
			}
		}
		fmt.Fprintf(&b, "%-8s %s  %s\n", p.Scope, shown(p.Where), shown(said))
		for _, problem := range p.Problems {
			fmt.Fprintf(&b, "         %s\n", shown(problem))
		}
	}
	switch {
	case len(list) == 0:
		fmt.Fprintf(&b, "not registered: thing install\n")
	case len(list) > 1:
		fmt.Fprintf(&b, "registered %d times, so each call is reviewed as often: remove all but one\n", len(list))
	case !out.Working:
		fmt.Fprintf(&b, "registered once, but it does not work: see thing doctor\n")
	default:
		fmt.Fprintf(&b, "registered once\n")
	}
	return write(e, b.String())
}

// line prints what a client shows below its prompt.
func (c *statusCmd) line(e *Env) error {
	src, err := readInput(e, "-")
	if err != nil {
		return err
	}
	line, err := hook.Env{Tables: e.Tables, World: e.World, Host: c.Host, Log: hook.Log, Store: hook.Store}.Line(c.Host, src)
	if err != nil {
		return err
	}
	return write(e, line+"\n")
}
