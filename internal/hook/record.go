package hook

import (
	"errors"
	"path/filepath"
	"runtime"

	"github.com/ravenclaude/thing/internal/audit"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/review"
	"github.com/ravenclaude/thing/internal/state"
	"github.com/ravenclaude/thing/internal/world"
)

// Log is the audit log for calls that are made in a directory: that of its
// project, or of the directory itself where there is none.
func Log(t *catalog.Tables, w world.World, dir string) (audit.Log, error) {
	d, err := LogDir(t, w, dir)
	if err != nil {
		return nil, err
	}
	return d, nil
}

// LogDir is Log, for whoever reads what it holds.
func LogDir(t *catalog.Tables, w world.World, dir string) (*audit.Dir, error) {
	store, err := Store(t, w)
	if err != nil {
		return nil, err
	}
	project := place.Project(w, t, dir)
	if project == "" {
		project = dir
	}
	return &audit.Dir{
		Project: project, Path: t.Audit.Dir, Keep: t.Audit.Keep, World: w,
		State: store,
	}, nil
}

// Store is the user's state.
func Store(t *catalog.Tables, w world.World) (state.Store, error) {
	home := w.Home()
	if home == "" {
		return nil, errors.New("the home directory is not known: set HOME to it")
	}
	return state.Dir(filepath.Join(home, filepath.FromSlash(t.Audit.State.On(runtime.GOOS)))), nil
}

// record writes a decision into the audit log of a directory. A clean read, by far
// the most frequent call, is a line outside the chain.
func (e Env) record(dir string, p *config.Posture, r review.Record, entry *audit.Entry) error {
	log, err := e.Log(p.Tables(e.Tables), e.World, dir)
	if err != nil {
		return err
	}
	if r.Decision == review.Allow && len(r.Seats) == 0 {
		return log.AppendRead(entry)
	}
	return log.Append(entry)
}

// told is what an encoded answer says about the call.
func told(r review.Record, out []byte) audit.Answer {
	if len(out) == 0 || r.Decision == review.Pass || r.Decision == review.Allow && len(r.Seats) == 0 && !r.Granted {
		return audit.Silence
	}
	return audit.Answer(r.Decision)
}

// unrecorded is the decision where the log cannot be written. An allow or a
// rewrite without its record becomes a denial (DESIGN.md §3.3); a clean read
// goes on, since reads are never asked about.
func unrecorded(r review.Record, err error) review.Record {
	why := "the decision cannot be recorded: " + err.Error()
	switch {
	case r.Decision == review.Allow && len(r.Seats) == 0:
		r.Granted = false
		return r
	case r.Decision == review.Allow, r.Rewrite != nil && r.Decision != review.Deny:
		r.Decision, r.Rewrite = review.Deny, nil
	case r.Decision == review.Pass:
		r.Decision = review.Ask
	}
	if r.Reason != "" {
		why = r.Reason + "\n" + why
	}
	r.Reason, r.Banner = why, nil
	return r
}
