package install

import (
	"slices"
	"strings"

	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/jsonedit"
)

// Receipt is what has to be known to leave a settings file as it was.
type Receipt struct {
	File  string            `json:"file"`
	Made  bool              `json:"made"`            // the file was not there
	Dir   string            `json:"dir,omitempty"`   // a directory that was made for it
	Empty map[string]string `json:"empty,omitempty"` // what stood inside of what was empty, by path
}

// Note remembers which parts of a document are empty.
func (r *Receipt) Note(c *catalog.Client, src []byte) error {
	root, err := jsonedit.Parse(src)
	if err != nil {
		return err
	}
	paths := [][]string{nil, {c.Hooks}}
	for _, event := range Events(c) {
		paths = append(paths, []string{c.Hooks, event})
	}
	for _, p := range paths {
		if n := root.Get(p...); n != nil && n.Kind != jsonedit.Scalar && len(n.Kids) == 0 {
			if r.Empty == nil {
				r.Empty = map[string]string{}
			}
			r.Empty[strings.Join(p, ".")] = string(src[n.Start+1 : n.End-1])
		}
	}
	return nil
}

// entry is what stands in the list of an event.
type entry struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []Command `json:"hooks"`
}

// Add puts the registration of a program into a document, or mends the one that
// is there. A document that has it stays as it is.
func Add(c *catalog.Client, src []byte, program string) ([]byte, error) {
	d, err := Read(c, src)
	if err != nil {
		return nil, err
	}
	stale := func(h Handler) bool {
		return !slices.ContainsFunc(c.Entries, func(e catalog.Hook) bool { return h.is(e, program) })
	}
	// What is filled again in a moment keeps its place.
	keep := &Receipt{Empty: map[string]string{c.Hooks: ""}}
	for _, event := range Events(c) {
		keep.Empty[c.Hooks+"."+event] = ""
	}
	for slices.ContainsFunc(d.Handlers, stale) || twice(d.Handlers) {
		i := slices.IndexFunc(d.Handlers, stale)
		if i < 0 {
			i = len(d.Handlers) - 1
		}
		if src, err = drop(src, d.Handlers[i], keep); err != nil {
			return nil, err
		}
		if d, err = Read(c, src); err != nil {
			return nil, err
		}
	}
	for _, e := range c.Entries {
		if slices.ContainsFunc(d.Handlers, func(h Handler) bool { return h.is(e, program) }) {
			continue
		}
		if src, err = add(c, src, e, program); err != nil {
			return nil, err
		}
	}
	return src, nil
}

// twice reports whether one event is registered more than once.
func twice(list []Handler) bool {
	seen := map[string]bool{}
	for _, h := range list {
		if seen[h.Event] {
			return true
		}
		seen[h.Event] = true
	}
	return false
}

// is reports whether a registration is the one that is wanted.
func (h Handler) is(e catalog.Hook, program string) bool {
	return h.Event == e.Event && h.Matcher == e.Matcher && h.Type == "command" && h.Weak == "" && h.Command.Command == program && slices.Equal(h.Args, e.Args) &&
		h.Timeout == float64(e.Timeout) && h.OnFailure == e.OnFailure
}

func add(c *catalog.Client, src []byte, e catalog.Hook, program string) ([]byte, error) {
	root, err := jsonedit.Parse(src)
	if err != nil {
		return nil, err
	}
	x := entry{e.Matcher, []Command{{"command", program, e.Args, float64(e.Timeout), e.OnFailure, e.Status}}}
	switch {
	case root.Get(c.Hooks) == nil:
		return jsonedit.Append(src, nil, c.Hooks, map[string][]entry{e.Event: {x}})
	case root.Get(c.Hooks, e.Event) == nil:
		return jsonedit.Append(src, []string{c.Hooks}, e.Event, []entry{x})
	}
	return jsonedit.Append(src, []string{c.Hooks, e.Event}, "", x)
}

// Remove takes every registration of ours out of a document. What a receipt
// knows as empty stays, else what this empties goes.
func Remove(c *catalog.Client, src []byte, r *Receipt) ([]byte, error) {
	for {
		d, err := Read(c, src)
		if err != nil || len(d.Handlers) == 0 {
			return src, err
		}
		// From the last one backwards, as each was put behind those before it.
		if src, err = drop(src, d.Handlers[len(d.Handlers)-1], r); err != nil {
			return nil, err
		}
	}
}

// drop takes one registration out, and what it leaves empty.
func drop(src []byte, h Handler, r *Receipt) ([]byte, error) {
	for at := h.path; ; {
		parent := at[:len(at)-1]
		was, kept := "", false
		if r != nil {
			was, kept = r.Empty[strings.Join(parent, ".")]
		}
		var err error
		if src, err = jsonedit.Remove(src, at, was); err != nil {
			return nil, err
		}
		root, err := jsonedit.Parse(src)
		if err != nil {
			return nil, err
		}
		if kept || len(parent) == 0 || len(root.Get(parent...).Kids) > 0 {
			return src, nil
		}
		at = parent
		if len(at) == len(h.path)-1 {
			at = at[:len(at)-1] // an entry without hooks is none
		}
	}
}

// Blank reports whether nothing stands in a document.
func Blank(src []byte) bool {
	root, err := jsonedit.Parse(src)
	return err == nil && root.Kind == jsonedit.Object && len(root.Kids) == 0
}
