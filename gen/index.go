package main

import (
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
)

// index lists the triggers by what they ask for first, and the path rules by
// what their patterns hold.
func index(t *catalog.Tables) catalog.Index {
	var x catalog.Index
	programs := map[string][]catalog.RunRef{}
	roles := map[catalog.Roles][]catalog.Ref{}
	literals := map[string]*catalog.Literal{}
	literal := func(text string) *catalog.Literal {
		if literals[text] == nil {
			literals[text] = &catalog.Literal{Text: text}
		}
		return literals[text]
	}
	for i := range t.Concerns {
		for j := range t.Concerns[i].Triggers {
			ref := catalog.Ref{Concern: uint16(i), Trigger: uint16(j)}
			switch trigger := &t.Concerns[i].Triggers[j]; {
			case trigger.Invocation != nil:
				asks := trigger.Invocation
				for _, name := range asks.Programs {
					programs[name] = append(programs[name], catalog.NewRunRef(ref, asks))
				}
				if asks.Roles != 0 {
					roles[asks.Roles] = append(roles[asks.Roles], ref)
				}
				if len(asks.Programs) == 0 && asks.Roles == 0 {
					x.Any = append(x.Any, ref)
				}
			case trigger.Flow != nil:
				x.Flows = append(x.Flows, ref)
			case trigger.Touch != nil:
				x.Touches = append(x.Touches, catalog.NewTouchRef(ref, trigger.Touch))
			case trigger.Server != nil:
				x.Servers = append(x.Servers, ref)
			case trigger.Document != nil:
				x.Documents = append(x.Documents, ref)
			case trigger.Counter != nil:
				x.Counters = append(x.Counters, ref)
			case trigger.URL != nil:
				x.URLs = append(x.URLs, ref)
			case trigger.Send != nil:
				x.Sends = append(x.Sends, ref)
			case trigger.Secret != nil:
				x.Secrets = append(x.Secrets, ref)
			case trigger.Instruction != nil:
				x.Orders = append(x.Orders, ref)
			case trigger.Text != nil:
				for _, text := range distinct(trigger.Text.Literals) {
					literal(text).Refs = append(literal(text).Refs, ref)
				}
			}
		}
	}
	for i, secret := range t.Secrets {
		for _, text := range distinct(secret.Literals) {
			literal(text).Secrets = append(literal(text).Secrets, uint16(i))
		}
	}
	x.Programs = catalog.NewProgramIndex(each(slices.Sorted(maps.Keys(programs)), func(name string) catalog.ProgramRefs {
		return catalog.ProgramRefs{Name: name, Refs: slices.Compact(programs[name])}
	}))
	for _, set := range slices.Sorted(maps.Keys(roles)) {
		x.Roles = append(x.Roles, catalog.RoleRefs{Roles: set, Refs: roles[set]})
	}
	x.Literals = catalog.NewLiterals(each(slices.Sorted(maps.Keys(literals)), func(text string) catalog.Literal { return *literals[text] }))
	x.Paths = catalog.NewPathKeys(t.Paths)
	return x
}

// distinct is list in order, each element once.
func distinct(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
