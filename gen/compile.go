package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// compile turns a checked spec into the tables that the commands use: names
// become bits, lists get the order that look-ups need, and triggers an index.
func compile(s *spec.Spec) *catalog.Tables {
	c := newCompiler(s)
	t := &catalog.Tables{
		SpecHash:   s.Hash,
		Concerns:   each(s.Concerns, c.concern),
		Categories: each(s.Categories, category),
		Fallback: catalog.Fallback{
			Program:  s.Fallback.Program,
			Project:  s.Fallback.Project,
			Write:    s.Fallback.Write,
			Outside:  s.Fallback.Outside,
			QuietEnv: slices.Sorted(slices.Values(s.Fallback.QuietEnv)),
			BinDirs:  s.Fallback.BinDirs,
			Sink:     c.class([]string{s.Fallback.Sink}),
			Script:   c.class([]string{s.Fallback.Script}),
		},
		Languages: each(s.Languages, language),
		Paths:     each(s.Paths, c.path),
		Classes:   c.named,
		RoleNames: c.roles,
		Secrets: each(s.Secrets, func(x *spec.Secret) catalog.Secret {
			return catalog.Secret{
				Kind: x.Kind, Name: x.Name, Literals: x.Literals, Within: pick[catalog.Within](withins, x.Within), Pattern: x.Pattern,
				Called: x.Called, NotCalled: x.NotCalled, Near: x.Near, Least: x.Least, Except: x.Except, Entropy: x.Entropy, Classes: x.Classes,
				Generic: x.Generic, Make: x.Make,
			}
		}),
		Instruction: instruction(s.Instruction),
		Environment: environment(s.Environment),
		Registries:  each(s.Registries, registry),
		Route:       route(s.Route),
		Seats: each(s.Seats, func(x *spec.Seat) catalog.Seat {
			return catalog.Seat{ID: x.ID, Name: x.Name, Role: x.Role, Agent: x.Agent, TieBreaker: x.TieBreaker, Prompt: x.Prompt}
		}),
		Hosts:       each(s.Hosts, host),
		Transcripts: each(s.Transcripts, transcript),
		Posture:     posture(s.Posture),
	}
	for i, p := range s.Programs {
		t.Programs = append(t.Programs, c.program(p, ""))
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			t.Names = append(t.Names, catalog.Name{Name: name, Program: i})
		}
	}
	slices.SortFunc(t.Names, byName)
	t.Index = index(t)
	return t
}

// compiler knows the numbers of the names that become bits.
type compiler struct {
	roles []string // bit i is 1<<i
	named []string // bit i is FirstNamed<<i
}

func newCompiler(s *spec.Spec) *compiler {
	roles := map[string]bool{}
	var walk func(p *spec.Program)
	walk = func(p *spec.Program) {
		for _, r := range p.Roles {
			roles[r] = true
		}
		for _, sub := range p.Sub {
			walk(sub)
		}
	}
	for _, p := range s.Programs {
		walk(p)
	}
	return &compiler{
		roles: slices.Sorted(maps.Keys(roles)),
		named: each(s.Paths, func(p *spec.Path) string { return p.Class }),
	}
}

// each applies f to every element; nothing stays nil.
func each[T, U any](list []T, f func(T) U) []U {
	var out []U
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

func byName(a, b catalog.Name) int { return cmp.Compare(a.Name, b.Name) }

// bits is the set of names, where bit i stands for all[i].
func bits[T ~uint16 | ~uint64](all, names []string) T {
	var set T
	for _, n := range names {
		if i := slices.Index(all, n); i >= 0 {
			set |= 1 << i
		}
	}
	return set
}

func (c *compiler) class(names []string) catalog.Class {
	return bits[catalog.Class](catalog.Structural, names) | bits[catalog.Class](c.named, names)*catalog.FirstNamed
}

// pick is the value of the name's place in the list, 0 for a name that it lacks.
func pick[T ~uint8](names []string, name string) T {
	return T(max(0, slices.Index(names, name)))
}

var (
	severities = []string{"", "low", "medium", "high", "critical"}
	tiers      = []string{"", "low", "medium", "high", "extreme"}
	positions  = []string{"any", "first", "last", "rest", "init", "second"}
	scopes     = []string{"any", "data", "code", "program"}
	withins    = []string{"word", "block", "line", "value"}
	styles     = []string{"gnu", "single", "none", "bundle", "pairs"}
	outputs    = []string{"", "arguments", "format", "input", "base64", "directory", "fresh", "dirname", "basename", "realpath", "base32", "hex", "reverse", "swap", "inflate"}
	does       = []string{"", "run", "open", "copy", "move", "chdir", "home", "join", "path"}
	shells     = []string{"", "dir", "push", "pop", "alias", "read", "unset", "set", "shift", "hash", "exit", "trap", "source", "print", "return", "lines", "test"}
	named      = []string{"", "first", "all"}
	shapes     = []string{"none", "shell", "read", "edit", "fetch", "mcp", "opaque"}
	forms      = []string{"object", "json", "text"}
)

func (c *compiler) concern(x *spec.Concern) catalog.Concern {
	return catalog.Concern{
		ID:           x.ID,
		Name:         x.Name,
		Severity:     pick[catalog.Severity](severities, x.Severity),
		Category:     x.Category,
		Description:  x.Description,
		GatingReason: x.GatingReason,
		Resolution:   x.Resolution,
		Remedy:       x.Remedy,
		JudgmentOnly: x.JudgmentOnly,
		AlwaysScreen: x.AlwaysScreen,
		PrePanelDeny: x.PrePanelDeny,
		HighBlast:    x.HighBlast,
		Triggers:     each(x.Triggers, c.trigger),
		Edits:        each(x.Edits, c.edit),
	}
}

func (c *compiler) trigger(x spec.Trigger) catalog.Trigger {
	t := catalog.Trigger{Message: x.Message}
	if x.HighBlast != nil {
		t.Blast = catalog.BlastNo
		if *x.HighBlast {
			t.Blast = catalog.BlastYes
		}
	}
	switch {
	case x.Invocation != nil:
		t.Invocation = c.invocation(x.Invocation)
	case x.Flow != nil:
		t.Flow = &catalog.FlowTrigger{
			From: bits[catalog.Roles](c.roles, x.Flow.From),
			Into: bits[catalog.Roles](c.roles, x.Flow.Into),
		}
	case x.Touch != nil:
		t.Touch = &catalog.TouchTrigger{
			Effect:   bits[catalog.Effect](catalog.Effects, x.Touch.Effect),
			Class:    c.class(x.Touch.Class),
			Except:   c.class(x.Touch.Except),
			Programs: x.Touch.Program,
			Not:      x.Touch.Not,
			Flags:    flags(x.Touch.Flags),
			Deep:     x.Touch.Deep,
			Redirect: x.Touch.Redirect,
			Also:     c.class(x.Touch.Also),
			Climbs:   x.Touch.Climbs,
		}
	case x.Text != nil:
		t.Text = text(x.Text)
	case x.Secret != nil:
		t.Secret = &catalog.SecretTrigger{In: pick[catalog.Scope](scopes, x.Secret.In)}
	case x.Instruction != nil:
		t.Instruction = &catalog.InstructionTrigger{In: pick[catalog.Scope](scopes, x.Instruction.In)}
	case x.URL != nil:
		t.URL = c.url(x.URL)
	case x.Send != nil:
		t.Send = &catalog.SendTrigger{
			From:   bits[catalog.Roles](c.roles, x.Send.From),
			Class:  c.class(x.Send.Class),
			Except: c.class(x.Send.Except),
		}
	}
	return t
}

func (c *compiler) invocation(x *spec.Invocation) *catalog.InvocationTrigger {
	return &catalog.InvocationTrigger{
		Programs: x.Program,
		Roles:    bits[catalog.Roles](c.roles, x.Role),
		Sub:      x.Sub,
		Flags:    flags(x.Flags),
		Operands: each(x.Operands, c.operand),
		Count:    count(x.Count),
		Env:      x.Env,
		Via:      x.Via,
		Foreign:  x.Foreign,
		Option:   x.Option,
		Code:     text(x.Code),
		Branch:   x.Branch,
		Changed:  x.Changed,
		After:    x.After,
		Shown:    x.Shown,
	}
}

func (c *compiler) operand(x spec.Operand) catalog.OperandTest {
	return catalog.OperandTest{
		At:      pick[catalog.At](positions, x.At),
		Equals:  x.Equals,
		Prefix:  x.Prefix,
		Pattern: x.Pattern,
		Class:   c.class(x.Class),
		Except:  c.class(x.Except),
		Dynamic: x.Dynamic,
		Similar: x.Similar,
		Not:     x.Not,
	}
}

func flags(x spec.Flags) catalog.FlagTest {
	return catalog.FlagTest{Any: x.Any, All: x.All, None: x.None}
}

func count(x *spec.Count) *catalog.Count {
	if x == nil {
		return nil
	}
	return &catalog.Count{Min: x.Min, Max: x.Max}
}

func text(x *spec.TextMatch) *catalog.TextTrigger {
	if x == nil {
		return nil
	}
	return &catalog.TextTrigger{In: pick[catalog.Scope](scopes, x.In), Lang: x.Lang, Literals: x.Literals, Pattern: x.Pattern}
}

// program compiles p. A subcommand of no category has that of its program.
func (c *compiler) program(p *spec.Program, category string) catalog.Program {
	t := catalog.Program{
		Name:     p.Name,
		Category: cmp.Or(p.Category, category),
		Roles:    bits[catalog.Roles](c.roles, p.Roles),
		Style:    pick[catalog.Style](styles, p.Style),
		Strict:   p.Strict,
		Reads:    p.Reads,
		Flags:    p.AllFlags(),
		Class: each(p.Class, func(x spec.Reclass) catalog.Reclass {
			return catalog.Reclass{Flags: flags(x.Flags), Operands: each(x.Operands, c.operand), Count: count(x.Count), Category: x.Category}
		}),
		Effects:  each(p.Effects, effect),
		Runs:     runs(p.Runs),
		Chdir:    p.Chdir,
		Code:     each(p.Code, code),
		Away:     away(p.Away),
		Output:   pick[catalog.Output](outputs, p.Output),
		Decodes:  p.Decodes,
		Shell:    pick[catalog.ShellEffect](shells, p.Shell),
		TaskFile: taskFile(p.TaskFile),
		Tasks:    tasks(p.Tasks),
		URLs:     each(p.URLs, urlWords),
		Head:     p.Head,
		Sends:    c.sends(p.Sends),
	}
	for i, name := range slices.Sorted(maps.Keys(p.Sub)) {
		sub := p.Sub[name]
		t.Sub = append(t.Sub, c.program(sub, t.Category))
		for _, word := range append([]string{name}, sub.Aliases...) {
			t.Words = append(t.Words, catalog.Name{Name: word, Program: i})
		}
	}
	slices.SortFunc(t.Words, byName)
	return t
}

func effect(x spec.PathEffect) catalog.PathEffect {
	e := catalog.PathEffect{
		Effect: bits[catalog.Effect](catalog.Effects, []string{x.Effect}),
		At:     pick[catalog.At](positions, x.At),
		Skip:   x.Skip,
		Flag:   x.Flag,
		If:     flags(x.If),
		Narrow: x.Narrow,
		Base:   x.Base,
		Dir:    x.Dir,
		Here:   x.Here,
		Lead:   x.Lead,
		After:  x.After,
		Until:  x.Until,
	}
	if x.Deep != nil {
		e.Deep = flags(x.Deep.Flags)
		e.Deep.Always = x.Deep.Always
	}
	return e
}

func runs(x *spec.Runs) *catalog.Runs {
	if x == nil {
		return nil
	}
	return &catalog.Runs{
		Skip:      x.Skip,
		Assign:    x.Assign,
		Flags:     x.Flags,
		Until:     x.Until,
		Feeds:     x.Feeds,
		Holder:    x.Holder,
		Chdir:     x.Chdir,
		Clears:    x.Clears,
		If:        flags(x.If),
		Lookup:    flags(x.Lookup),
		Split:     x.Split,
		Name:      x.Name,
		Known:     x.Known,
		Text:      x.Text,
		File:      x.File,
		Inputs:    x.Inputs,
		Piped:     x.Piped,
		Beside:    x.Beside,
		Null:      x.Null,
		Delimiter: x.Delimiter,
		Batch:     x.Batch,
		Lines:     x.Lines,
	}
}

func code(x spec.Code) catalog.Code {
	return catalog.Code{
		Lang:   x.Lang,
		Flag:   x.Flag,
		At:     pick[catalog.At](positions, x.At),
		File:   x.File,
		Join:   x.Join,
		First:  x.First,
		Stdin:  x.Stdin,
		Unless: flags(x.Unless),

		Each:    x.Each,
		Skip:    x.Skip,
		Keys:    each(x.Keys, strings.ToLower),
		Mark:    each(x.Mark, strings.ToLower),
		Stop:    x.Stop,
		Before:  x.Before,
		Encoded: x.Encoded,
		Option:  x.Option,
	}
}

func away(x *spec.Away) *catalog.Away {
	if x == nil {
		return nil
	}
	return &catalog.Away{Machine: x.In == "machine", Mounts: x.Mounts, Host: flags(x.Host)}
}

func language(x *spec.Language) catalog.Language {
	l := catalog.Language{
		Name:     x.Name,
		Comments: x.Comments,
		Blocks:   each(x.Blocks, quote),
		Quotes:   each(x.Quotes, quote),
		Prefix:   x.Prefix,
		Lisp:     x.Lisp,
		Exact:    x.Exact,
		Modules:  x.Modules,
		Chdir:    x.Chdir,
		Deep:     x.Deep,
	}
	for _, c := range x.Calls {
		call := catalog.Call{
			Does:   pick[catalog.Does](does, c.Does),
			Effect: bits[catalog.Effect](catalog.Effects, []string{c.Does}),
			Deep:   c.Deep,
			Skip:   c.Skip,
			Self:   c.Self,
			Bare:   c.Bare,
			All:    c.All,
			Line:   c.Line,
		}
		for _, call.Name = range c.Names {
			l.Calls = append(l.Calls, call)
		}
	}
	slices.SortStableFunc(l.Calls, func(a, b catalog.Call) int { return cmp.Compare(a.Name, b.Name) })
	return l
}

func quote(x spec.Quote) catalog.Quote {
	return catalog.Quote{Open: x.Open, Close: x.Close, Raw: x.Raw, Lines: x.Lines, Hole: x.Hole, Shell: x.Shell}
}

func taskFile(x *spec.TaskFile) *catalog.TaskFile {
	if x == nil {
		return nil
	}
	t := &catalog.TaskFile{Lang: x.Lang, Files: x.Files, Up: x.Up, Flag: x.Flag, Key: x.Key, Before: x.Before, After: x.After}
	for _, name := range slices.Sorted(maps.Keys(x.Variables)) {
		t.Variables = append(t.Variables, name+"="+x.Variables[name])
	}
	return t
}

func tasks(x *spec.Tasks) *catalog.Tasks {
	if x == nil {
		return nil
	}
	return &catalog.Tasks{Names: x.Names, Named: pick[catalog.Named](named, x.Named), Flag: x.Flag, Unless: flags(x.Unless)}
}

func (c *compiler) path(x *spec.Path) catalog.PathRule {
	return catalog.PathRule{
		Class:   c.class([]string{x.Class}),
		Home:    x.Home,
		Abs:     x.Absolute,
		Project: x.Project,
		Base:    x.Base,
		Segment: x.Segment,
		Except:  x.Except,
	}
}

func category(x spec.Category) catalog.Category {
	return catalog.Category{
		ID:          x.ID,
		Title:       x.Title,
		Group:       x.Group,
		Base:        pick[catalog.Tier](tiers, x.Base),
		Read:        x.Read,
		Recommended: x.Recommended,
		Emissions:   x.Emissions,
	}
}

func route(x spec.Route) catalog.Route {
	r := catalog.Route{
		GateFloor: pick[catalog.Tier](tiers, x.GateFloor),
		Limits: catalog.Limits{
			CommandBytes: x.Limits.CommandBytes,
			Depth:        x.Limits.Depth,
			Words:        x.Limits.Words,
			Decoded:      x.Limits.Decoded,
			Recursion:    x.Limits.Recursion,
			Invocations:  x.Limits.Invocations,
			Touches:      x.Limits.Touches,
			FileBytes:    x.Limits.FileBytes,
			FilesBytes:   x.Limits.FilesBytes,
		},
		Timers: catalog.Timers{Seat: x.Timers.Seat, Panel: x.Timers.Panel, Hook: x.Timers.Hook},
	}
	for _, name := range tiers[1:] {
		rule := x.Tiers[name]
		r.Tiers = append(r.Tiers, catalog.TierRule{
			Tier:       pick[catalog.Tier](tiers, name),
			Seats:      rule.Seats,
			Mandatory:  rule.Mandatory,
			Confidence: rule.Confidence,
		})
	}
	for _, name := range severities[1:] {
		bump := x.Bumps[name]
		r.Bumps = append(r.Bumps, catalog.Bump{
			Severity: pick[catalog.Severity](severities, name),
			Steps:    bump.Steps,
			To:       pick[catalog.Tier](tiers, bump.To),
		})
	}
	return r
}

func host(x *spec.Host) catalog.Host {
	h := catalog.Host{ID: x.ID, Name: x.Name}
	for _, name := range slices.Sorted(maps.Keys(x.Tools)) {
		tool := x.Tools[name]
		h.Tools = append(h.Tools, catalog.Tool{
			Name:    strings.ToLower(name),
			Shape:   pick[catalog.Shape](shapes, tool.Shape),
			Field:   tool.Field,
			Inside:  tool.Inside,
			Outside: tool.Outside,
		})
	}
	return h
}

func transcript(x *spec.Transcript) catalog.Transcript {
	t := catalog.Transcript{Host: x.Host, Root: x.Root, Files: x.Files, Lists: x.Lists, DirFile: x.DirFile}
	for _, d := range x.Dir {
		t.Dir = append(t.Dir, catalog.TranscriptDir{Entry: members(d.Entry), Path: d.Path})
	}
	for _, c := range x.Calls {
		call := catalog.TranscriptCall{
			Entry: members(c.Entry), Each: c.Each, Member: members(c.Member), ID: c.ID,
			Name: c.Name, Tool: c.Tool, Input: c.Input, Form: pick[catalog.InputForm](forms, c.Form), Dir: c.Dir,
		}
		for _, old := range slices.Sorted(maps.Keys(c.Aliases)) {
			call.Aliases = append(call.Aliases, catalog.Alias{Old: old, New: c.Aliases[old]})
		}
		t.Calls = append(t.Calls, call)
	}
	return t
}

func members(m map[string]string) []catalog.Member {
	var list []catalog.Member
	for _, path := range slices.Sorted(maps.Keys(m)) {
		list = append(list, catalog.Member{Path: path, Value: m[path]})
	}
	return list
}

func posture(x spec.Posture) catalog.Posture {
	p := catalog.Posture{Dir: x.Dir, File: x.File, Local: x.Local, On: x.On, Off: x.Off}
	for _, name := range slices.Sorted(maps.Keys(x.Levels)) {
		p.Levels = append(p.Levels, name+"="+x.Levels[name])
	}
	return p
}

var environmentEffects = []string{"code", "prompt", "search", "load", "config", "options"}

func environment(list []spec.Environment) []catalog.Environment {
	var out []catalog.Environment
	for _, x := range list {
		for _, name := range x.Names {
			e := catalog.Environment{Name: name, Effect: pick[catalog.EnvironmentEffect](environmentEffects, x.Effect), More: x.More, Slash: x.Slash}
			if x.Program != "" {
				e.Program = append([]string{x.Program}, strings.Fields(x.Sub)...)
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b catalog.Environment) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
