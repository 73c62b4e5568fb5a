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
		},
		Paths:     each(s.Paths, c.path),
		Classes:   c.named,
		RoleNames: c.roles,
		Secrets: each(s.Secrets, func(x *spec.Secret) catalog.Secret {
			return catalog.Secret{Kind: x.Kind, Name: x.Name, Literals: x.Literals, Pattern: x.Pattern, Except: x.Except, Make: x.Make}
		}),
		Route: route(s.Route),
		Seats: each(s.Seats, func(x *spec.Seat) catalog.Seat {
			return catalog.Seat{ID: x.ID, Name: x.Name, Role: x.Role, Agent: x.Agent, TieBreaker: x.TieBreaker, Prompt: x.Prompt}
		}),
		Hosts:   each(s.Hosts, host),
		Posture: posture(s.Posture),
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
	scopes     = []string{"any", "data", "code"}
	styles     = []string{"gnu", "single", "none", "bundle", "pairs"}
	outputs    = []string{"", "arguments", "format", "input", "base64", "directory", "fresh"}
	shells     = []string{"", "dir", "push", "pop", "alias", "read", "unset", "set", "shift", "hash", "exit", "trap", "source"}
	shapes     = []string{"none", "shell", "read", "edit", "fetch", "mcp"}
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
		t.Invocation = &catalog.InvocationTrigger{
			Programs: x.Invocation.Program,
			Roles:    bits[catalog.Roles](c.roles, x.Invocation.Role),
			Sub:      x.Invocation.Sub,
			Flags:    flags(x.Invocation.Flags),
			Operands: each(x.Invocation.Operands, c.operand),
			Count:    count(x.Invocation.Count),
			Env:      x.Invocation.Env,
			Via:      x.Invocation.Via,
			Code:     text(x.Invocation.Code),
		}
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
		}
	case x.Text != nil:
		t.Text = text(x.Text)
	case x.Secret != nil:
		t.Secret = &catalog.SecretTrigger{In: pick[catalog.Scope](scopes, x.Secret.In)}
	}
	return t
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
		Effects: each(p.Effects, effect),
		Runs:    runs(p.Runs),
		Chdir:   p.Chdir,
		Code:    each(p.Code, code),
		Output:  pick[catalog.Output](outputs, p.Output),
		Decodes: p.Decodes,
		Shell:   pick[catalog.ShellEffect](shells, p.Shell),
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
		Skip:   x.Skip,
		Assign: x.Assign,
		Flags:  x.Flags,
		Until:  x.Until,
		Feeds:  x.Feeds,
		Holder: x.Holder,
		Chdir:  x.Chdir,
		Clears: x.Clears,
		If:     flags(x.If),
		Lookup: flags(x.Lookup),
		Split:  x.Split,
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
	}
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

func posture(x spec.Posture) catalog.Posture {
	p := catalog.Posture{Dir: x.Dir, File: x.File, Local: x.Local, On: x.On, Off: x.Off}
	for _, name := range slices.Sorted(maps.Keys(x.Levels)) {
		p.Levels = append(p.Levels, name+"="+x.Levels[name])
	}
	return p
}
