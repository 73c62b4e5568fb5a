package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/install"
)

// trialTime is how long the registered command has to answer.
const trialTime = 30 * time.Second

// trial gives the registered command a call that must be denied. It lies in a
// directory of its own below the user's state, with a home directory of its own,
// so that neither the user's files nor the log have a part in it.
func (w *World) trial() []Result {
	list := w.all()
	if len(list) == 0 {
		return words("there is no registered command to try", "see above")
	}
	for _, r := range list {
		h, found := w.first(r)
		switch {
		case !found:
			return w.mend(r, "no command is registered for a tool call")
		case h.Args == nil:
			return w.mend(r, "the command is registered for a shell, without a list of arguments, and is not tried")
		}
		if what := Executable(h.Argv()[0]); what != "" {
			return words(h.Argv()[0]+" "+what+", and cannot be tried", "see above")
		}
		if !r.Own && !w.beside(h.Argv()[0]) {
			// The repository may have brought both the settings and the program.
			return w.mend(r, h.Argv()[0]+" is registered by a file of the project, and is not tried unless it is "+w.Hook)
		}
		if err := w.try(h.Argv()); err != nil {
			return w.mend(r, fmt.Sprintf("a call that must be denied was not: %v", err))
		}
	}
	return ok("the registered command denies what it must")
}

// beside reports whether a program is the one that installing registers.
func (w *World) beside(program string) bool {
	a, errA := os.Stat(program)
	b, errB := os.Stat(w.Hook)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// first is the registration for the event of the trial.
func (w *World) first(r install.Registration) (install.Handler, bool) {
	var event struct {
		Event string `json:"hook_event_name"`
	}
	json.Unmarshal([]byte(w.Client.Trial), &event) // the spec's own
	for _, h := range r.Handlers {
		if h.Event == event.Event {
			return h, true
		}
	}
	return install.Handler{}, false
}

// try runs a command on the trial's event.
func (w *World) try(argv []string) (err error) {
	if err := os.MkdirAll(w.StateDir, 0o700); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp(w.StateDir, "trial-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	home, project := filepath.Join(scratch, "home"), filepath.Join(scratch, "home", "project")
	if err := w.scene(project); err != nil {
		return err
	}
	var event map[string]any
	if err := json.Unmarshal([]byte(w.Client.Trial), &event); err != nil {
		return err
	}
	event["cwd"] = project
	in, err := json.Marshal(event)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), trialTime)
	defer stop()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	alone(cmd)
	cmd.Dir, cmd.Stdin = project, bytes.NewReader(append(in, '\n'))
	cmd.Env = []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + w.Path}
	for _, v := range w.Env {
		if name, _, _ := strings.Cut(v, "="); strings.EqualFold(name, "SystemRoot") {
			cmd.Env = append(cmd.Env, v) // without it nothing starts on Windows
		}
	}
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return fmt.Errorf("%s gave no answer within %s", argv[0], trialTime)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", argv[0], err)
	}
	var answer struct {
		Output struct {
			Decision string `json:"permissionDecision"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return fmt.Errorf("%s did not answer in JSON", argv[0])
	}
	if answer.Output.Decision != "deny" {
		return fmt.Errorf("%s answered %q", argv[0], answer.Output.Decision)
	}
	return nil
}

// scene makes a project in which everything is reviewed.
func (w *World) scene(project string) error {
	p := &w.Tables.Posture
	dir := filepath.Join(project, p.Dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("categories:\n")
	for _, c := range w.Tables.Categories {
		fmt.Fprintf(&b, "  %s: {thing: %s}\n", c.ID, p.On[0])
	}
	return os.WriteFile(filepath.Join(dir, p.File), []byte(b.String()), 0o600)
}
