package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/config"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/near"
	"github.com/ravenclaude/thing/internal/review"
)

type explainCmd struct {
	JSON    bool   `name:"json" help:"Print it as JSON."`
	Subject []word `arg:"" optional:"" help:"A concern's id; or, after --, a command."`
}

// Run explains a concern or a command.
func (c *explainCmd) Run(e *Env, command separated) error {
	if command {
		return c.command(e)
	}
	if len(c.Subject) != 1 {
		return errors.New("explain takes a concern's id, or a command after --: give one of the two")
	}
	return c.concern(e, string(c.Subject[0]))
}

// concernForm is what the JSON form of a concern holds.
type concernForm struct {
	SchemaVersion int              `json:"schema_version"`
	Kind          string           `json:"kind"`
	ID            string           `json:"id"`
	Name          string           `json:"name"`
	Severity      catalog.Severity `json:"severity"`
	Category      string           `json:"category"`
	Description   string           `json:"description"`
	GatingReason  string           `json:"gating_reason"`
	Resolution    string           `json:"resolution"`
	Remedy        string           `json:"remedy"`
	JudgmentOnly  bool             `json:"judgment_only"`
	AlwaysScreen  bool             `json:"always_screen"`
	PrePanelDeny  bool             `json:"pre_panel_deny"`
	HighBlast     bool             `json:"high_blast"`
	Triggers      []string         `json:"triggers"`
	Edits         []editForm       `json:"edits"`
}

func (c *explainCmd) concern(e *Env, id string) error {
	i, ok := slices.BinarySearchFunc(e.Tables.Concerns, id, func(c catalog.Concern, id string) int { return strings.Compare(c.ID, id) })
	if !ok {
		ids := make([]string, 0, len(e.Tables.Concerns))
		for _, k := range e.Tables.Concerns {
			ids = append(ids, k.ID)
		}
		return fmt.Errorf("concern %q is not in the catalog%s", id, orSee(near.Hint(id, ids)))
	}
	k := &e.Tables.Concerns[i]
	f := concernForm{SchemaVersion: formatVersion, Kind: "concern", ID: k.ID, Name: k.Name, Severity: k.Severity, Category: k.Category,
		Description: k.Description, GatingReason: k.GatingReason, Resolution: k.Resolution, Remedy: k.Remedy,
		JudgmentOnly: k.JudgmentOnly, AlwaysScreen: k.AlwaysScreen, PrePanelDeny: k.PrePanelDeny, HighBlast: k.HighBlast, Triggers: []string{}, Edits: edits(k.Edits)}
	for _, t := range k.Triggers {
		message := t.Message
		if message == "" {
			message = k.Name
		}
		f.Triggers = append(f.Triggers, message)
	}
	if c.JSON {
		return printJSON(e.Stdout, f)
	}
	return printConcern(e, f)
}

func orSee(hint string) string {
	if hint == "" {
		return ": knowledge/concerns-catalog.md of the plugin lists them"
	}
	return hint
}

func printConcern(e *Env, f concernForm) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", paint(e, bold, f.ID), f.Name)
	facts := []string{"severity " + f.Severity.String(), "category " + f.Category}
	for _, k := range []struct {
		is   bool
		says string
	}{
		{f.JudgmentOnly, "left to a reviewer's judgement"},
		{f.AlwaysScreen, "looked for in every call"},
		{f.PrePanelDeny, "denied before any reviewer is asked"},
		{f.HighBlast, "cannot be undone"},
	} {
		if k.is {
			facts = append(facts, k.says)
		}
	}
	b.WriteString(strings.Join(facts, ", ") + "\n\n")
	paragraph(&b, "", f.Description)
	paragraph(&b, "stopped because: ", f.GatingReason)
	paragraph(&b, "allowed when: ", f.Resolution)
	paragraph(&b, "remedy: ", f.Remedy)
	triggers := slices.Compact(slices.Clone(f.Triggers))
	if len(triggers) > 0 {
		b.WriteString("found as:\n")
		for _, t := range triggers {
			paragraph(&b, "- ", t)
		}
	}
	if len(f.Edits) > 0 {
		b.WriteString("safer forms, the first that fits:\n")
		for _, x := range f.Edits {
			paragraph(&b, "- ", x.String())
		}
	}
	return write(e, b.String())
}

// paragraph writes prose broken into lines, continued ones indented.
func paragraph(b *strings.Builder, label, prose string) {
	used := len(label)
	b.WriteString(label)
	for i, w := range strings.Fields(prose) {
		switch {
		case i == 0:
		case used+1+len(w) > columns:
			b.WriteString("\n  ")
			used = 2
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(w)
		used += len(w)
	}
	b.WriteByte('\n')
}

func write(e *Env, s string) error {
	if _, err := io.WriteString(e.Stdout, s); err != nil {
		return fmt.Errorf("output cannot be written: %w", err)
	}
	return nil
}

// commandForm is what the JSON form of a command holds.
type commandForm struct {
	SchemaVersion int              `json:"schema_version"`
	Kind          string           `json:"kind"`
	Command       string           `json:"command"`
	Invocations   []invocationForm `json:"invocations"`
	Touches       []touchForm      `json:"touches"`
	URLs          []urlForm        `json:"urls"`
	Flows         []flowForm       `json:"flows"`
	Opaque        []review.Opaque  `json:"opaque"`
	Category      *string          `json:"category"`
	Categories    []string         `json:"categories"`
	Tier          *catalog.Tier    `json:"tier"`
	Findings      []review.Finding `json:"findings"`
}

type invocationForm struct {
	Program    *string    `json:"program"`
	Path       string     `json:"path"`
	Category   *string    `json:"category"` // null for a program that only runs another
	Subcommand string     `json:"subcommand"`
	Flags      []flagForm `json:"flags"`
	Operands   []wordForm `json:"operands"`
	Via        []string   `json:"via"`
	Dir        *string    `json:"dir"`
	Reads      bool       `json:"reads"`
	Span       fact.Span  `json:"span"`
	Outer      bool       `json:"outer,omitempty"`
}

type flagForm struct {
	Name  string    `json:"name"`
	Value *wordForm `json:"value"`
	Known bool      `json:"known"`
}

type wordForm struct {
	Text   string `json:"text"`
	Static bool   `json:"static"`
}

type touchForm struct {
	Effect     string    `json:"effect"`
	Path       *string   `json:"path"`
	Class      []string  `json:"class"`
	Deep       bool      `json:"deep"`
	Invocation *int      `json:"invocation"`
	Span       fact.Span `json:"span"`
}

type flowForm struct {
	From []int     `json:"from"`
	Into int       `json:"into"`
	Span fact.Span `json:"span"`
}

func (c *explainCmd) command(e *Env) error {
	call, err := shellCall(e, plain(c.Subject))
	if err != nil {
		return err
	}
	facts := review.Inspect(e.Tables, e.World, call).Facts
	r := review.Review(e.Tables, e.World, call, config.All(e.Tables))
	hide := hider(call.Text, r)
	f := commandForm{SchemaVersion: formatVersion, Kind: "command", Command: hide.source(),
		Invocations: []invocationForm{}, Touches: []touchForm{}, URLs: []urlForm{}, Flows: []flowForm{},
		Opaque: r.Opaque, Category: r.Category, Categories: r.Categories, Tier: r.Tier, Findings: r.Findings}
	for i := range facts.Invocations {
		f.Invocations = append(f.Invocations, invocation(&facts.Invocations[i], hide))
	}
	for i := range facts.Touches {
		f.Touches = append(f.Touches, touches(e.Tables, &facts.Touches[i], hide)...)
	}
	for i := range facts.URLs {
		f.URLs = append(f.URLs, address(&facts.URLs[i], hide))
	}
	for _, k := range facts.Flows {
		f.Flows = append(f.Flows, flowForm{append([]int{}, k.From...), k.Into, k.Span})
	}
	if c.JSON {
		return printJSON(e.Stdout, f)
	}
	return printCommand(e, call.Text, f, r)
}

func invocation(v *fact.Invocation, hide secrets) invocationForm {
	f := invocationForm{Program: orNull(hide.in(v.Program)), Path: hide.in(v.Path), Category: orNull(v.Category), Flags: []flagForm{}, Operands: []wordForm{},
		Via: append([]string{}, v.Via...), Dir: orNull(hide.in(v.Dir.Path)), Subcommand: v.Sub, Reads: v.Reads, Span: v.Span, Outer: v.Outer}
	for _, k := range v.Flags {
		flag := flagForm{Name: hide.in(k.Name), Known: k.Known}
		if k.Value != nil {
			flag.Value = &wordForm{hide.in(k.Value.Text), k.Value.Static()}
		}
		f.Flags = append(f.Flags, flag)
	}
	for _, o := range v.Operands {
		f.Operands = append(f.Operands, wordForm{hide.in(o.Text), o.Static()})
	}
	return f
}

// touches is one form for each of a touch's effects.
func touches(t *catalog.Tables, v *fact.Touch, hide secrets) []touchForm {
	var list []touchForm
	for i, name := range catalog.Effects {
		if v.Effect&(1<<i) == 0 {
			continue
		}
		f := touchForm{Effect: name, Path: orNull(hide.in(v.Path)), Class: classes(t, v.Class), Deep: v.Deep, Span: v.Span}
		if v.Invocation >= 0 {
			f.Invocation = &v.Invocation
		}
		list = append(list, f)
	}
	return list
}

// classes names the classes of a path.
func classes(t *catalog.Tables, c catalog.Class) []string {
	names := []string{}
	for i, n := range catalog.Structural {
		if c&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	for i, n := range t.Classes {
		if c&(catalog.FirstNamed<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// printCommand shows how a command was understood, and what was found in it
// under a policy that reviews everything.
func printCommand(e *Env, source string, f commandForm, r review.Record) error {
	var b strings.Builder
	for i, v := range f.Invocations {
		if i == maxShown {
			fmt.Fprintf(&b, "and %d more programs; see --json\n", len(f.Invocations)-i)
			break
		}
		program := "a program that is not known before it runs"
		if v.Program != nil {
			program = *v.Program
		}
		fmt.Fprintf(&b, "%s", paint(e, bold, shown(program)))
		if v.Subcommand != "" {
			fmt.Fprintf(&b, " %s", shown(v.Subcommand))
		}
		switch {
		case v.Category == nil:
			b.WriteString(": runs another program")
		case v.Reads:
			fmt.Fprintf(&b, ": %s, only reads", *v.Category)
		default:
			fmt.Fprintf(&b, ": %s", *v.Category)
		}
		b.WriteByte('\n')
		if len(v.Via) > 0 {
			fmt.Fprintf(&b, "  through %s\n", shown(strings.Join(v.Via, ", ")))
		}
		list(&b, "flags", len(v.Flags), func(i int) string {
			k := v.Flags[i]
			s := k.Name
			if k.Value != nil {
				s += " " + k.Value.String()
			}
			if !k.Known {
				s += " (not in the catalog)"
			}
			return shown(s)
		})
		list(&b, "operands", len(v.Operands), func(i int) string { return shown(v.Operands[i].String()) })
		for _, t := range f.Touches {
			if t.Invocation != nil && *t.Invocation == i {
				fmt.Fprintf(&b, "  %s\n", shown(t.String()))
			}
		}
		for _, u := range f.URLs {
			if u.Invocation != nil && *u.Invocation == i {
				fmt.Fprintf(&b, "  %s\n", shown(u.String()))
			}
		}
		for _, k := range f.Flows {
			if k.Into == i {
				from := []string{}
				for _, j := range k.From {
					if j < len(f.Invocations) && f.Invocations[j].Program != nil {
						from = append(from, *f.Invocations[j].Program)
					}
				}
				fmt.Fprintf(&b, "  runs the output of %s\n", shown(strings.Join(from, ", ")))
			}
		}
	}
	if len(f.Invocations) > 0 {
		b.WriteByte('\n')
	}
	if err := write(e, b.String()); err != nil {
		return err
	}
	return print(e, source, r)
}

// list writes a labelled list on one line, cut after a few entries.
func list(b *strings.Builder, label string, n int, entry func(int) string) {
	if n == 0 {
		return
	}
	entries := make([]string, 0, min(n, maxShown)+1)
	for i := range min(n, maxShown) {
		entries = append(entries, entry(i))
	}
	if n > maxShown {
		entries = append(entries, fmt.Sprintf("and %d more", n-maxShown))
	}
	fmt.Fprintf(b, "  %s: %s\n", label, strings.Join(entries, ", "))
}

func (w wordForm) String() string {
	if w.Static {
		return w.Text
	}
	return w.Text + " (not known before it runs)"
}

func (t touchForm) String() string {
	path := "a path that is not known before it runs"
	if t.Path != nil {
		path = *t.Path
	}
	if t.Deep {
		path += ", all below it"
	}
	if len(t.Class) > 0 {
		path += " (" + strings.Join(t.Class, ", ") + ")"
	}
	return t.Effect + " " + path
}
