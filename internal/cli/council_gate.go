package cli

import (
	"bytes"
	"fmt"
	"io"

	"github.com/ravenclaude/thing/internal/council/anchor"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/gate"
	"github.com/ravenclaude/thing/internal/council/index"
)

type councilGateCmd struct {
	TaskID string `name:"task-id" help:"The task; otherwise the hook's event on standard input names it." placeholder:"ID"`
	JSON   bool   `name:"json" help:"Print the answer as JSON too."`
}

// maxEvent bounds a hook event in bytes.
const maxEvent = 16 << 20

// Run ends with 0 if the task may be completed, else with 2 and the reason on
// standard error: that is what the hook's host goes by.
func (c *councilGateCmd) Run(e *Env, status *int) error {
	var event []byte
	if c.TaskID == "" {
		var err error
		if event, err = io.ReadAll(io.LimitReader(e.Stdin, maxEvent+1)); err != nil || len(event) > maxEvent {
			return fault.Errorf(fault.Usage, "council gate: event: cannot be read, or has more than %d bytes", maxEvent)
		}
		if len(bytes.TrimSpace(event)) == 0 {
			return fault.Errorf(fault.Usage, "council gate: event: standard input is empty: let the client's hook run it, or name a task with --task-id")
		}
		dir, err := gate.Dir(event)
		if err != nil {
			return fault.Errorf(fault.Usage, "council gate: event: %w", err)
		}
		if dir != "" {
			e.Dir = dir
		}
	}
	return e.council(status, func(k *chamber) error {
		w := gate.World{Charter: k.Council, Root: k.root, Settings: k.settings(), State: k.state, Loose: k.loose}
		var a gate.Answer
		if c.TaskID != "" {
			a = gate.Task(w, c.TaskID)
		} else {
			a = gate.Event(w, event)
		}
		if c.JSON {
			if err := printJSON(k.Stdout, map[string]any{"open": a.Open, "reason": a.Reason, "text": a.Text}); err != nil {
				return err
			}
		}
		if !a.Open {
			return fault.Errorf(fault.Usage, "council gate: %s: %s", a.Reason, shown(a.Text))
		}
		return nil
	})
}

type councilIndexCmd struct {
	Task string `arg:"" optional:"" help:"Id of the task; without it all rows are printed."`
	JSON bool   `name:"json" help:"Print the rows as JSON."`
}

// Run prints rows of the index.
func (c *councilIndexCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		ix, err := index.Read(k.Council, k.root)
		if err != nil {
			return err
		}
		if ix == nil {
			ix = index.Index{}
		}
		if c.Task != "" {
			ix = index.Index{c.Task: ix[c.Task]}
		}
		if c.JSON {
			return printIndented(k.Env, ix)
		}
		return buffered(k.Stdout, func(w io.Writer) error {
			for _, task := range ix.Tasks() {
				for _, r := range ix[task] {
					fmt.Fprintf(w, "%s  %s  %s  %s\n", r.CreatedAt, shown(task), r.Sum(), shown(r.Report))
				}
			}
			return nil
		})
	})
}

type councilAnchorCmd struct {
	List councilAnchorListCmd `cmd:"" help:"List the anchors."`
	Show councilAnchorShowCmd `cmd:"" help:"Print an anchor."`
	Add  councilAnchorAddCmd  `cmd:"" help:"Write down what was found; prints how to have it audited."`
}

type councilAnchorListCmd struct{}

// Run prints the ids.
func (c *councilAnchorListCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		ids, err := anchor.List(k.Council, k.root)
		if err != nil {
			return err
		}
		return buffered(k.Stdout, func(w io.Writer) error {
			for _, id := range ids {
				fmt.Fprintln(w, id)
			}
			return nil
		})
	})
}

type councilAnchorShowCmd struct {
	ID string `arg:"" help:"The anchor's id."`
}

// Run prints the anchor as JSON.
func (c *councilAnchorShowCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		a, err := anchor.Load(k.Council, k.root, c.ID)
		if err != nil {
			return err
		}
		return printIndented(k.Env, a)
	})
}

type councilAnchorAddCmd struct {
	File string `arg:"" help:"JSON objects with session_id, turn_id, fabricated_claim_text and evidence_for_fabrication; - for standard input."`
}

// Run writes each anchor, without its secrets.
func (c *councilAnchorAddCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		text, err := k.reader.Text("anchors", c.File, k.Council.Limits.Small)
		if err != nil {
			return err
		}
		text, _ = k.screen(text)
		list, dropped, err := anchor.Parse([]byte(text), k.World.Now())
		if err != nil {
			return err
		}
		for _, d := range dropped {
			fmt.Fprintf(k.Stderr, "thing: left out: %s\n", shown(d))
		}
		for _, a := range list {
			if err := anchor.Save(k.Council, k.root, a); err != nil {
				return err
			}
			if _, err := fmt.Fprintf(k.Stdout, "Consider: /council --from-retro %s\n", a.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
