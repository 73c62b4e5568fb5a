package main

import (
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

var (
	fileFormats = []string{"yaml", "json", "toml", "ini", "docker", "prompt", "crontab", "plist", "groovy", "notebook"}
	aways       = []string{"", "machine", "container"}
)

func (c *compiler) document(x *spec.DocumentMatch) *catalog.DocumentTrigger {
	t := &catalog.DocumentTrigger{
		Class:    c.class(x.Class),
		Except:   c.class(x.Except),
		Also:     c.class(x.Also),
		New:      x.New,
		Secret:   x.Secret,
		Added:    lineTest(x.Added),
		First:    x.First,
		Beside:   x.Beside,
		Lacks:    x.Lacks,
		Head:     lineTest(x.Head),
		Lines:    count(x.Lines),
		Replaced: count(x.Replaced),
		Share:    x.Share,
	}
	if k := x.Keys; k != nil {
		t.Keys = &catalog.KeyTest{Adds: k.Adds, Drops: k.Drops, Except: k.Except, Value: k.Value}
	}
	if l := x.Layout; l != nil {
		t.Layout = &catalog.Layout{File: l.File, Allowed: l.Allowed, Forbidden: l.Forbidden}
	}
	return t
}

func lineTest(x *spec.LineMatch) *catalog.LineTest {
	if x == nil {
		return nil
	}
	return &catalog.LineTest{Literals: x.Literals, Pattern: x.Pattern}
}

func content(x *spec.Content) *catalog.Content {
	if x == nil {
		return nil
	}
	t := &catalog.Content{Whole: x.Whole, Appends: x.Appends, Path: x.Path, List: x.List, Old: x.Old, New: x.New, All: x.All, Patch: x.Patch}
	if n := x.Notebook; n != nil {
		t.Notebook = &catalog.Notebook{Source: n.Source, Cell: n.Cell, Kind: n.Kind, Mode: n.Mode}
	}
	return t
}

func embedded(x *spec.Embed) catalog.Embed {
	return catalog.Embed{
		Name: x.Name, Files: x.Files, Format: pick[catalog.Format](fileFormats, x.Format), Away: pick[catalog.EmbedAway](aways, x.Away), Apart: x.Apart,
		Runs: each(x.Runs, func(r spec.EmbedRun) catalog.EmbedRun {
			return catalog.EmbedRun{At: r.At, Program: r.Program, Args: r.Args, Shell: r.Shell, Mark: r.Mark, Each: r.Each}
		}),
		Secret: x.Secret, Stand: x.Stand, Vars: x.Vars, Holes: x.Holes, ShellCells: x.ShellCells, CodeCells: x.CodeCells,
	}
}
