package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"github.com/ravenclaude/thing/internal/council"
	"github.com/ravenclaude/thing/internal/council/cache"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/external"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/intake"
	"github.com/ravenclaude/thing/internal/council/prompt"
	"github.com/ravenclaude/thing/internal/council/route"
	"github.com/ravenclaude/thing/internal/git"
)

type councilPreflightCmd struct {
	Claim     *string   `arg:"" optional:"" help:"A claim to audit."`
	Session   bool      `help:"Audit what was said in a session."`
	Diff      bool      `help:"Review the staged change or, if nothing is staged, that of the working tree."`
	Plan      *string   `help:"Audit what a plan takes for granted." placeholder:"FILE"`
	FromRetro *string   `help:"Audit a fabrication that was found in a session." placeholder:"ID"`
	Scope     *string   `help:"The scope by its name: claim, session, diff, plan or from-retro." placeholder:"SCOPE"`
	ScopeArg  *string   `help:"What the scope is about." placeholder:"TEXT"`
	ScopeFile string    `help:"Read what the scope is about from a file, - for standard input." placeholder:"FILE"`
	Input     string    `help:"Text of the session, - for standard input." placeholder:"FILE"`
	Last      *int      `help:"Audit the last N turns of the session." placeholder:"N"`
	TaskID    string    `name:"task-id" help:"Bind the run to a task." placeholder:"ID"`
	Preset    string    `help:"Take a preset instead of that of the scope." placeholder:"NAME"`
	Why       bool      `help:"Say how the run was set up."`
	External  preferred `help:"Ask an external reviewer too; --external=NAME says which." placeholder:"TOOL"`
}

// preferred is a flag that may have a value.
type preferred string

// Decode takes the value, or auto if there is none.
func (p *preferred) Decode(ctx *kong.DecodeContext) error {
	*p = "auto"
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		*p = preferred(fmt.Sprint(ctx.Scan.Pop().Value))
		if *p == "" {
			return errors.New("it has an empty value: leave it out, or name a reviewer")
		}
	}
	return nil
}

// IsBool lets the flag stand alone.
func (preferred) IsBool() bool { return true }

// Run prints the plan of a run.
func (c *councilPreflightCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		q, err := c.request(k)
		if err != nil {
			return err
		}
		p, notes, err := intake.Begin(k.Council, k.intake(), *q)
		if err != nil {
			return err
		}
		for _, n := range notes {
			fmt.Fprintf(k.Stderr, "thing: %s\n", shown(n))
		}
		return printIndented(k.Env, p)
	})
}

// request is what is asked for. A run audits one thing.
func (c *councilPreflightCmd) request(k *chamber) (*intake.Request, error) {
	q := &intake.Request{Last: c.Last, TaskID: c.TaskID, Preset: c.Preset, Why: c.Why, External: string(c.External)}
	n := 0
	take := func(is bool, scope string, arg *string) {
		if is {
			n++
			if q.Scope = scope; arg != nil {
				q.Arg = *arg
			}
		}
	}
	take(c.Claim != nil, "claim", c.Claim)
	take(c.Session, "session", nil)
	take(c.Diff, "diff", nil)
	take(c.Plan != nil, "plan", c.Plan)
	take(c.FromRetro != nil, "from-retro", c.FromRetro)
	if c.Scope != nil {
		take(true, *c.Scope, c.ScopeArg)
	}
	limit := k.Council.Limits.Plan
	switch {
	case n > 1:
		return nil, fault.Errorf(fault.Usage, "%d scopes are given: a run audits one, so give one", n)
	case c.Scope == nil && (c.ScopeArg != nil || c.ScopeFile != ""):
		return nil, fault.Errorf(fault.Usage, "--scope-arg and --scope-file belong to --scope: give it too")
	case c.ScopeArg != nil && c.ScopeFile != "":
		return nil, fault.Errorf(fault.Usage, "--scope-arg and --scope-file say the same: give one")
	case c.Input != "" && q.Scope != "session":
		return nil, fault.Errorf(fault.Usage, "--input is the text of a session: give it with --session")
	}
	var err error
	if c.ScopeFile != "" {
		if q.Arg, err = k.reader.Text("scope file", c.ScopeFile, limit); err != nil {
			return nil, fault.With(fault.Usage, err)
		}
	}
	if c.Input != "" {
		text, err := k.reader.Text("session", c.Input, 16*limit)
		if err != nil {
			return nil, fault.With(fault.Usage, err)
		}
		q.Input = intake.Session(text, c.Last)
	}
	return q, nil
}

// intake is what a run begins from.
func (k *chamber) intake() intake.World {
	return intake.World{
		Tree: k.tree, Root: k.root, Temp: os.TempDir(), Now: k.World.Now, Random: func(b []byte) { rand.Read(b) },
		Files: os.DirFS(k.tree), Read: k.files.Read,
		Exists: func(path string) bool {
			_, err := os.Lstat(filepath.Join(k.root, filepath.FromSlash(path)))
			return err == nil
		},
		State:     k.state,
		Staged:    func(max int) ([]git.Change, int, error) { return git.Staged(k.tree, codec, max) },
		Unstaged:  func(max int) ([]git.Change, int, error) { return git.Unstaged(k.tree, codec, max) },
		Untracked: k.untracked,
		Screen:    k.screen,
		Detect: func(prefer string) docket.External {
			return external.Detect(k.Council, exec.LookPath, k.tree, prefer)
		},
		Cache: func(dir string, files map[string][]byte) (map[string]string, error) {
			cache.Prune(filepath.Dir(dir), k.World.Now())
			return cache.Make(dir, files)
		},
		TaskVariable: taskInEnv(),
	}
}

type councilClaimsCmd struct {
	PlanFile string `required:"" help:"The plan of the run." placeholder:"FILE"`
	Reply    string `arg:"" help:"What the extractor answered, - for standard input."`
}

// Run prints the claims as the evidence file has them.
func (c *councilClaimsCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		p, err := k.plan(c.PlanFile)
		if err != nil {
			return err
		}
		ev, _, err := k.evidence(c.Reply)
		if err != nil {
			return err
		}
		return printIndented(k.Env, council.Extract(k.Council, p, ev.Claims, ev.Unaudited))
	})
}

// caseFlags are the files of a run up to the judge.
type caseFlags struct {
	PlanFile        string   `required:"" help:"The plan of the run." placeholder:"FILE"`
	EvidenceFile    string   `help:"The evidence, as far as there is some." placeholder:"FILE"`
	CrossReviewFile string   `help:"The reviewers' answers." placeholder:"FILE"`
	Transcript      []string `help:"Transcript of a session that roles ran in, or a directory of such; may be given again." placeholder:"PATH" sep:"none"`
}

func (c *caseFlags) open(k *chamber) (*council.Case, docket.Evidence, error) {
	p, err := k.plan(c.PlanFile)
	if err != nil {
		return nil, docket.Evidence{}, err
	}
	ev, _, err := k.evidence(c.EvidenceFile)
	if err != nil {
		return nil, ev, err
	}
	if ev.Calls, err = k.calls(c.Transcript); err != nil {
		return nil, ev, err
	}
	b, err := k.ballots(c.CrossReviewFile)
	if err != nil {
		return nil, ev, err
	}
	x, err := council.Gather(k.Council, p, ev, b, k.files)
	return x, ev, err
}

type councilRouteCmd struct{ caseFlags }

// Run prints the specialist that joins, or why none does.
func (c *councilRouteCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		x, ev, err := c.open(k)
		if err != nil {
			return err
		}
		return printIndented(k.Env, route.Specialist(k.Council, x.Plan, ev.Topics, x.Claims.Claims))
	})
}

type councilExternalCmd struct {
	caseFlags
	Claim string `help:"Id of the claim that is looked at; in a review of a change there is none." placeholder:"ID"`
}

// Run prints the reviewer's answer. Whatever goes wrong is said, and is no
// failure of the run.
func (c *councilExternalCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		x, _, err := c.open(k)
		if err != nil {
			return err
		}
		slot := x.Plan.External
		a := external.Answer{Status: "skipped", Tool: slot.Tool, Reason: "no external reviewer was asked for: run preflight with --external"}
		if slot.Status == "skipped" {
			a.Reason = slot.Reason
		}
		if slot.Status == "available" {
			subject, err := subjectOf(x, c.Claim)
			if err != nil {
				return err
			}
			w := prompt.Writer{Charter: k.Council, Plan: x.Plan, Screen: k.screen}
			text, err := w.Investigate(subject, k.Council.Flavor("external").Text)
			if err != nil {
				return err
			}
			a = external.Ask(context.Background(), k.Council, external.Run(k.scratch()), exec.LookPath, k.tree, slot.Tool, text, x.About(subject))
		}
		if a.Status != "ok" {
			fmt.Fprintf(k.Stderr, "thing: external reviewer: %s: %s; the run goes on without it\n", a.Status, shown(a.Reason))
		}
		if a.Findings == nil {
			a.Findings = []docket.Finding{}
		}
		return printIndented(k.Env, a)
	})
}

// scratch is where programs run: a directory of the user's own, or one that is
// made for this process if there is no home.
func (k *chamber) scratch() string {
	if home := k.World.Home(); home != "" {
		return filepath.Join(home, filepath.FromSlash(k.Tables.Audit.State.On(runtime.GOOS)), "scratch")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("thing-scratch-%d", os.Getpid()))
}

// subjectOf is the claim with an id, or the change as a whole.
func subjectOf(x *council.Case, id string) (docket.Claim, error) {
	if id == "" && x.Plan.Diff != nil {
		return docket.Claim{ID: "(the whole change)", Text: "The change is right as it stands.", Locator: "the change below"}, nil
	}
	var known []string
	for _, c := range x.Claims.Claims {
		if c.ID == id || id == "" && len(x.Claims.Claims) == 1 {
			return c, nil
		}
		known = append(known, c.ID)
	}
	return docket.Claim{}, fault.Errorf(fault.Usage, "claim %q is not audited: give --claim with one of %q", id, known)
}

type councilTaskIDCmd struct {
	TaskID string `name:"task-id" help:"The id, if it is given." placeholder:"ID"`
}

// Run prints the id, or an empty line.
func (c *councilTaskIDCmd) Run(e *Env) error {
	id, err := intake.TaskID(c.TaskID, taskInEnv())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.Stdout, id)
	return err
}

type councilReportPathCmd struct {
	Slug   string `arg:"" help:"What the report is about, as a plain name."`
	TaskID string `name:"task-id" help:"Id of the task that it is bound to." placeholder:"ID"`
}

// Run prints the absolute path.
func (c *councilReportPathCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		if !docket.IsName(c.Slug) {
			return fault.Errorf(fault.Usage, "slug %q is to be of letters, digits, dots, dashes and underscores: give another", c.Slug)
		}
		id, err := intake.TaskID(c.TaskID, "")
		if err != nil {
			return err
		}
		at := intake.ReportPath(k.Council, k.World.Now().UTC().Truncate(time.Second), c.Slug, id, 1)
		_, err = fmt.Fprintln(k.Stdout, filepath.Join(k.root, filepath.FromSlash(at)))
		return err
	})
}
