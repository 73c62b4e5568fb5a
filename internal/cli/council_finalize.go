package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council"
	"github.com/ravenclaude/thing/internal/council/cache"
	"github.com/ravenclaude/thing/internal/council/charter"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/filing"
	"github.com/ravenclaude/thing/internal/council/intake"
	"github.com/ravenclaude/thing/internal/council/report"
	"github.com/ravenclaude/thing/internal/council/shelf"
)

type councilFinalizeCmd struct {
	PlanFile         string   `required:"" help:"The plan of the run." placeholder:"FILE"`
	EvidenceFile     string   `required:"" help:"Claims, evidence and briefs; - for standard input." placeholder:"FILE"`
	JudgeOutput      string   `required:"" help:"What the judge returned; - for standard input." placeholder:"FILE"`
	CrossReviewFile  string   `help:"The reviewers' answers." placeholder:"FILE"`
	Transcript       []string `help:"Transcript of a session that roles ran in, or a directory of such; may be given again." placeholder:"PATH" sep:"none"`
	TokensFile       string   `help:"What the phases have used." placeholder:"FILE"`
	TaskID           string   `name:"task-id" help:"Bind the run to this task, whatever the plan says." placeholder:"ID"`
	VerificationMode string   `default:"full" help:"full, or self-verified if the driver has filled a role."`
	ReportOut        string   `help:"Write a copy of the report to a file too." placeholder:"FILE"`
}

// Run writes the report, and prints its summary.
func (c *councilFinalizeCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		in, err := c.input(k)
		if err != nil {
			return err
		}
		o, err := council.Finalize(k.world(), *in)
		if o == nil {
			return err
		}
		if bad := cache.Poisoned(in.Plan.CacheDir, in.Plan.Cache, k.Council.Limits.File); len(bad) > 0 {
			o.Notes = append(o.Notes, "copies in the cache were changed during the run: "+strings.Join(bad, ", ")+"; evidence was compared with the files themselves")
		}
		if in.Plan.CacheDir != "" {
			if e := cache.Remove(filepath.FromSlash(in.Plan.CacheDir), os.TempDir(), in.Plan.RunID); e != nil {
				o.Notes = append(o.Notes, e.Error())
			}
		}
		for _, n := range o.Notes {
			fmt.Fprintf(k.Stderr, "thing: %s\n", shown(n))
		}
		if err != nil {
			return err
		}
		if c.ReportOut != "" {
			if err := copyTo(c.ReportOut, o.Page); err != nil {
				return fault.Errorf(fault.Usage, "copy of the report cannot be written: %w", err)
			}
		}
		return c.print(k, in, o)
	})
}

func (c *councilFinalizeCmd) print(k *chamber, in *council.Input, o *council.Outcome) error {
	text := report.Summary(k.Council, o.Report, in.Plan.Why)
	if o.Lessons > 0 {
		text += fmt.Sprintf("\nLessons written: %d\n", o.Lessons)
	}
	if len(o.Directives) > 0 {
		text += "\nRun for the agents that made the claims:\n"
		for _, d := range o.Directives {
			text += "  " + shown(d) + "\n"
		}
	}
	_, err := fmt.Fprint(k.Stdout, text)
	return err
}

// copyTo writes a file at once.
func copyTo(path string, content []byte) error {
	s, err := shelf.Open(filepath.Dir(path), ".")
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Write(shelf.File{Name: filepath.Base(path), Content: content})
}

// input reads what has come back. All files are read and checked before anything
// is written.
func (c *councilFinalizeCmd) input(k *chamber) (*council.Input, error) {
	if c.EvidenceFile == "-" && c.JudgeOutput == "-" {
		return nil, fault.Errorf(fault.Usage, "standard input holds one file: give the evidence or the judge's output by its name")
	}
	x := k.Council
	if x.Mode(c.VerificationMode) == nil {
		var known []string
		for _, m := range x.Modes {
			known = append(known, m.ID)
		}
		return nil, fault.Errorf(fault.Usage, "verification mode %q is not known: use one of %s", c.VerificationMode, strings.Join(known, ", "))
	}
	for name, path := range map[string]string{"--evidence-file": c.EvidenceFile, "--judge-output": c.JudgeOutput} {
		if _, err := os.Stat(path); path != "-" && errors.Is(err, fs.ErrNotExist) {
			return nil, fault.Errorf(fault.Usage, "%s %s is not there: write it first", name, path)
		}
	}
	in := &council.Input{Mode: c.VerificationMode}
	var err error
	if in.Plan, err = k.plan(c.PlanFile); err != nil {
		return nil, err
	}
	if in.TaskID, err = intake.TaskID(c.TaskID, ""); err != nil {
		return nil, err
	}
	var mended *docket.Repair
	if in.Evidence, mended, err = k.evidence(c.EvidenceFile); err != nil {
		return nil, err
	}
	in.Repairs = append(in.Repairs, repairs(mended)...)
	if in.Evidence.Calls, err = k.calls(c.Transcript); err != nil {
		return nil, err
	}
	if in.Ballots, err = k.ballots(c.CrossReviewFile); err != nil {
		return nil, err
	}
	if mended, err = c.judged(k, in); err != nil {
		return nil, fault.With(fault.Judge, err)
	}
	in.Repairs = append(in.Repairs, repairs(mended)...)
	in.Tokens = c.tokens(k)
	in.Own = c.own(k)
	return in, nil
}

// own are the files of the run that lie in the tree.
func (c *councilFinalizeCmd) own(k *chamber) []string {
	var list []string
	for _, path := range []string{c.PlanFile, c.EvidenceFile, c.JudgeOutput, c.CrossReviewFile, c.TokensFile, c.ReportOut} {
		if path == "" || path == "-" {
			continue
		}
		if abs, err := filepath.Abs(path); err == nil {
			if local, err := k.files.Local(abs); err == nil && !slices.Contains(list, local) {
				list = append(list, local)
			}
		}
	}
	slices.Sort(list)
	return list
}

func repairs(r *docket.Repair) []docket.Repair {
	if r == nil {
		return nil
	}
	return []docket.Repair{*r}
}

func (c *councilFinalizeCmd) judged(k *chamber, in *council.Input) (*docket.Repair, error) {
	v, err := k.reader.Read("judge output", "council-judgment", c.JudgeOutput, k.Council.Limits.Judge, true)
	if err != nil {
		return nil, err
	}
	key := "findings"
	if in.Plan.OutputShape == charter.Verdicts {
		key = "verdicts"
	}
	var found bool
	if in.Judged, found = filing.Judgment(v.JSON, key); !found {
		return nil, fmt.Errorf("judge output %s has no %s: ask the judge for %s again", c.JudgeOutput, key, in.Plan.OutputShape)
	}
	return v.Repair, nil
}

// tokens reads what the phases have used. A file that cannot be used changes
// nothing else.
func (c *councilFinalizeCmd) tokens(k *chamber) *docket.Tokens {
	if c.TokensFile == "" {
		return nil
	}
	v, err := k.reader.Read("tokens", "council-tokens", c.TokensFile, k.Council.Limits.Small, false)
	if err != nil {
		fmt.Fprintf(k.Stderr, "thing: %s; the report goes without\n", shown(err.Error()))
		return nil
	}
	t := filing.Tokens(v.JSON)
	if t != nil {
		known := k.Council.Tokens
		t.Phases = slices.DeleteFunc(t.Phases, func(p docket.Phase) bool { return !docket.IsName(p.Key) && !slices.Contains(known, p.Key) })
	}
	return t
}
