// Package index keeps what the runs that were bound to a task came to. A gate
// reads it and nothing else, so no reader may ever see a part of it.
package index

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/shelf"
)

// Row is what one run came to.
type Row struct {
	Report     string         `json:"report_path"`
	MaxVerdict *int           `json:"max_verdict_confidence"` // null for a review of a change
	MaxFinding *int           `json:"max_finding_confidence"` // null for claims
	CreatedAt  string         `json:"created_at"`
	MaxUpheld  *int           `json:"max_upheld_confidence"` // of verdicts that uphold their claim
	RunID      string         `json:"run_id"`
	Preset     string         `json:"preset"`
	Shape      string         `json:"output_shape"`
	Mode       string         `json:"verification_mode"`
	Counts     map[string]int `json:"counts"`
	Undecided  int            `json:"undecided"` // claims without a verdict, or that too few looked at
	Blocked    bool           `json:"blocked"`
	Tree       docket.Tree    `json:"tree"`
	Untracked  string         `json:"untracked"`           // state of the files that git neither tracks nor ignores, at the end of the run
	Own        []string       `json:"own_files,omitempty"` // files of the run, which are not among them
}

// Unknown stands for a state that could not be told. It is like no other.
const Unknown = "unknown"

// Index is rows by task, the newest first.
type Index map[string][]Row

const (
	maxBytes = 64 << 20
	lock     = ".index.lock"
)

// Parse reads an index. Rows are held against their form field by field: a gate
// must not open because a number came as a word.
func Parse(b []byte) (Index, error) {
	ix := Index{}
	if len(b) == 0 {
		return nil, fmt.Errorf("it is empty")
	}
	if err := json.Unmarshal(b, &ix); err != nil {
		return nil, err
	}
	for task, rows := range ix {
		for i, r := range rows {
			for name, v := range map[string]*int{"max_verdict_confidence": r.MaxVerdict, "max_finding_confidence": r.MaxFinding, "max_upheld_confidence": r.MaxUpheld} {
				if v != nil && (*v < 0 || *v > 100) {
					return nil, fmt.Errorf("row %d of task %s: %s is %d, not 0 to 100", i+1, task, name, *v)
				}
			}
		}
	}
	return ix, nil
}

// needed are what a row has to say: what is left out is no zero.
var needed = []string{
	"blocked", "counts", "created_at", "max_finding_confidence", "max_upheld_confidence", "max_verdict_confidence", "output_shape", "report_path", "run_id", "tree", "undecided", "untracked",
}

func complete(b []byte) error {
	var all map[string][]map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	for task, rows := range all {
		for i, r := range rows {
			for _, key := range needed {
				if _, ok := r[key]; !ok {
					return fmt.Errorf("row %d of task %s lacks %s", i+1, task, key)
				}
			}
		}
	}
	return nil
}

// Read is the index below a root, nil if there is none.
func Read(c *charter.Charter, root string) (Index, error) {
	at := path.Join(c.Places.Reports, c.Places.Index)
	b, err := readAll(root, at)
	if err != nil || b == nil {
		return nil, err
	}
	ix, err := Parse(b)
	if err == nil {
		err = complete(b)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: %w: run the council again after you have moved it away", at, err)
	}
	return ix, nil
}

// Add puts a row of a task on top of the others. The row of a run that is
// written again takes its old row's place.
func Add(c *charter.Charter, root, task string, row Row) error {
	s, err := shelf.Open(root, c.Places.Reports)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := s.Lock(lock)
	if err != nil {
		return err
	}
	defer l.Close()
	b, err := s.Read(c.Places.Index, maxBytes)
	if err != nil {
		return err
	}
	ix := Index{}
	if b != nil {
		if ix, err = Parse(b); err != nil {
			return fmt.Errorf("%s is damaged: %w: move it away first", path.Join(c.Places.Reports, c.Places.Index), err)
		}
	}
	rows := ix[task]
	if i := slices.IndexFunc(rows, func(r Row) bool { return r.RunID == row.RunID }); i >= 0 {
		rows[i] = row
	} else {
		rows = slices.Insert(rows, 0, row)
	}
	ix[task] = rows
	out, err := json.Marshal(ix)
	if err != nil {
		return err
	}
	return s.Write(shelf.File{Name: c.Places.Index, Content: append(out, '\n')})
}

// Tasks are the ids of all tasks, sorted.
func (ix Index) Tasks() []string { return slices.Sorted(maps.Keys(ix)) }

// Sum is a row's result in words.
func (r Row) Sum() string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(r.Counts)) {
		if r.Counts[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, r.Counts[k]))
		}
	}
	if r.Undecided > 0 {
		parts = append(parts, fmt.Sprintf("undecided %d", r.Undecided))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}
