package main

import (
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func backend(x *spec.Backend) catalog.Backend {
	return catalog.Backend{
		ID: x.ID, Name: x.Name, Wire: pick[catalog.Wire](catalog.Wires, x.Wire), Program: x.Program, Args: x.Args, ModelArgs: x.ModelArgs, Stdin: x.Stdin,
		Files: pairs(x.Files), Environment: pairs(x.Environment), KeyVariable: x.KeyVariable,
		Answer: each(x.Answer, func(a spec.BackendAnswer) catalog.BackendAnswer {
			return catalog.BackendAnswer{Where: members(a.Where), Path: a.Path}
		}),
		Failed: each(x.Failed, members),
		Reason: x.Reason,
		Usage: each(x.Usage, func(u spec.BackendUsage) catalog.BackendUsage {
			return catalog.BackendUsage{Where: members(u.Where), Input: u.Input, Output: u.Output, Cost: u.Cost}
		}),
		URL: x.URL, Model: x.Model,
	}
}

func transport(x spec.Transport) catalog.Transport {
	return catalog.Transport{
		Unix: pairs(x.Environment.Unix), Windows: pairs(x.Environment.Windows), Limit: x.Limit, Tokens: x.Tokens,
		Faults: each(x.Faults, func(f spec.TransportFault) catalog.Fault { return catalog.Fault(f) }),
		Keys:   x.Keys, System: x.Test.System, User: x.Test.User,
	}
}

// pairs is m by name.
func pairs(m map[string]string) []catalog.Pair {
	return each(slices.Sorted(maps.Keys(m)), func(name string) catalog.Pair { return catalog.Pair{Name: name, Value: m[name]} })
}
