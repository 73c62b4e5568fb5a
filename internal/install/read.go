// Package install reads where a host's settings and plugins register our hook,
// and puts the registration into a settings file and takes it out again.
package install

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/jsonedit"
)

// Handler is one registration of our hook.
type Handler struct {
	Event   string
	Matcher string
	Command

	Weak string   // a key that keeps it from holding each call, "" for none
	path []string // in the document
}

// Command is what the host is told to run.
type Command struct {
	Type      string   `json:"type"`
	Command   string   `json:"command"`
	Args      []string `json:"args"`
	Timeout   float64  `json:"timeout,omitempty"` // seconds; 0: the host's own
	OnFailure string   `json:"onFailure,omitempty"`
	Status    string   `json:"statusMessage,omitempty"`
}

// Argv is the program and its arguments. Without a list of arguments the host
// hands the command to a shell, and its words are taken as they are.
func (c Command) Argv() []string {
	if c.Args == nil {
		return strings.Fields(c.Command)
	}
	return append([]string{c.Command}, c.Args...)
}

// Document is what a settings file, or the file of a plugin that registers
// hooks, says about our hook.
type Document struct {
	Handlers  []Handler
	True      []string        // keys at the top that are true
	Plugins   map[string]bool // which plugins of our name are on, by NAME@MARKETPLACE
	Variables []string        // of the environment that it sets to something
}

// Read reads a document. It fails with a jsonedit.SyntaxError, or if a part of it
// is not what the host takes there.
func Read(c *catalog.Client, src []byte) (*Document, error) {
	root, err := jsonedit.Parse(src)
	if err != nil {
		return nil, err
	}
	if root.Kind != jsonedit.Object {
		return nil, fmt.Errorf("the text is no object: write {} with the settings in it")
	}
	d := &Document{Plugins: map[string]bool{}}
	for _, kid := range root.Kids {
		if string(kid.Text(src)) == "true" {
			d.True = append(d.True, kid.Key)
		}
	}
	if n := root.Get(c.Plugins); n != nil {
		for _, kid := range n.Kids {
			if name, _, _ := strings.Cut(kid.Key, "@"); name == c.Plugin {
				d.Plugins[kid.Key] = string(kid.Text(src)) != "false"
			}
		}
	}
	if n := root.Get(c.Environment); n != nil {
		for _, kid := range n.Kids {
			if s := strings.Trim(string(kid.Text(src)), `"`); s != "" && s != "0" && s != "false" {
				d.Variables = append(d.Variables, kid.Key)
			}
		}
	}
	d.Handlers, err = handlers(c, src, root)
	return d, err
}

// handlers lists the registrations of our hook.
func handlers(c *catalog.Client, src []byte, root *jsonedit.Node) ([]Handler, error) {
	var list []Handler
	all := root.Get(c.Hooks)
	if all == nil {
		return nil, nil
	}
	if all.Kind != jsonedit.Object {
		return nil, fmt.Errorf("%s is no object: write the hooks of each event below it", c.Hooks)
	}
	for _, event := range all.Kids {
		if event.Kind != jsonedit.List {
			return nil, fmt.Errorf("%s.%s is no list: write the hooks of the event into one", c.Hooks, event.Key)
		}
		for i, entry := range event.Kids {
			var e struct {
				Matcher string            `json:"matcher"`
				Hooks   []json.RawMessage `json:"hooks"`
			}
			if json.Unmarshal(entry.Text(src), &e) != nil {
				continue // the host does not take it either
			}
			for j, raw := range e.Hooks {
				h := Handler{Event: event.Key, Matcher: e.Matcher, path: []string{c.Hooks, event.Key, strconv.Itoa(i), "hooks", strconv.Itoa(j)}}
				var keys map[string]json.RawMessage
				if json.Unmarshal(raw, &keys) != nil {
					continue
				}
				for _, key := range c.Weakens {
					if x := string(keys[key]); x != "" && x != "false" {
						h.Weak = key
					}
				}
				if json.Unmarshal(raw, &h.Command) == nil && ours(c, h.Argv()) {
					list = append(list, h)
				}
			}
		}
	}
	return list, nil
}

// ours reports whether the words of a command name our program, in whatever
// place: a path with blanks in it is more than one word.
func ours(c *catalog.Client, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		w = path.Base(strings.ReplaceAll(strings.Trim(w, `"'`), `\`, "/"))
		return strings.TrimSuffix(w, ".exe") == c.Hook
	})
}

// Wants says what is missing of a registration that runs the program with all
// that the host has to know, "" for nothing.
func Wants(c *catalog.Client, list []Handler) string {
	for _, e := range c.Entries {
		var own []Handler
		for _, h := range list {
			if h.Event == e.Event {
				own = append(own, h)
			}
		}
		switch {
		case len(own) == 0:
			return "event " + e.Event + " is not registered"
		case len(own) > 1:
			return fmt.Sprintf("event %s is registered %d times", e.Event, len(own))
		case own[0].Matcher != e.Matcher:
			return fmt.Sprintf("event %s is registered for %q instead of %q", e.Event, own[0].Matcher, e.Matcher)
		case !slices.Equal(own[0].Args, e.Args):
			return fmt.Sprintf("event %s is registered with the arguments %q instead of %q", e.Event, own[0].Args, e.Args)
		case own[0].Type != "command" || own[0].Weak != "":
			return fmt.Sprintf("event %s is registered with %s, so that calls go on without an answer", e.Event, cmp.Or(own[0].Weak, "type "+own[0].Type))
		case own[0].OnFailure != e.OnFailure:
			return fmt.Sprintf("event %s is registered with onFailure %q instead of %q", e.Event, own[0].OnFailure, e.OnFailure)
		}
	}
	return ""
}

// Events lists the events that a registration is about, sorted.
func Events(c *catalog.Client) []string {
	set := map[string]bool{}
	for _, e := range c.Entries {
		set[e.Event] = true
	}
	return slices.Sorted(maps.Keys(set))
}
