package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/spec"
)

// shape is a JSON Schema, as far as settings need one.
type shape struct {
	Schema      string            `json:"$schema,omitempty"`
	ID          string            `json:"$id,omitempty"`
	Comment     string            `json:"$comment,omitempty"`
	Title       string            `json:"title,omitempty"`
	Description string            `json:"description,omitempty"`
	Type        any               `json:"type,omitempty"`
	Enum        []string          `json:"enum,omitempty"`
	Minimum     *int              `json:"minimum,omitempty"`
	Maximum     *int              `json:"maximum,omitempty"`
	Items       *shape            `json:"items,omitempty"`
	AnyOf       []*shape          `json:"anyOf,omitempty"`
	Properties  map[string]*shape `json:"properties,omitempty"`
}

// emitSettings renders a JSON Schema for each kind of configuration file, for
// editors. Keys that it lacks are no mistake: others share the files.
func emitSettings(s *spec.Spec) (map[string][]byte, error) {
	if len(s.Settings) == 0 {
		return nil, nil
	}
	posture := &shape{}
	settings := &shape{}
	review := ""
	for _, x := range s.Settings {
		if x.Role == "review" {
			review = x.Name
		}
	}
	for _, x := range s.Settings {
		for _, in := range x.In {
			switch in {
			case "posture":
				describe(s, posture, x.Path, x)
			case "review":
				describe(s, posture, append([]string{review}, x.Path...), x)
			case "settings":
				describe(s, settings, x.Path, x)
			}
		}
	}
	files := map[string][]byte{}
	for name, x := range map[string]*shape{s.Posture.File: posture, s.Posture.More[0]: settings} {
		file := strings.TrimSuffix(name, ".yaml") + ".schema.json"
		x.Schema, x.ID, x.Comment, x.Title = "https://json-schema.org/draft/2020-12/schema", "https://"+module+"/generated/schema/"+file, mark, s.Posture.Dir+"/"+name
		b, err := marshal(x)
		if err != nil {
			return nil, err
		}
		files["schema/"+file] = b
	}
	return files, nil
}

// describe adds a key to the schema of a file.
func describe(s *spec.Spec, at *shape, path []string, x *spec.Setting) {
	for i, part := range path {
		if at.Properties == nil {
			at.Properties = map[string]*shape{}
		}
		if at.Type == nil && at.AnyOf == nil {
			at.Type = "object"
		}
		names := settingIDs(s, part)
		if names == nil {
			names = []string{part}
		}
		if i == len(path)-1 && x.Old != "" {
			names = append(names, x.Old)
		}
		if len(names) == 1 {
			next := at.Properties[names[0]]
			if next == nil {
				next = &shape{}
				at.Properties[names[0]] = next
			}
			if i == len(path)-1 {
				fill(s, next, x)
			}
			at = next
			continue
		}
		for _, name := range names {
			next := at.Properties[name]
			if next == nil {
				next = &shape{}
				at.Properties[name] = next
			}
			if i == len(path)-1 {
				fill(s, next, x)
			} else {
				describe(s, next, path[i+1:], x)
			}
		}
		return
	}
}

// settingIDs are those that a part of a key stands for, nil for a plain one.
func settingIDs(s *spec.Spec, part string) []string {
	var ids []string
	switch part {
	case catalog.AnyCategory:
		for _, c := range s.Categories {
			ids = append(ids, c.ID)
		}
	case catalog.AnySeat:
		for _, x := range s.Seats {
			ids = append(ids, x.ID)
		}
	case catalog.AnyTier:
		ids = slices.Clone(tiers[1:])
	}
	return ids
}

// fill says what values a key takes. YAML reads some words as booleans, and
// numbers as such.
func fill(s *spec.Spec, at *shape, x *spec.Setting) {
	at.Description = x.Doc
	words := func(list []string) *shape { return &shape{Type: "string", Enum: list} }
	switch x.Kind {
	case "switch":
		at.AnyOf = []*shape{{Type: "boolean"}, words(slices.Concat(s.Posture.On, s.Posture.Off)), {Type: "integer", Minimum: new(int), Maximum: one()}}
	case "level":
		levels := make([]string, 0, len(s.Posture.Levels))
		for name := range s.Posture.Levels {
			levels = append(levels, name)
		}
		slices.Sort(levels)
		at.AnyOf = []*shape{words(levels), {Type: "null"}}
		if x.Path[len(x.Path)-1] == catalog.AnyCategory { // further keys stand below it
			at.AnyOf = append(at.AnyOf, &shape{Type: "object"})
		}
	case "choice":
		at.AnyOf = []*shape{words(x.Values)}
		if slices.Contains(x.Values, s.Posture.Off[0]) {
			at.AnyOf = append(at.AnyOf, &shape{Type: "boolean"})
		}
	case "count":
		at.Type, at.Minimum, at.Maximum = "integer", &x.Least, &x.Most
	case "share":
		at.Type, at.Minimum, at.Maximum = "number", new(int), one()
	case "text", "path", "url":
		at.Type = "string"
	case "seats":
		at.Type, at.Items = "array", words(settingIDs(s, catalog.AnySeat))
	case "rules", "servers", "hosts", "names", "arguments":
		at.Type, at.Items = "array", &shape{Type: "string"}
	}
}

func one() *int {
	n := 1
	return &n
}

// settingRow is what the page on configuration says about one key.
type settingRow struct {
	Key, Values, Default, Untrusted, Doc string
}

// settingRows are the keys of one place, for the page on configuration; those
// of other readers are left out.
func settingRows(s *spec.Spec, place string) []settingRow {
	var rows []settingRow
	for _, x := range s.Settings {
		if !slices.Contains(x.In, place) || x.Kind == "other" || place == "settings" && slices.Contains(x.In, "review") {
			continue
		}
		row := settingRow{Key: x.Name, Values: settingValues(x), Untrusted: untrusted[x.Tighten], Doc: x.Doc}
		switch {
		case x.Own:
			row.Untrusted = "nothing, even where they are trusted"
		case x.Role == "level":
			row.Untrusted = "a stricter level"
		case x.Kind == "choice" && x.Tighten == "higher":
			row.Untrusted = "a value further to the right"
		case x.Kind == "switch":
			row.Untrusted = map[string]string{"higher": "on", "lower": "off"}[x.Tighten]
		}
		switch {
		case x.Kind == "block":
			row.Untrusted = ""
		case len(x.Default) > 1:
			row.Default = strings.Join(x.Default, ", ")
		case len(x.Default) == 1:
			row.Default = x.Default[0]
		}
		if x.Old != "" {
			row.Doc += " An older name is `" + x.Old + "`."
		}
		if len(x.In) == 1 && place == "settings" {
			row.Doc += " Only in this file."
		}
		rows = append(rows, row)
	}
	return rows
}

// untrusted says which values of a file count that nobody trusts.
var untrusted = map[string]string{
	"never": "nothing", "higher": "a higher value", "lower": "a lower value", "more": "what it adds", "fewer": "what it leaves out",
}

func settingValues(x *spec.Setting) string {
	switch x.Kind {
	case "block":
		return "keys below it"
	case "switch":
		return "on, off"
	case "level":
		return "a level"
	case "choice":
		return strings.Join(x.Values, ", ")
	case "count":
		return strconv.Itoa(x.Least) + " to " + strconv.Itoa(x.Most)
	case "share":
		return "0 to 1"
	case "text":
		return "a text"
	case "url":
		return "an address"
	case "path":
		return "a path below the project"
	}
	return "a list of " + x.Kind
}
