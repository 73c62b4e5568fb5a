// Package gate decides whether a task that asks for the council may be
// completed. It reads the index and no report, and whatever it does not
// understand keeps it shut.
package gate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/index"
	"github.com/ravenclaude/thing/internal/council/settings"
)

// Reasons for an answer.
const (
	NoTask      = "no-task"        // the event names none
	NoFile      = "no-file"        // nobody orchestrates it
	NotAsked    = "not-required"   // it does not ask for the council
	Open        = "open"           // the council upholds it
	BadEvent    = "event"          // is not understood
	BadTask     = "task"           // its file is not understood, or may be several
	BadSettings = "settings"       // are not understood
	BadIndex    = "index"          // is not understood
	BadTree     = "tree"           // its state cannot be read
	NoIndex     = "no-index"       // no run was ever bound to a task
	NoRow       = "no-row"         // no run was bound to this task
	NoVerdict   = "no-verdict"     // only reviews of changes were
	Stale       = "stale"          // the tree has changed since the run
	Refuted     = "refuted"        // a claim did not hold
	Critical    = "critical"       // a finding blocks
	Incomplete  = "incomplete"     // claims without a verdict, or that too few looked at
	NotUpheld   = "not-upheld"     // no claim was upheld
	Unsure      = "low-confidence" // less sure than asked for
)

// Answer is whether the task may be completed, and why.
type Answer struct {
	Open   bool
	Reason string
	Text   string
}

// World is what a gate looks at.
type World struct {
	Charter  *charter.Charter
	Root     string // that all working trees share
	Settings settings.Files
	State    func() (docket.Tree, error)
	Loose    func(own []string) (string, error) // that of files that git neither tracks nor ignores
}

func shut(reason, format string, args ...any) Answer {
	return Answer{Reason: reason, Text: fmt.Sprintf(format, args...)}
}

func open(reason string) Answer { return Answer{Open: true, Reason: reason} }

// Dir is the directory that an event is about, "" if it names none. Where a hook
// is started is up to its host.
func Dir(event []byte) (string, error) {
	var e map[string]json.RawMessage
	if json.Unmarshal(event, &e) != nil {
		return "", nil // Event says what is wrong with it
	}
	raw, ok := e["cwd"]
	if !ok || string(raw) == "null" {
		return "", nil
	}
	var dir string
	if json.Unmarshal(raw, &dir) != nil || !filepath.IsAbs(dir) {
		return "", fmt.Errorf("cwd %s is to be an absolute path", short(raw))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("cwd %q is no directory that can be read", dir)
	}
	return filepath.Clean(dir), nil
}

// Event answers a hook event about a completed task.
func Event(w World, event []byte) Answer {
	var e map[string]json.RawMessage
	if err := json.Unmarshal(event, &e); err != nil {
		return shut(BadEvent, "it is not a valid JSON object: %v", err)
	}
	raw, ok := e["task_id"]
	if !ok || string(raw) == "null" || string(raw) == `""` {
		return open(NoTask)
	}
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return shut(BadEvent, "task_id %s is to be a text", short(raw))
	}
	return Task(w, id)
}

// Task answers for the task with an id.
func Task(w World, id string) Answer {
	if !docket.IsName(id) {
		return shut(BadEvent, "task id %q is to be of letters, digits, dots, dashes and underscores", id)
	}
	dir := filepath.Join(w.Root, filepath.FromSlash(w.Charter.Places.Tasks))
	name, err := find(dir, id)
	if err != nil {
		return shut(BadTask, "%v", err)
	}
	if name == "" {
		return open(NoFile)
	}
	asked, err := requires(dir, name)
	if err != nil {
		return shut(BadTask, "%v", err)
	}
	if !asked {
		return open(NotAsked)
	}
	least, err := w.Settings.Percent(w.Charter.Settings.MinConfidence, w.Charter.Gate.MinConfidence)
	if err != nil {
		return shut(BadSettings, "%v", err)
	}
	ix, err := index.Read(w.Charter, w.Root)
	switch {
	case err != nil:
		return shut(BadIndex, "%v", err)
	case ix == nil:
		return shut(NoIndex, "no run of the council was bound to a task yet: run it with --task-id %s", name)
	case len(ix[name]) == 0:
		return shut(NoRow, "no run of the council was bound to task %s: run it with --task-id %s", name, name)
	}
	now, err := w.State()
	if err != nil {
		return shut(BadTree, "state of the working tree cannot be read: %v", err)
	}
	return judge(w, name, ix[name], now, least)
}

// judge looks at the rows of a task, the newest first.
func judge(w World, task string, rows []index.Row, now docket.Tree, least int) Answer {
	var verdict, finding *index.Row
	for i := range rows {
		switch r := &rows[i]; {
		case r.Shape == charter.Findings && finding == nil:
			finding = r
		case r.Shape == charter.Verdicts && r.MaxVerdict != nil && verdict == nil:
			verdict = r
		case r.Shape != charter.Findings && r.Shape != charter.Verdicts:
			return shut(BadIndex, "row of task %s has the shape %q", task, r.Shape)
		}
	}
	if finding != nil && finding.Blocked && finding.Tree == now {
		return shut(Critical, "a finding blocks task %s: see %s", task, finding.Report)
	}
	if verdict == nil {
		return shut(NoVerdict, "no claim of task %s was judged yet: a review of a change is no audit of claims", task)
	}
	if verdict.Tree != now {
		return shut(Stale, "the tree has changed since %s was written: run the council again", verdict.Report)
	}
	switch loose, err := w.Loose(verdict.Own); {
	case err != nil:
		return shut(BadTree, "files that git does not track cannot be looked at: %v", err)
	case loose != verdict.Untracked:
		return shut(Stale, "files that git does not track have come, gone or changed since %s was written: take away or ignore what is no part of the work, or run the council again", verdict.Report)
	}
	var bad, good []string
	for _, v := range w.Charter.Verdicts {
		if n := verdict.Counts[v.ID]; n > 0 && v.Closes {
			bad = append(bad, fmt.Sprintf("%d %s", n, v.ID))
		} else if n > 0 && v.Upholds {
			good = append(good, v.ID)
		}
	}
	switch {
	case len(bad) > 0 || verdict.Blocked:
		return shut(Refuted, "claims did not hold (%s): see %s", strings.Join(bad, ", "), verdict.Report)
	case verdict.Undecided > 0:
		return shut(Incomplete, "%d claims have no verdict, or too few have looked at them: see %s", verdict.Undecided, verdict.Report)
	case len(good) == 0 || verdict.MaxUpheld == nil:
		return shut(NotUpheld, "no claim was upheld: see %s", verdict.Report)
	case *verdict.MaxUpheld < least || *verdict.MaxVerdict < least:
		return shut(Unsure, "the surest claim that was upheld has %d, %d is asked for: see %s", *verdict.MaxUpheld, least, verdict.Report)
	}
	return open(Open)
}
