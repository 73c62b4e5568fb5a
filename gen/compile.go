package main

import (
	"slices"

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
			Results:  slices.Sorted(slices.Values(s.Fallback.Results)),
			BinDirs:  s.Fallback.BinDirs,
			Sink:     c.class([]string{s.Fallback.Sink}),
			Script:   c.class([]string{s.Fallback.Script}),
			Delicate: c.class(s.Fallback.Delicate),
			Unasked:  c.class(s.Fallback.Unasked),
		},
		Languages: each(s.Languages, language),
		Paths:     each(s.Paths, c.path),
		Classes:   c.named,
		RoleNames: c.roles,
		Secrets: each(s.Secrets, func(x *spec.Secret) catalog.Secret {
			return catalog.Secret{
				Kind: x.Kind, Name: x.Name, Literals: x.Literals, Within: pick[catalog.Within](withins, x.Within), Pattern: x.Pattern,
				Near: x.Near, Generic: x.Generic, Make: x.Make,
				SecretTest: &catalog.SecretTest{
					Called: x.Called, NotCalled: x.NotCalled, Least: x.Least, Except: x.Except, Entropy: x.Entropy, Classes: x.Classes,
				},
			}
		}),
		Instruction: instruction(s.Instruction),
		Environment: environment(s.Environment),
		Registries:  each(s.Registries, registry),
		Resolvers:   catalog.Resolvers(s.Resolver),
		Route:       route(s.Route),
		Seats: each(s.Seats, func(x *spec.Seat) catalog.Seat {
			return catalog.Seat{ID: x.ID, Name: x.Name, Role: x.Role, Agent: x.Agent, TieBreaker: x.TieBreaker, Lens: pick[catalog.Lens](catalog.Lenses, x.Lens)}
		}),
		Backends:    each(s.Backends, backend),
		Transport:   transport(s.Transport),
		Hosts:       each(s.Hosts, host),
		Argument:    argument(s.Argument),
		Servers:     servers(s.Servers),
		Transcripts: each(s.Transcripts, transcript),
		Embeds:      each(s.Embeds, embedded),
		Posture:     posture(s.Posture),
		Settings:    each(s.Settings, setting),
		Audit:       catalog.Audit{Dir: s.Audit.Dir, Keep: s.Audit.Keep, State: catalog.State(s.Audit.State)},
		Session:     session(s.Session),
		Decide:      decide(s.Decide),
		Presets:     each(s.Presets, func(x spec.Preset) catalog.Preset { return catalog.Preset(x) }),
	}
	install(s, t.Hosts)
	var names []catalog.Name
	for i, p := range s.Programs {
		t.Programs = append(t.Programs, c.program(p, ""))
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			names = append(names, catalog.Name{Name: name, Program: i})
		}
	}
	slices.SortFunc(names, byName)
	t.Names = catalog.Names{
		Words:    catalog.NewWords(each(names, func(n catalog.Name) string { return n.Name })),
		Programs: each(names, func(n catalog.Name) uint16 { return uint16(n.Program) }),
	}
	t.Index = index(t)
	return t
}
