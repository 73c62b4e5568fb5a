// Package sample reads the sample calls that the spec states beside each
// concern, and makes the world that they are judged in.
package sample

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
)

// Project is the root of the project in every sample's world, and the working
// directory of a sample that names no other.
const Project = "/home/user/project"

const home = "/home/user"

// Sample is one call with what the world holds when it is judged.
type Sample struct {
	Line  string // a shell line; "" for a whole call
	Tool  string
	Input map[string]json.RawMessage
	Dir   string
	Given Given

	Server call.Server // of an MCP tool
}

// Given is what the world holds beside the usual project.
type Given struct {
	Files    map[string]File `json:"files"` // by path, absolute or relative to the project
	Git      Git             `json:"git"`
	Home     *string         `json:"home"` // nil: the usual one, "": none
	Counters map[string]int  `json:"counters"`
}

// File is a regular file, a symlink if Link is set, or a directory. If Same is
// set, it is another name of the file at that path.
type File struct {
	Content string
	Link    string
	Same    string
	Dir     bool
}

// Git lists paths by how git sees them, each with everything below it; * stands
// for any run of characters within an element. An ignored one without a slash
// is meant at any depth.
type Git struct {
	Tracked []string `json:"tracked"`
	Dirty   []string `json:"dirty"`
	Ignored []string `json:"ignored"`
	Branch  string   `json:"branch"`
}

// UnmarshalJSON reads a string as content, null as a directory, and an object
// with the key link as a symlink.
func (f *File) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case 'n':
		*f = File{Dir: true}
		return nil
	case '"':
		*f = File{}
		return json.Unmarshal(data, &f.Content)
	}
	var link struct {
		Link string `json:"link"`
		Same string `json:"same"`
	}
	if err := strict(data, &link); err != nil || (link.Link == "") == (link.Same == "") {
		return fmt.Errorf("file %s: write its content, null for a directory, {\"link\": target}, or {\"same\": path} for another name of a file", data)
	}
	*f = File{Link: link.Link, Same: link.Same}
	return nil
}

// Parse reads a sample: a JSON string is a shell line, an object is a whole
// call with tool_name, tool_input, mcp_server, cwd and given.
func Parse(raw json.RawMessage) (Sample, error) {
	raw = bytes.TrimSpace(raw)
	s := Sample{Dir: Project}
	if len(raw) > 0 && raw[0] == '"' {
		if err := json.Unmarshal(raw, &s.Line); err != nil {
			return Sample{}, fmt.Errorf("sample %s: %w", raw, err)
		}
		if s.Line == "" {
			return Sample{}, errors.New("sample is empty: write a shell line")
		}
		return s, nil
	}
	var whole struct {
		Tool  string                     `json:"tool_name"`
		Input map[string]json.RawMessage `json:"tool_input"`
		Dir   *string                    `json:"cwd"`
		Given Given                      `json:"given"`

		Server struct {
			Name   string `json:"name"`
			Source string `json:"source"`
		} `json:"mcp_server"`
	}
	if err := strict(raw, &whole); err != nil {
		return Sample{}, fmt.Errorf("sample %.200s: %w: write a shell line, or an object with tool_name, tool_input, cwd and given", raw, err)
	}
	if whole.Tool == "" || whole.Input == nil {
		return Sample{}, fmt.Errorf("sample %.200s: tool_name or tool_input is missing: write both", raw)
	}
	s.Tool, s.Input, s.Given, s.Server = whole.Tool, whole.Input, whole.Given, call.Server(whole.Server)
	if whole.Dir != nil {
		s.Dir = *whole.Dir
	}
	if !path.IsAbs(s.Dir) || path.Clean(s.Dir) != s.Dir {
		return Sample{}, fmt.Errorf("sample cwd %q is not absolute and clean: write the full path", s.Dir)
	}
	if _, err := build(s); err != nil {
		return Sample{}, fmt.Errorf("sample %.200s: %w", raw, err)
	}
	return s, nil
}

func strict(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// Expand returns the sample with made-up secrets in its line, its input and
// the files that are given.
func (s Sample) Expand(secrets []catalog.Secret) (Sample, error) {
	var err error
	if s.Line, err = Expand(s.Line, secrets); err != nil {
		return Sample{}, err
	}
	s.Input = maps.Clone(s.Input)
	for key, raw := range s.Input {
		if s.Input[key], err = expandJSON(raw, secrets); err != nil {
			return Sample{}, err
		}
	}
	s.Given.Files = maps.Clone(s.Given.Files)
	for name, f := range s.Given.Files {
		if f.Content, err = Expand(f.Content, secrets); err != nil {
			return Sample{}, err
		}
		s.Given.Files[name] = f
	}
	return s, nil
}

func expandJSON(raw json.RawMessage, secrets []catalog.Secret) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	changed := false
	v, err := expandValue(v, secrets, &changed)
	if err != nil || !changed {
		return raw, err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func expandValue(v any, secrets []catalog.Secret, changed *bool) (any, error) {
	var err error
	switch v := v.(type) {
	case string:
		text, err := Expand(v, secrets)
		*changed = *changed || text != v
		return text, err
	case []any:
		for i := range v {
			if v[i], err = expandValue(v[i], secrets, changed); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key := range v {
			if v[key], err = expandValue(v[key], secrets, changed); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// Call returns the call as the first host of the tables that knows its tool
// would make it, secrets expanded.
func (s Sample) Call(t *catalog.Tables) (call.Call, error) {
	s, err := s.Expand(t.Secrets)
	if err != nil {
		return call.Call{}, err
	}
	c := call.Call{Session: "sample", Tool: s.Tool, Input: s.Input, Dir: s.Dir, Server: s.Server}
	if s.Line != "" {
		c.Host, c.Entry = find(t, func(tool *catalog.Tool) bool { return tool.Shape == catalog.ShapeShell && tool.Field != "" })
		if c.Entry == nil {
			return call.Call{}, errors.New("no host has a tool for shell lines: name one in spec/host.cue")
		}
		text, err := json.Marshal(s.Line)
		if err != nil {
			return call.Call{}, err
		}
		c.Tool, c.Text = c.Entry.Name, s.Line
		c.Input = map[string]json.RawMessage{c.Entry.Field: text}
		return c, nil
	}
	if c.Host, c.Entry = findNamed(t, s.Tool); c.Entry == nil || c.Entry.Field == "" {
		return c, nil
	}
	raw, ok := s.Input[c.Entry.Field]
	if !ok {
		return c, nil
	}
	if err := json.Unmarshal(raw, &c.Text); err != nil {
		return call.Call{}, fmt.Errorf("sample of tool %q: %s is no text: write a string", s.Tool, c.Entry.Field)
	}
	return c, nil
}

// findNamed finds a tool by its name at the host whose entry says the most
// about it, the first if none knows it.
func findNamed(t *catalog.Tables, name string) (string, *catalog.Tool) {
	host, longest := "", -1
	var found *catalog.Tool
	for i := range t.Hosts {
		h := &t.Hosts[i]
		if i == 0 {
			host = h.ID
		}
		if tool := h.Tool(name); tool != nil {
			if n := len(strings.TrimSuffix(tool.Name, "*")); n > longest {
				host, found, longest = h.ID, tool, n
			}
		}
	}
	return host, found
}

func find(t *catalog.Tables, ok func(*catalog.Tool) bool) (string, *catalog.Tool) {
	for i := range t.Hosts {
		for j := range t.Hosts[i].Tools {
			if tool := &t.Hosts[i].Tools[j]; ok(tool) {
				return t.Hosts[i].ID, tool
			}
		}
	}
	return "", nil
}
