package cli

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/council"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/file"
)

const maxPage = 64 << 20

type councilShowCmd struct {
	Report string `arg:"" optional:"" help:"Name of the report or its run's id, or a beginning; the newest without."`
	JSON   bool   `name:"json" help:"Print it as JSON."`
}

// Run prints a report as it was written.
func (c *councilShowCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		name, err := council.Find(k.Council, k.root, c.Report)
		if err != nil {
			return err
		}
		ending := ".md"
		if c.JSON {
			ending = ".json"
		}
		b, err := file.Read(filepath.Join(k.root, filepath.FromSlash(k.Council.Places.Reports), name+ending), maxPage)
		if err != nil {
			return fmt.Errorf("report %s cannot be read: %w", name, err)
		}
		_, err = k.Stdout.Write(b)
		return err
	})
}

type councilListCmd struct {
	JSON  bool `name:"json" help:"Print a JSON object for each report."`
	Limit int  `help:"Print the newest N only; 0 prints all." placeholder:"N"`
}

// Run lists the reports.
func (c *councilListCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		if c.Limit < 0 {
			return fault.Errorf(fault.Usage, "limit %d is negative: give how many reports to print", c.Limit)
		}
		names, err := council.List(k.Council, k.root)
		if err != nil {
			return err
		}
		if c.Limit > 0 && len(names) > c.Limit {
			names = names[:c.Limit]
		}
		return buffered(k.Stdout, func(w io.Writer) error {
			for _, name := range names {
				r, _, err := council.Load(k.Council, k.root, name)
				if err != nil {
					fmt.Fprintf(k.Stderr, "thing: %v\n", err)
					continue
				}
				if c.JSON {
					err = printJSON(w, map[string]any{
						"name": name, "run_id": r.RunID, "created_at": r.CreatedAt, "scope": r.Scope, "output_shape": r.Shape, "task_id": r.TaskID,
						"verification_mode": r.Mode, "counts": r.Counts, "undecided": len(r.Undecided), "blocked": r.Blocked, "struck": len(r.Struck),
					})
				} else {
					_, err = fmt.Fprintf(w, "%s  %s  %s\n", r.CreatedAt, r.RunID, shown(name))
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
}

type councilVerifyCmd struct {
	Report string `arg:"" optional:"" help:"Name of the report or its run's id, or a beginning; all without."`
}

// Run says what is wrong with reports.
func (c *councilVerifyCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		names, err := council.List(k.Council, k.root)
		if c.Report != "" && err == nil {
			names = make([]string, 1)
			names[0], err = council.Find(k.Council, k.root, c.Report)
		}
		if err != nil {
			return err
		}
		w := k.world()
		bad := 0
		for _, name := range names {
			problems, err := council.Verify(w, name)
			if err != nil {
				return err
			}
			for _, p := range problems {
				fmt.Fprintln(k.Stdout, shown(p))
			}
			bad += len(problems)
		}
		if bad > 0 {
			*status = fault.Problem
			return nil
		}
		_, err = fmt.Fprintf(k.Stdout, "reports that hold: %d\n", len(names))
		return err
	})
}
