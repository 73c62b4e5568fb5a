package council

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/ravenclaude/thing/internal/council/bundle"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/index"
	"github.com/ravenclaude/thing/internal/council/intake"
	"github.com/ravenclaude/thing/internal/council/memory"
	"github.com/ravenclaude/thing/internal/council/report"
	"github.com/ravenclaude/thing/internal/council/screen"
	"github.com/ravenclaude/thing/internal/council/shelf"
)

// World is what a run ends in.
type World struct {
	Charter *charter.Charter
	Root    string // that all working trees share
	Now     func() time.Time
	Files   bundle.Files
	Secrets screen.Find
	// Fits holds what was written against its schema.
	Fits func(schema string, v any) error
	// Loose is the state of the files that git neither tracks nor ignores, but for
	// the given ones.
	Loose func(own []string) (string, error)
	// Percent is a number of the settings.
	Percent func(key string, value int) (int, error)
}

// Input is what has come back.
type Input struct {
	Plan     *docket.Plan
	Evidence docket.Evidence
	Ballots  docket.Ballots
	Judged   docket.Judged
	Tokens   *docket.Tokens
	Mode     string
	TaskID   string // wins over the plan's, "" for that
	Repairs  []docket.Repair
	Own      []string // files of the run, in slashes from the tree's root
}

// Outcome is what was written.
type Outcome struct {
	Report     *report.Report
	Page       []byte
	Lessons    int
	Directives []string // commands for the driver
	Notes      []string
}

// Finalize ends a run: it decides, writes the report with its twin, and notes
// the run in the index if it is bound to a task. Everything is made and checked
// before anything is written. The same input gives the same report, whenever.
//
// If there was evidence and none of it counts, the report is written, for its
// audit trail, and the error says so.
func Finalize(w World, in Input) (*Outcome, error) {
	c := w.Charter
	if in.TaskID != "" {
		in.Plan.TaskID = in.TaskID
	}
	k, err := Gather(c, in.Plan, in.Evidence, in.Ballots, w.Files)
	if err != nil {
		return nil, err
	}
	if k.Evidence.Given == 0 {
		return nil, fault.Errorf(fault.Evidence, "there is no evidence: let the driver of the run look for itself, and finalize with --verification-mode self-verified")
	}
	r := k.Decide(in.Judged)
	r.Mode, r.TaskID, r.Tokens, r.Engine = in.Mode, in.Plan.TaskID, in.Tokens, report.Engine{Charter: c.Hash}
	r.Repairs = append(r.Repairs, in.Repairs...)
	r.Secrets = screen.Clean(r, w.Secrets) + in.Plan.Input.Secrets
	s, err := shelf.Open(w.Root, c.Places.Reports)
	if err != nil {
		return nil, fault.Errorf(fault.Usage, "%s cannot be opened: %w", c.Places.Reports, err)
	}
	defer s.Close()
	lock, err := s.Lock(".report.lock") // a name is looked for and taken at once
	if err != nil {
		return nil, fault.With(fault.Usage, err)
	}
	defer lock.Close()
	if r.Path, err = place(c, s, in.Plan); err != nil {
		return nil, err
	}
	o := &Outcome{Report: r}
	files, err := o.render(w)
	if err != nil {
		return nil, err
	}
	if err := s.Write(files...); err != nil {
		return nil, fault.Errorf(fault.Usage, "report cannot be written: %w", err)
	}
	if len(k.Bundles) == 0 {
		return o, fault.Errorf(fault.Evidence, "none of the %d bundles counts: see the audit trail of %s", k.Evidence.Given, r.Path)
	}
	if r.TaskID != "" {
		x := row(c, r, w.Now())
		x.Own = in.Own
		if x.Untracked, err = w.Loose(in.Own); err != nil {
			x.Untracked = index.Unknown
			o.Notes = append(o.Notes, fmt.Sprintf("the gate will stay shut, for whether other files come or go cannot be told: %v", err))
		}
		if err := index.Add(c, w.Root, r.TaskID, x); err != nil {
			return o, fault.Errorf(fault.Index, "%s cannot be updated: %w", path.Join(c.Places.Reports, c.Places.Index), err)
		}
	}
	o.remember(w, k.Preset)
	return o, nil
}

// render makes all files of a report.
func (o *Outcome) render(w World) ([]shelf.File, error) {
	var err error
	if o.Page, err = report.Page(w.Charter, o.Report); err != nil {
		return nil, fmt.Errorf("report cannot be rendered: %w: report this", err)
	}
	twin, err := Twin(o.Report)
	if err != nil {
		return nil, err
	}
	sarif, err := report.SARIF(w.Charter, o.Report)
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(path.Base(o.Report.Path), ".md")
	return []shelf.File{{Name: base + ".json", Content: twin}, {Name: base + ".sarif", Content: sarif}, {Name: base + ".md", Content: o.Page}}, nil
}

const (
	maxTwin  = 64 << 20
	maxNames = 10000
)

// place is where the report belongs: the first name of its day that is free, or
// that of the same run.
func place(c *charter.Charter, s *shelf.Shelf, p *docket.Plan) (string, error) {
	day, err := time.Parse(time.RFC3339, p.CreatedAt)
	if err != nil {
		return "", fault.Errorf(fault.Usage, "plan was not made by preflight: created_at: %w", err)
	}
	for n := 1; n <= maxNames; n++ {
		at := intake.ReportPath(c, day, p.Slug, p.TaskID, n)
		name := path.Base(at)
		if !s.Exists(name) {
			return at, nil
		}
		// A twin begins with the run's id: what is behind it need not be read.
		if head := s.Head(strings.TrimSuffix(name, ".md")+".json", 256); bytes.Contains(head, []byte(`"run_id": "`+p.RunID+`"`)) {
			return at, nil
		}
	}
	return "", fault.Errorf(fault.Usage, "%d reports of %s have the name %s: move them away", maxNames, day.Format(time.DateOnly), p.Slug)
}

// row is what the index says of a report.
func row(c *charter.Charter, r *report.Report, now time.Time) index.Row {
	x := index.Row{
		Report: r.Path, CreatedAt: now.UTC().Format(time.RFC3339), RunID: r.RunID, Preset: r.Preset, Shape: r.Shape, Mode: r.Mode,
		Counts: r.Counts, Undecided: len(r.Undecided), Blocked: r.Blocked, Tree: r.Tree,
	}
	higher := func(p **int, n int) {
		if *p == nil || n > **p {
			*p = &n
		}
	}
	for _, v := range r.Verdicts {
		higher(&x.MaxVerdict, v.Confidence)
		if c.Verdict(v.Verdict).Upholds {
			higher(&x.MaxUpheld, v.Confidence)
		}
	}
	for _, f := range r.Findings {
		higher(&x.MaxFinding, f.Confidence)
	}
	if r.Shape == charter.Verdicts {
		x.Undecided += r.Thin()
	}
	return x
}

// remember writes down what is to be learned. What keeps it from that is said,
// and undoes nothing.
func (o *Outcome) remember(w World, p *charter.Preset) {
	lessons := memory.Of(w.Charter, p, o.Report, func(t charter.Threshold) int {
		n, err := w.Percent(t.Key, t.Min)
		if err != nil {
			o.Notes = append(o.Notes, fmt.Sprintf("%v: %d counts", err, t.Min))
			return t.Min
		}
		return n
	})
	n, err := memory.Write(w.Charter, w.Root, lessons)
	if err != nil {
		o.Notes = append(o.Notes, fmt.Sprintf("lessons are not written: %v", err))
	}
	o.Lessons, o.Directives = n, memory.Directives(w.Charter, lessons)
}
