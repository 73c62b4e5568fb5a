package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/council"
	"github.com/ravenclaude/thing/internal/council/fault"
	"github.com/ravenclaude/thing/internal/council/prompt"
)

type councilPromptCmd struct {
	Name string `arg:"" enum:"extractor,investigator,classifier,reviewer,prosecutor,advocate,judge" help:"extractor, investigator, classifier, reviewer, prosecutor, advocate or judge."`
	caseFlags
	Claim    string `help:"Id of the claim that is looked at." placeholder:"ID"`
	Flavor   string `help:"Flavor of the investigator, or specialist:AGENT." placeholder:"NAME"`
	Reviewer string `help:"The investigator that reviews the others' evidence." placeholder:"NAME"`
}

// Run prints the prompt with everything filled in.
func (c *councilPromptCmd) Run(e *Env, status *int) error {
	return e.council(status, func(k *chamber) error {
		x, _, err := c.open(k)
		if err != nil {
			return err
		}
		text, err := c.text(k, x)
		if err != nil {
			return err
		}
		_, err = fmt.Fprint(k.Stdout, strings.TrimRight(text, "\n")+"\n")
		return err
	})
}

func (c *councilPromptCmd) text(k *chamber, x *council.Case) (string, error) {
	w := prompt.Writer{Charter: k.Council, Plan: x.Plan, Screen: k.screen}
	switch c.Name {
	case "extractor":
		return w.Extract()
	case "prosecutor", "advocate":
		return w.Brief(c.Name == "advocate", x.Bundles)
	case "judge":
		return w.Judge(x.Claims.Claims, x.Bundles, x.Prosecutor.Entries, x.Advocate.Entries)
	}
	subject, err := subjectOf(x, c.Claim)
	if err != nil {
		return "", err
	}
	switch c.Name {
	case "classifier":
		return w.Classify(subject)
	case "reviewer":
		return w.Review(subject, c.Reviewer, x.Bundles)
	}
	delta, err := c.delta(k, x)
	if err != nil {
		return "", err
	}
	return w.Investigate(subject, delta)
}

// delta is the focus of an investigator.
func (c *councilPromptCmd) delta(k *chamber, x *council.Case) (string, error) {
	if agent, ok := strings.CutPrefix(c.Flavor, "specialist:"); ok {
		for _, t := range k.Council.Specialist.Topics {
			if t.Agent == agent && !x.Plan.Phases.Specialist.Skipped {
				return t.Lens, nil
			}
		}
		return "", fault.Errorf(fault.Usage, "specialist %q does not join this run: see thing council route", agent)
	}
	if !slices.Contains(x.Plan.Flavors, c.Flavor) {
		return "", fault.Errorf(fault.Usage, "flavor %q is not one of the plan: give --flavor %s", c.Flavor, strings.Join(x.Plan.Flavors, "|"))
	}
	return k.Council.Flavor(c.Flavor).Text, nil
}
