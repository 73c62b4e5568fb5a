// Package wire finds in a host's settings whether our hook is registered
// there, and what keeps it from being asked.
package wire

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
)

// Settings is what one file says about our hook.
type Settings struct {
	Registered bool   // for the event that announces a tool call
	Off        string // the key that switches hooks or our plugin off, "" for none
	Plugin     string // the name under which our plugin is switched on, "" if it is not
}

// Parse reads a settings file. The error says why it is not the JSON object
// that the host expects.
func Parse(s *catalog.Settings, raw []byte) (Settings, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return Settings{}, fmt.Errorf("it is not one JSON object: %w", err)
	}
	var out Settings
	for _, key := range s.Off {
		if string(all[key]) == "true" {
			out.Off = key
		}
	}
	var plugins map[string]json.RawMessage
	if json.Unmarshal(all[s.Plugins], &plugins) == nil {
		for id, on := range plugins {
			switch name, _, _ := strings.Cut(id, "@"); {
			case name != s.Plugin:
			case string(on) == "false":
				out.Off = s.Plugins + "." + id
			default:
				out.Plugin = id
			}
		}
	}
	out.Registered = registered(s, all[s.Hooks])
	return out, nil
}

// registered reports whether one of our programs stands among the hooks of the
// event. An entry of another shape is none that runs anything.
func registered(s *catalog.Settings, raw json.RawMessage) bool {
	var events map[string]json.RawMessage
	if json.Unmarshal(raw, &events) != nil {
		return false
	}
	var entries []struct {
		Hooks []json.RawMessage `json:"hooks"`
	}
	if json.Unmarshal(events[s.Event], &entries) != nil {
		return false
	}
	for _, e := range entries {
		for _, raw := range e.Hooks {
			var h struct {
				Command string   `json:"command"`
				Args    []string `json:"args"`
			}
			if json.Unmarshal(raw, &h) == nil && ours(s, append(strings.Fields(h.Command), h.Args...)) {
				return true
			}
		}
	}
	return false
}

// ours reports whether the words of a command name one of our programs. A path
// with blanks in it is more than one word, of which the last has the name.
func ours(s *catalog.Settings, words []string) bool {
	for i := range words {
		words[i] = strings.TrimSuffix(path.Base(strings.ReplaceAll(strings.Trim(words[i], `"'`), `\`, "/")), ".exe")
	}
	line := " " + strings.Join(words, " ") + " "
	for _, program := range s.Programs {
		if strings.Contains(line, " "+program+" ") {
			return true
		}
	}
	return false
}

// Files lists the settings files that may count for a session in a directory:
// those of the home directory, and those of the directory and of the ones above
// it up to the project's root.
func Files(s *catalog.Settings, home, dir, root string) []string {
	var dirs []string
	if home != "" {
		dirs = append(dirs, home)
	}
	for at := dir; len(dirs) < maxDirs; at = filepath.Dir(at) {
		if at != home {
			dirs = append(dirs, at)
		}
		if at == root || root == "" || at == filepath.Dir(at) {
			break
		}
	}
	var files []string
	for _, d := range dirs {
		for _, name := range s.Files {
			files = append(files, filepath.Join(d, filepath.FromSlash(name)))
		}
	}
	return files
}

// maxDirs bounds how many directories are looked into.
const maxDirs = 32
