package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

func host(x *spec.Host) catalog.Host {
	h := catalog.Host{ID: x.ID, Name: x.Name, Servers: each(x.Servers, serverFile)}
	for _, name := range slices.Sorted(maps.Keys(x.Tools)) {
		tool := x.Tools[name]
		h.Tools = append(h.Tools, catalog.Tool{
			Name:      strings.ToLower(name),
			Shape:     pick[catalog.Shape](shapes, tool.Shape),
			Field:     tool.Field,
			Lang:      tool.Lang,
			Inside:    tool.Inside,
			Outside:   tool.Outside,
			Deep:      tool.Deep,
			Names:     tool.Names,
			Search:    search(tool.Search),
			Fetch:     fetch(tool.Fetch),
			Prompt:    (*catalog.Prompt)(tool.Prompt),
			Content:   content(tool.Content),
			Questions: (*catalog.Questions)(tool.Questions),
			General:   tool.General,
			Remarks:   tool.Remarks,
		})
	}
	h.Skills = (*catalog.Skills)(x.Skills)
	h.Settings = (*catalog.Settings)(x.Settings)
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
