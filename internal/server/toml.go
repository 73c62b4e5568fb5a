package server

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// tomlTables reads the declarations of a TOML file: tables below one key, each with
// a command, its arguments and variables, or an address. Of the language only
// what such files consist of is read; a value in another form stands for itself,
// and so equals none that is known.
func tomlTables(f *catalog.ServerFile, src []byte) []declaration {
	var list []declaration
	var at *declaration
	env := false
	var open string // a list over several lines, and its key
	var key string
	set := func(key, value string) {
		if at == nil {
			return
		}
		switch {
		case env:
			at.env = append(at.env, key)
		case key == "command":
			at.command = text(value)
		case key == "url":
			at.url = text(value)
		case key == "args":
			var args []string
			if json.Unmarshal([]byte(strings.ReplaceAll(strings.ReplaceAll(value, "'", `"`), ",]", "]")), &args) != nil {
				args = []string{value}
			}
			at.args = args
		case key == "env":
			for part := range strings.SplitSeq(strings.Trim(value, "{} "), ",") {
				name, _, _ := strings.Cut(part, "=")
				at.env = append(at.env, text(strings.TrimSpace(name)))
			}
		}
	}
	for line := range strings.Lines(string(src)) {
		line = strings.TrimSpace(line)
		switch {
		case open != "":
			if open += line; strings.HasSuffix(line, "]") {
				set(key, open)
				open = ""
			}
		case strings.HasPrefix(line, "["):
			at, env = nil, false
			path := segments(strings.Trim(line, "[] "))
			if len(path) > len(f.Keys) && slices.Equal(path[:len(f.Keys)], f.Keys) {
				name := Fold(path[len(f.Keys)])
				i := slices.IndexFunc(list, func(d declaration) bool { return d.name == name })
				if i < 0 {
					i = len(list)
					list = append(list, declaration{name: name, project: f.Project})
				}
				at = &list[i]
				env = len(path) > len(f.Keys)+1
			}
		default:
			name, value, ok := strings.Cut(line, "=")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			key, value = text(strings.TrimSpace(name)), strings.TrimSpace(value)
			if strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]") {
				open = value
				continue
			}
			set(key, value)
		}
	}
	return list
}

// text is a string without its quotes.
func text(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

// segments splits a dotted key, parts of which may be quoted.
func segments(s string) []string {
	var list []string
	for part := range strings.SplitSeq(s, ".") {
		list = append(list, text(strings.TrimSpace(part)))
	}
	return list
}

func sorted(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
