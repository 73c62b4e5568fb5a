package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

var (
	argumentKinds = []string{"", "command", "program", "environment", "words", "directory", "path", "from", "to", "url", "sql", "query", "code", "language", "content", "old", "deep", "prose"}
	accesses      = []string{"", "read", "write"}
)

func argument(x spec.Argument) catalog.Argument {
	a := catalog.Argument{Joins: x.Verbs.Joins}
	for kind, names := range x.Keys {
		for _, name := range names {
			a.Keys = append(a.Keys, catalog.ArgumentKey{Name: name, Kind: pick[catalog.ArgumentKind](argumentKinds, kind)})
		}
	}
	slices.SortFunc(a.Keys, func(a, b catalog.ArgumentKey) int { return cmp.Compare(a.Name, b.Name) })
	for _, l := range x.Languages {
		a.Languages = append(a.Languages, catalog.ArgumentLanguage(l))
	}
	for _, word := range slices.Sorted(maps.Keys(x.Statements)) {
		a.Statements = append(a.Statements, catalog.Statement{Word: word, Pattern: x.Statements[word]})
	}
	words := map[string]*catalog.VerbWord{}
	word := func(name string) *catalog.VerbWord {
		if words[name] == nil {
			words[name] = &catalog.VerbWord{Word: name}
		}
		return words[name]
	}
	for _, name := range x.Verbs.Read {
		word(name).Access = catalog.AccessRead
	}
	for _, name := range x.Verbs.Write {
		word(name).Access = catalog.AccessWrite
	}
	for _, name := range x.Verbs.Noun {
		word(name).Access, word(name).Noun = catalog.AccessWrite, true
	}
	for _, name := range x.Verbs.Parts {
		word(name).Part = true
	}
	for effect, names := range x.Verbs.Effects {
		for _, name := range names {
			word(name).Effect = bits[catalog.Effect](catalog.Effects, []string{effect})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(words)) {
		a.Words = append(a.Words, *words[name])
	}
	return a
}

func servers(x spec.Servers) catalog.Servers {
	s := catalog.Servers{Unlisted: x.Unlisted, Affixes: x.Affixes, Vendors: knownServers(x.Vendors), Known: knownServers(x.Known)}
	for _, program := range slices.Sorted(maps.Keys(x.Launchers)) {
		l := x.Launchers[program]
		s.Launchers = append(s.Launchers, catalog.Launcher{Program: program, Skip: l.Skip, Flags: l.Flags, Values: l.Values, Bridges: l.Bridges})
	}
	return s
}

func knownServers(all map[string]spec.KnownServer) []catalog.KnownServer {
	var list []catalog.KnownServer
	for _, name := range slices.Sorted(maps.Keys(all)) {
		k := all[name]
		list = append(list, catalog.KnownServer{
			Name: name, Aliases: k.Aliases, Shared: k.Shared, Packages: k.Packages, Programs: k.Programs, Hosts: k.Hosts,
		})
	}
	return list
}

func serverFile(x spec.ServerFile) catalog.ServerFile {
	return catalog.ServerFile{Path: cmp.Or(x.Home, x.Project), Home: x.Home != "", Keys: x.Keys, TOML: x.TOML, Project: x.Project != ""}
}

func server(x *spec.ServerMatch) *catalog.ServerTrigger {
	return &catalog.ServerTrigger{
		Any: x.Any, All: x.All, None: x.None,
		Access:  pick[catalog.Access](accesses, x.Access),
		Names:   x.Name,
		Origins: bits[catalog.Origin](catalog.Origins, x.Origin),
		Shared:  x.Shared, Shadow: x.Shadow, Missing: x.Missing, Bare: x.Bare, Unlisted: x.Unlisted,
		Code: text(x.Code),
	}
}
