package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/backend"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/doctor"
	"github.com/ravenclaude/thing/internal/grant"
	"github.com/ravenclaude/thing/internal/hook"
	"github.com/ravenclaude/thing/internal/install"
)

type doctorCmd struct {
	Host string `help:"The agent's client." default:"claude"`
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
	if w.Posture.Settings.Asks() {
		w.Backends = func() ([]doctor.Backend, error) { return asked(e, w.Posture.Settings.Seats) }
	}
	if store, err := hook.Store(e.Tables, e.World); err == nil {
		most := time.Duration(e.Tables.Session.Nap.Seconds) * time.Second
		w.Nap, _ = grant.Asleep(store, nil, e.World.Now(), most) // what cannot be read is none, as for the hook
	}
	return w, nil
}

// asked are the backends that seats ask, as a review would open them, and where
// PATH has the programs that are not as they were recorded.
func asked(e *Env, seats map[string]config.SeatChoice) ([]doctor.Backend, error) {
	k, err := openKit(e, e.Tables, false)
	if err != nil {
		return nil, err
	}
	onPath := alongPath(e)
	var list []doctor.Backend
	for i := range e.Tables.Seats {
		seat := e.Tables.Seats[i].ID
		choice := seats[seat]
		if choice.Backend == "" || choice.Backend == config.Builtin {
			continue
		}
		needs, err := k.Needs(seat, choice)
		if err != nil {
			b := doctor.Backend{Name: choice.Backend, Err: plainly(err)}
			if choice.Backend == backend.Auto {
				b.OnPath = first(e.Tables, onPath)
			}
			if choice.Backend == backend.Auto && b.OnPath == "" {
				b.Err = errors.New("no backend is ready, and no program of one lies along PATH: install one that thing backends list names and run thing backends detect, or give a backend there its key")
			}
			list = append(list, b)
		}
		for _, n := range needs {
			b := doctor.Backend{Name: n.Backend.ID, Missing: n.Err, KeyFile: n.KeyFile, KeyErr: n.KeyErr, KeyMust: n.KeyMust}
			if n.Err != nil {
				var found backend.Found
				found, b.PathErr = onPath(n.Backend)
				b.OnPath = found.Path
			}
			for _, p := range [...]string{n.Program.Path, n.Program.Interpreter} {
				if p != "" {
					b.Programs = append(b.Programs, p)
				}
			}
			list = append(list, b)
		}
	}
	return list, nil
}

// first is the first program along PATH that could be recorded, "" for none.
func first(t *catalog.Tables, onPath func(*catalog.Backend) (backend.Found, error)) string {
	for i := range t.Backends {
		if t.Backends[i].Wire != catalog.WireProgram {
			continue
		}
		if found, err := onPath(&t.Backends[i]); err == nil {
			return found.Path
		}
	}
	return ""
}
