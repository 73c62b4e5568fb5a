package rewrite

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/fact"
	"github.com/ravenclaude/thing/internal/match"
	"github.com/ravenclaude/thing/internal/place"
	"github.com/ravenclaude/thing/internal/world"
)

// Proposal is a safer form that authored edits make, not checked yet.
type Proposal struct {
	Command string
	Claim   Claim
}

// Bounds of what is tried for one command.
const (
	maxChoices   = 3 // edits of one concern that apply to one program run
	maxProposals = 8
	maxEdited    = 16 // concerns
	maxFindings  = 256
)

// Propose lists the safer forms that the catalog's edits make of a command,
// the one that resolves the most first. A critical concern has none.
func Propose(t *catalog.Tables, w world.World, p *place.Classifier, f *fact.Facts, findings []match.Finding) []Proposal {
	n := 0
	for _, x := range findings {
		if editable(x) {
			n++
		}
	}
	if n == 0 || n > maxFindings {
		return nil
	}
	s, err := read(f.Source)
	if err != nil {
		return nil
	}
	e := &editor{t: t, w: w, p: p, f: f, s: s}
	var concerns []*concern
	for _, x := range findings {
		if !editable(x) {
			continue
		}
		i := slices.IndexFunc(concerns, func(c *concern) bool { return c.id == x.Concern.ID })
		if i < 0 {
			i = len(concerns)
			concerns = append(concerns, &concern{id: x.Concern.ID})
		}
		choices := e.choices(x)
		if len(choices) == 0 {
			concerns[i].stuck = true
		}
		concerns[i].found = append(concerns[i].found, choices)
	}
	concerns = slices.DeleteFunc(concerns, func(c *concern) bool { return c.stuck })
	if len(concerns) > maxEdited {
		concerns = concerns[:maxEdited]
	}
	var out []Proposal
	add := func(choice int, list ...*concern) {
		x, ok := e.combine(choice, list)
		again := slices.ContainsFunc(out, func(o Proposal) bool { return o.Command == x.Command && slices.Equal(o.Claim.Cited, x.Claim.Cited) })
		if ok && !again && len(out) < maxProposals {
			out = append(out, x)
		}
	}
	for choice := range maxChoices {
		add(choice, concerns...)
	}
	for choice := range maxChoices {
		for _, c := range concerns {
			add(choice, c)
		}
	}
	return out
}

func editable(x match.Finding) bool {
	return len(x.Concern.Edits) > 0 && !critical(x) && !x.Outer && !x.Secret && x.File == ""
}

// concern is what can be done about all findings of one concern.
type concern struct {
	id    string
	found [][]change // by finding
	stuck bool       // nothing can be done about one of them
}

// change is one edit of one program run.
type change struct {
	inv      *fact.Invocation
	edit     *catalog.Edit
	splices  []splice
	programs []string
}

type editor struct {
	t *catalog.Tables
	w world.World
	p *place.Classifier
	f *fact.Facts
	s *source
}

// choices lists the edits that apply to what was found.
func (e *editor) choices(x match.Finding) []change {
	var out []change
	for i := range x.Concern.Edits {
		edit := &x.Concern.Edits[i]
		for j := len(e.f.Invocations) - 1; j >= 0; j-- { // the innermost first
			inv := &e.f.Invocations[j]
			if inv.Span.Start > x.Span.Start || inv.Span.End < x.Span.End || !match.Runs(e.t, e.f, e.p, edit.On, j) {
				continue
			}
			if c, ok := e.change(edit, inv); ok {
				out = append(out, c)
				break
			}
		}
		if len(out) == maxChoices {
			break
		}
	}
	return out
}

// combine does one edit for each finding of the concerns. Of several edits of
// one program run, the first is done.
func (e *editor) combine(choice int, list []*concern) (Proposal, bool) {
	var splices []splice
	var done []change
	x := Proposal{}
	for _, c := range list {
		edited := false
		for _, choices := range c.found {
			ch := choices[min(choice, len(choices)-1)]
			if i := slices.IndexFunc(done, func(d change) bool { return d.inv.Span == ch.inv.Span }); i >= 0 {
				edited = edited || done[i].edit == ch.edit && done[i].inv == ch.inv
				continue
			}
			edited = true
			done = append(done, ch)
			splices = append(splices, ch.splices...)
			x.Claim.Programs = append(x.Claim.Programs, ch.programs...)
		}
		if edited {
			x.Claim.Cited = append(x.Claim.Cited, c.id)
		}
	}
	if len(splices) == 0 {
		return Proposal{}, false
	}
	var ok bool
	x.Command, x.Claim.Written, ok = apply(e.s.text, splices)
	return x, ok
}

// change works out what an edit does to one program run.
func (e *editor) change(edit *catalog.Edit, inv *fact.Invocation) (change, bool) {
	none := change{}
	r, ok := e.s.find(inv)
	if !ok || edit.Needs != "" && !e.installed(edit.Needs) {
		return none, false
	}
	c := change{inv: inv, edit: edit, programs: edit.Adds}
	whole, own := r.head()
	if edit.Before != "" {
		if !r.free || len(inv.Via) > 0 || len(inv.Assigns) > 0 {
			return none, false
		}
		start := inv.Span.Start
		text := strings.ReplaceAll(edit.Before, "{}", e.s.at(own)) + " && "
		c.splices = append(c.splices, splice{at: fact.Span{Start: start, End: start}, text: text})
	}
	if edit.Wrap != "" {
		start := r.program.Start
		c.splices = append(c.splices, splice{at: fact.Span{Start: start, End: start}, text: edit.Wrap + " "})
	}
	if edit.Command != "" {
		if !r.plain(whole) {
			return none, false
		}
		c.splices = append(c.splices, splice{at: whole, text: edit.Command})
	}
	if edit.Insert != "" {
		text, ok := e.digested(edit.Insert, inv)
		if !ok {
			return none, false
		}
		c.splices = append(c.splices, behind(whole, text))
	}
	if edit.Append != "" {
		anchor := whole
		for _, w := range inv.Operands {
			if w.Span.End > anchor.End {
				anchor = w.Span
			}
		}
		c.splices = append(c.splices, behind(anchor, edit.Append))
	}
	cut, ok := e.cut(edit, r)
	if !ok {
		return none, false
	}
	c.splices = append(c.splices, cut...)
	if edit.Operand != nil && !e.operand(edit.Operand, inv, &c) || edit.Pin != nil && !e.pin(edit.Pin, inv, &c) {
		return none, false
	}
	return c, true
}

// digested puts a number for {digest} that is the same whenever the command is,
// and another for every run in it. Where one that stands there once may run
// several times, there is none.
func (e *editor) digested(text string, inv *fact.Invocation) (string, bool) {
	const mark = "{digest}"
	if !strings.Contains(text, mark) {
		return text, true
	}
	if inv.Place&(fact.InLoop|fact.InFunction|fact.InTrap) != 0 || len(inv.Via) > 0 {
		return "", false
	}
	sum := sha256.Sum256(strconv.AppendInt([]byte(e.s.text+" "), int64(inv.Span.Start), 10))
	return strings.ReplaceAll(text, mark, hex.EncodeToString(sum[:8])), true
}

// cut takes flags out and writes others otherwise.
func (e *editor) cut(edit *catalog.Edit, r run) ([]splice, bool) {
	drop := edit.Drop
	if edit.Bare {
		drop = nil
		for _, f := range r.inv.Flags {
			if f.Name != "--" {
				drop = append(drop, f.Name)
			}
		}
	}
	list, ok := e.s.flags(r, drop, "")
	for _, x := range edit.Swap {
		if !ok {
			break
		}
		var more []splice
		more, ok = e.s.flags(r, []string{x.What}, x.With)
		list = append(list, more...)
	}
	return list, ok
}

func (e *editor) operand(x *catalog.Swap, inv *fact.Invocation, c *change) bool {
	if len(inv.Operands) == 0 {
		return false
	}
	w := inv.Operands[0]
	if x.What == "last" {
		w = inv.Operands[len(inv.Operands)-1]
	}
	c.splices = append(c.splices, splice{at: w.Span, text: x.With})
	return true
}

// installed reports whether a program lies where programs are installed.
func (e *editor) installed(name string) bool {
	return slices.ContainsFunc(e.t.Fallback.BinDirs, func(dir string) bool {
		info, err := e.w.Lstat(dir + "/" + name)
		return err == nil && !info.Mode.IsDir()
	})
}
