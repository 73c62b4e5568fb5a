package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
	"reflect"
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
		Final:        x.Final,
		Anywhere:     x.Anywhere,
		Triggers:     each(x.Triggers, c.trigger),
		Edits:        each(x.Edits, c.edit),
	}
}

func (c *compiler) trigger(x spec.Trigger) catalog.Trigger {
	t := catalog.Trigger{Message: x.Message, Severity: pick[catalog.Severity](severities, x.Severity), Here: x.Here}
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
			Tool:     x.Touch.Tool,
			Shown:    x.Touch.Shown,
			Unseen:   x.Touch.Unseen,
			Shadows:  x.Touch.Shadows,
		}
	case x.Text != nil:
		t.Text = text(x.Text)
	case x.Secret != nil:
		t.Secret = &catalog.SecretTrigger{In: pick[catalog.Scope](scopes, x.Secret.In)}
	case x.Instruction != nil:
		t.Instruction = &catalog.InstructionTrigger{In: pick[catalog.Scope](scopes, x.Instruction.In)}
	case x.Server != nil:
		t.Server = server(x.Server)
	case x.URL != nil:
		t.URL = c.url(x.URL)
	case x.Document != nil:
		t.Document = c.document(x.Document)
	case x.Counter != nil:
		t.Counter = counter(x.Counter)
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
		RunTest:  c.runTest(x),
	}
}

// runTest is nil if nothing of it is asked.
func (c *compiler) runTest(x *spec.Invocation) *catalog.RunTest {
	r := catalog.RunTest{
		Count:   count(x.Count),
		Env:     x.Env,
		Via:     x.Via,
		Foreign: x.Foreign,
		Option:  x.Option,
		Code:    text(x.Code),
		Shared:  x.Shared,
		Onto:    x.Onto,
		Changed: x.Changed,
		After:   each(x.After, func(x spec.After) catalog.AfterTest { return catalog.AfterTest(x) }),
		Shown:   x.Shown,
		NotIn:   c.dirTest(x.NotIn),
		Spawned: x.Spawned,
		Stored:  x.Stored,
		Kept:    x.Kept,
		Unfed:   x.Unfed,
		Within:  x.Within,
	}
	if reflect.ValueOf(r).IsZero() {
		return nil
	}
	return &r
}

func (c *compiler) dirTest(x *spec.DirTest) *catalog.DirTest {
	if x == nil {
		return nil
	}
	return &catalog.DirTest{Class: c.class(x.Class), Flags: x.Flags, Env: x.Env}
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
		Given:   x.Given,
		Shared:  x.Shared,
		Not:     x.Not,
	}
}

func flags(x spec.Flags) catalog.FlagTest {
	return catalog.NewFlagTest(x.Any, x.All, x.None)
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
	return &catalog.TextTrigger{In: pick[catalog.Scope](scopes, x.In), Lang: x.Lang, Literals: x.Literals, Pattern: x.Pattern, NotVia: x.NotVia}
}
