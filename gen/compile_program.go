package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// program compiles p. A subcommand of no category has that of its program.
func (c *compiler) program(p *spec.Program, category string) catalog.Program {
	t := catalog.Program{
		Name:     p.Name,
		Category: c.category(cmp.Or(p.Category, category)),
		Roles:    bits[catalog.Roles](c.roles, p.Roles),
		Style:    pick[catalog.Style](styles, p.Style),
		Strict:   p.Strict,
		Reads:    p.Reads,
		Flags:    catalog.NewFlags(p.AllFlags()),
		Detail: &catalog.Detail{
			Class: each(p.Class, func(x spec.Reclass) catalog.Reclass {
				return catalog.Reclass{Flags: flags(x.Flags), Operands: each(x.Operands, c.operand), Count: count(x.Count), Category: c.category(x.Category)}
			}),
			Effects: each(p.Effects, effect),
			Runs:    runs(p.Runs),
			Extra: &catalog.Extra{
				Chdir:    p.Chdir,
				Code:     each(p.Code, code),
				Away:     away(p.Away),
				Decodes:  p.Decodes,
				TaskFile: taskFile(p.TaskFile),
				Tasks:    tasks(p.Tasks),
				URLs:     each(p.URLs, urlWords),
				Sends:    c.sends(p.Sends),
			},
			Output: pick[catalog.Output](outputs, p.Output),
			Shell:  pick[catalog.ShellEffect](shells, p.Shell),
			Head:   p.Head,
		},
	}
	for i, name := range slices.Sorted(maps.Keys(p.Sub)) {
		sub := p.Sub[name]
		t.Sub = append(t.Sub, c.program(sub, cmp.Or(p.Category, category)))
		for _, alias := range sub.Aliases {
			t.Aliases = append(t.Aliases, catalog.Name{Name: alias, Program: i})
		}
	}
	slices.SortFunc(t.Aliases, byName)
	return t
}

func effect(x spec.PathEffect) catalog.PathEffect {
	e := catalog.PathEffect{
		Effect: bits[catalog.Effect](catalog.Effects, []string{x.Effect}),
		At:     pick[catalog.At](positions, x.At),
		Skip:   x.Skip,
		Flag:   x.Flag,
		If:     flags(x.If),
		Base:   x.Base,
		Dir:    x.Dir,
		Here:   x.Here,
	}
	if len(x.Narrow)+len(x.After) > 0 || x.Lead+x.Until != "" {
		e.Part = &catalog.EffectPart{Narrow: x.Narrow, Lead: x.Lead, After: x.After, Until: x.Until}
	}
	if x.Deep != nil {
		e.Deep = flags(x.Deep.Flags)
		if x.Deep.Always {
			e.Deep = catalog.Always
		}
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
	return &catalog.Away{Machine: x.In == "machine", Mounts: x.Mounts, Root: x.Root, First: x.First, Host: flags(x.Host)}
}

func taskFile(x *spec.TaskFile) *catalog.TaskFile {
	if x == nil {
		return nil
	}
	t := &catalog.TaskFile{Lang: x.Lang, Files: x.Files, Up: x.Up, Flag: x.Flag, Key: x.Key, Before: x.Before, After: x.After,
		Modules: x.Modules, Workspaces: x.Workspaces, In: x.In, Everywhere: x.Everywhere}
	for _, name := range slices.Sorted(maps.Keys(x.Variables)) {
		t.Variables = append(t.Variables, name+"="+x.Variables[name])
	}
	return t
}

func tasks(x *spec.Tasks) *catalog.Tasks {
	if x == nil {
		return nil
	}
	return &catalog.Tasks{Names: x.Names, Named: pick[catalog.Named](named, x.Named), Flag: x.Flag, Unless: flags(x.Unless), Inside: pick[catalog.Inside](inside, x.Inside)}
}
