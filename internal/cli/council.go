package cli

import (
	"compress/zlib"
	"crypto/sha1"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council"
	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/filing"
	"github.com/ravenclaude/thing/internal/council/settings"
	"github.com/ravenclaude/thing/internal/council/tree"
	"github.com/ravenclaude/thing/internal/git"
	"github.com/ravenclaude/thing/internal/secret"
	"github.com/ravenclaude/thing/internal/transcript"
)

type councilCmd struct {
	Preflight  councilPreflightCmd  `cmd:"" help:"Begin a run: check what is to be audited, and print the plan."`
	Claims     councilClaimsCmd     `cmd:"" help:"Check an extractor's answer, and print the claims that are audited."`
	Route      councilRouteCmd      `cmd:"" help:"Say whether a domain specialist joins, by the classifier's answers."`
	Prompt     councilPromptCmd     `cmd:"" help:"Print what a role of the run is told."`
	External   councilExternalCmd   `cmd:"" help:"Ask the external reviewer of a plan, and print its answer as evidence."`
	Finalize   councilFinalizeCmd   `cmd:"" help:"End a run: strike what nothing backs, and write the report."`
	TaskID     councilTaskIDCmd     `cmd:"" name:"task-id" help:"Print the id of the task that a run would be bound to."`
	ReportPath councilReportPathCmd `cmd:"" help:"Print where a report of today would be written."`
	Index      councilIndexCmd      `cmd:"" help:"Print what the runs of a task came to."`
	Gate       councilGateCmd       `cmd:"" help:"Say whether a task may be completed; status 2 if not."`
	Anchor     councilAnchorCmd     `cmd:"" help:"Keep fabrications that were found in a session."`
	Show       councilShowCmd       `cmd:"" help:"Print a report."`
	List       councilListCmd       `cmd:"" help:"List the reports, the newest first."`
	Verify     councilVerifyCmd     `cmd:"" help:"Check that reports are what they were, and still hold; status 1 if not."`
}

// Help says what the statuses mean.
func (councilCmd) Help() string {
	return `Exit status: 0 done; 1 verify found something; 2 bad usage, a plan that cannot be used, or a gate that is shut;
4 unknown preset; 5 no evidence that counts; 6 the index cannot be written; 7 the judge's file cannot be used.`
}

// chamber is where the commands of the council work.
type chamber struct {
	*Env
	tree   string // root of the working tree
	root   string // root that all working trees share
	reader *filing.Reader
	files  *tree.Tree
}

func openChamber(e *Env) (*chamber, error) {
	if e.Dir == "" {
		return nil, errDir
	}
	if e.Council == nil || e.Schemas == nil {
		return nil, errors.New("the council's rules are not built in: report this")
	}
	k := &chamber{Env: e}
	var err error
	if k.tree, k.root, err = git.Roots(e.Dir); err != nil {
		return nil, err
	}
	if k.files, err = tree.Open(k.tree, e.Council.Limits.File); err != nil {
		return nil, err
	}
	k.reader = &filing.Reader{Stdin: e.Stdin, Schemas: func(name string) ([]byte, error) { return fs.ReadFile(e.Schemas, name+".schema.json") }}
	return k, nil
}

// council runs f where the council works. An error with a status of its own ends
// the command with that.
func (e *Env) council(status *int, f func(*chamber) error) error {
	debug.SetGCPercent(400) // nothing lives long here
	k, err := openChamber(e)
	if err == nil {
		defer k.files.Close()
		err = f(k)
	}
	if s := fault.Status(err); s != fault.OK && s != fault.Usage {
		fmt.Fprintf(e.Stderr, "thing: %v\n", err)
		*status = s
		return nil
	}
	return err
}

// screen takes secrets out of a text, and counts them.
func (k *chamber) screen(text string) (string, int) {
	hits, seen := secret.Scan(k.Tables, text)
	if len(hits) == 0 && seen == len(text) {
		return text, 0
	}
	return secret.Redact(k.Tables, text), max(len(hits), 1)
}

// secrets lists those of a text with the words that stand for them.
func (k *chamber) secrets(text string) map[string]string {
	hits, seen := secret.Scan(k.Tables, text)
	known := map[string]string{}
	for _, h := range hits {
		known[text[h.Start:h.End]] = "«" + h.Secret.Kind + "»"
	}
	if seen < len(text) {
		known[text[seen:]] = "«unread»"
	}
	return known
}

// state is that of the working tree; what the council writes does not change it.
func (k *chamber) state() (docket.Tree, error) {
	head, err := git.Head(k.tree)
	if err != nil {
		return docket.Tree{}, err
	}
	print, err := git.Print(k.tree, codec, filepath.ToSlash(filepath.Dir(k.Council.Places.Settings)))
	return docket.Tree{Head: head, Print: print}, err
}

// untracked lists the files that git neither tracks nor ignores, but for what
// the council and the log of reviews write.
func (k *chamber) untracked() ([]string, error) {
	list, err := git.Loose(k.tree, k.World.Home())
	council := filepath.ToSlash(filepath.Dir(k.Council.Places.Settings)) + "/"
	return slices.DeleteFunc(list, func(p string) bool {
		return strings.HasPrefix(p, council) || strings.HasPrefix(p, k.Tables.Audit.Dir+"/")
	}), err
}

// loose is the state of the untracked files without the given ones.
func (k *chamber) loose(own []string) (string, error) {
	list, err := k.untracked()
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(p string) bool { return slices.Contains(own, p) })
	return git.Sum(k.tree, list, int64(k.Council.Limits.File))
}

func (k *chamber) settings() settings.Files {
	at := filepath.FromSlash(k.Council.Places.Settings)
	f := settings.Files{Project: filepath.Join(k.root, at)}
	if home := k.World.Home(); home != "" {
		f.User = filepath.Join(home, at)
	}
	return f
}

// world is what a run ends in.
func (k *chamber) world() council.World {
	return council.World{
		Charter: k.Council, Root: k.root, Now: k.World.Now, Files: k.files, Secrets: k.secrets,
		Fits: k.reader.Fits, Loose: k.loose, Percent: k.settings().Percent,
	}
}

// plan reads a plan. Paths in it are not used: where things lie is found anew.
func (k *chamber) plan(path string) (*docket.Plan, error) {
	v, err := k.reader.Read("plan", "council-plan", path, k.Council.Limits.Plan, false)
	if err != nil {
		return nil, fault.With(fault.Usage, err)
	}
	var p docket.Plan
	if err := json.Unmarshal(v.JSON, &p); err != nil {
		return nil, fault.Errorf(fault.Usage, "plan %s: %w", path, err)
	}
	_, err = council.Check(k.Council, &p)
	return &p, err
}

// calls are the ids of the tool calls in transcripts; nil if none is given.
func (k *chamber) calls(paths []string) (map[string]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	ids := map[string]bool{}
	for _, path := range paths {
		files, err := transcript.Find(k.Tables, path)
		if err != nil {
			return nil, fault.With(fault.Usage, err)
		}
		for _, f := range files {
			err := transcript.Read(k.Tables, f, k.Dir, func(c transcript.Call) bool {
				if c.ID != "" {
					ids[c.ID] = true
				}
				return true
			})
			if err != nil {
				return nil, fault.With(fault.Usage, err)
			}
		}
	}
	if len(ids) == 0 {
		return nil, fault.Errorf(fault.Usage, "no tool call stands in %s: give the transcripts of the sessions that the roles ran in", strings.Join(paths, ", "))
	}
	return ids, nil
}

// evidence reads an evidence file; none is an empty one.
func (k *chamber) evidence(path string) (docket.Evidence, *docket.Repair, error) {
	if path == "" {
		return docket.Evidence{}, nil, nil
	}
	v, err := k.reader.Read("evidence", "council-evidence", path, k.Council.Limits.Evidence, true)
	if err != nil {
		return docket.Evidence{}, nil, fault.With(fault.Evidence, err)
	}
	return filing.Evidence(v.JSON), v.Repair, nil
}

// ballots reads a cross-review file; none is an empty one.
func (k *chamber) ballots(path string) (b docket.Ballots, err error) {
	if path == "" {
		return b, nil
	}
	v, err := k.reader.Read("cross-review", "council-ballots", path, k.Council.Limits.Judge, true)
	if err != nil {
		return b, fault.With(fault.Usage, err)
	}
	return b, json.Unmarshal(v.JSON, &b)
}

// printIndented writes a value as JSON for people and programs.
func printIndented(e *Env, v any) error {
	enc := json.NewEncoder(e.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("output cannot be written: %w", err)
	}
	return nil
}

// codec is how git packs and names its objects.
var codec = git.Codec{Inflate: zlib.NewReader, Hash: sha1.New}

// taskVariable is how an orchestrator names the task that a session works on.
const taskVariable = "CLAUDE_TASK_ID"

func taskInEnv() string { return os.Getenv(taskVariable) }
