package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/doctor"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/install"
)

type doctorCmd struct {
	Host string `help:"The agent's client." default:"claude" placeholder:"NAME"`
	JSON bool   `name:"json" help:"Print it as JSON."`
}

// diagnosis is what the JSON form holds.
type diagnosis struct {
	SchemaVersion int             `json:"schema_version"`
	OK            bool            `json:"ok"`
	Checks        []doctor.Result `json:"checks"`
}

// Run makes all checks: status 1 if one fails.
func (c *doctorCmd) Run(e *Env, status *int) error {
	w, err := examined(e, c.Host)
	if err != nil {
		return err
	}
	out := diagnosis{SchemaVersion: formatVersion, OK: true, Checks: doctor.Run(w)}
	for _, r := range out.Checks {
		out.OK = out.OK && r.OK
	}
	if !out.OK {
		*status = ExitDeny
	}
	if c.JSON {
		return printJSON(e.Stdout, out)
	}
	var b strings.Builder
	for _, r := range out.Checks {
		word, remedy := "ok  ", r.Remedy
		if !r.OK {
			word = "FAIL"
		}
		if r.Command != "" {
			remedy = "run: " + r.Command
		}
		line := fmt.Sprintf("%s  %-12s  %s", word, r.Check, r.Text)
		if remedy != "" {
			line += "; " + remedy
		}
		b.WriteString(shown(line) + "\n")
	}
	return write(e, b.String())
}

// examined is what the checks look at.
func examined(e *Env, host string) (*doctor.World, error) {
	client, err := clientOf(e, host)
	if err != nil {
		return nil, err
	}
	w := &doctor.World{World: e.World, Tables: e.Tables, Client: client, Dir: e.Dir, Path: os.Getenv("PATH"), Env: os.Environ()}
	w.Hook, w.HookErr = hookProgram(e, client)
	if places, err := placesOf(e, client); err == nil {
		w.States, w.Plugins = install.Survey(client, places, e.World.Home(), readSettings)
		w.StateDir = filepath.Join(e.World.Home(), filepath.FromSlash(e.Tables.Audit.State.On(runtime.GOOS)))
	}
	if w.Report, w.ReportErr = inspect(e); w.ReportErr != nil {
		return w, nil
	}
	if w.Posture, w.ReportErr = config.LoadAll(e.Tables, e.World, e.Dir, hook.Trust(e.Tables, e.World)); w.ReportErr != nil {
		return w, nil
	}
	w.LogDir = filepath.Join(projectOf(e), filepath.FromSlash(w.Posture.Tables(e.Tables).Audit.Dir))
	if log, err := hook.LogDir(w.Posture.Tables(e.Tables), e.World, e.Dir); err == nil {
		w.Log = log
	}
	if store, err := hook.Store(e.Tables, e.World); err == nil {
		most := time.Duration(e.Tables.Session.Nap.Seconds) * time.Second
		w.Nap, _ = grant.Asleep(store, nil, e.World.Now(), most) // what cannot be read is none, as for the hook
	}
	return w, nil
}
