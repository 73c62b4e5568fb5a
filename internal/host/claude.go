// Package host translates between an agent client's hook contract and calls
// and records. Field names of the contract stand here; the names of a
// client's tools are in the tables.
package host

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/review"
)

// Claude is the id of Claude Code, whose contract this file speaks.
const Claude = "claude"

// PreToolUse is the event that a tool call is announced with. Calls of other
// events are decoded no further.
const PreToolUse = "PreToolUse"

// Decode reads one hook event. For another event than PreToolUse only the
// call's Event and Session are set, and what the event itself brings. Whatever
// does not fit the contract is an error that names the field, since a call that
// cannot be read must not run; the Event is set if it was read.
func Decode(stdin []byte, t *catalog.Tables) (call.Call, error) {
	event, err := object(stdin, "the event")
	if err != nil {
		return call.Call{}, err
	}
	c := call.Call{Host: Claude}
	if c.Event, err = required(event, "hook_event_name"); err != nil {
		return call.Call{}, err
	}
	if c.Session, _, err = text(event, "session_id", "session_id"); err != nil {
		return c, err
	}
	if c.Event != PreToolUse {
		return noted(c, event, t)
	}
	if c.Tool, err = required(event, "tool_name"); err != nil {
		return call.Call{}, err
	}
	if c.Dir, err = required(event, "cwd"); err != nil {
		return call.Call{}, err
	}
	if c.ID, _, err = text(event, "tool_use_id", "tool_use_id"); err != nil {
		return call.Call{}, err
	}
	return named(c, event, t)
}

// Line reads a call from a JSON object that has its tool_name and tool_input,
// and may have its cwd, which is dir otherwise.
func Line(src []byte, t *catalog.Tables, dir string) (call.Call, error) {
	m, err := object(src, "the call")
	if err != nil {
		return call.Call{}, err
	}
	c := call.Call{Host: Claude, Event: PreToolUse, Dir: dir}
	if d, ok, err := text(m, "cwd", "cwd"); err != nil {
		return call.Call{}, err
	} else if ok {
		c.Dir = d
	}
	if c.Tool, err = required(m, "tool_name"); err != nil {
		return call.Call{}, err
	}
	return named(c, m, t)
}

// named completes a call whose Tool and Dir stand in m as well as its input.
func named(c call.Call, m map[string]json.RawMessage, t *catalog.Tables) (call.Call, error) {
	if !filepath.IsAbs(c.Dir) {
		return call.Call{}, fmt.Errorf("cwd %q is not absolute: send the full path", c.Dir)
	}
	c.Dir = filepath.Clean(c.Dir)
	var err error
	if c.Server, err = server(m); err != nil {
		return call.Call{}, err
	}
	raw, ok := m["tool_input"]
	if !ok {
		return call.Call{}, errors.New("tool_input is missing: send the tool's input as a JSON object")
	}
	return Fill(c, t, raw)
}

// server is the MCP server that an event names; most name none.
func server(m map[string]json.RawMessage) (call.Server, error) {
	raw, ok := m["mcp_server"]
	if !ok || kind(raw) == "null" {
		return call.Server{}, nil
	}
	members, err := object(raw, "mcp_server")
	if err != nil {
		return call.Server{}, err
	}
	var s call.Server
	if s.Name, _, err = text(members, "name", "mcp_server.name"); err != nil {
		return call.Server{}, err
	}
	s.Source, _, err = text(members, "source", "mcp_server.source")
	return s, err
}

// Fill completes a call with its tool's entry and input; Host and Tool must
// be set.
func Fill(c call.Call, t *catalog.Tables, input json.RawMessage) (call.Call, error) {
	var err error
	if c.Input, err = object(input, "tool_input"); err != nil {
		return call.Call{}, err
	}
	c.Entry = Tool(t, c.Host, c.Tool)
	if c.Entry != nil && c.Entry.Field != "" {
		field := c.Entry.Field
		if c.Text, _, err = text(c.Input, field, "tool_input."+field); err != nil {
			return call.Call{}, err
		}
	}
	return c, nil
}

// Tool finds a tool's entry by its name, as catalog.Host.Tool does; nil too
// if the host is not known.
func Tool(t *catalog.Tables, host, name string) *catalog.Tool {
	for i := range t.Hosts {
		if t.Hosts[i].ID == host {
			return t.Hosts[i].Tool(name)
		}
	}
	return nil
}

// Shell is the host's first tool that runs shell commands, nil if it has none.
func Shell(t *catalog.Tables, host string) *catalog.Tool {
	for i := range t.Hosts {
		if t.Hosts[i].ID != host {
			continue
		}
		for j := range t.Hosts[i].Tools {
			if tool := &t.Hosts[i].Tools[j]; tool.Shape == catalog.ShapeShell {
				return tool
			}
		}
	}
	return nil
}

// required decodes a string that has to be there and to say something.
func required(m map[string]json.RawMessage, key string) (string, error) {
	s, ok, err := text(m, key, key)
	switch {
	case err != nil:
		return "", err
	case !ok:
		return "", fmt.Errorf("%s is missing: send it as a JSON string", key)
	case s == "":
		return "", fmt.Errorf("%s is empty: send its value", key)
	}
	return s, nil
}

// answer is what the client reads. A field that says nothing must be absent:
// the client drops an answer with a null in it, and runs the tool.
type answer struct {
	SystemMessage string    `json:"systemMessage,omitempty"`
	Specific      *specific `json:"hookSpecificOutput,omitempty"`
}

type specific struct {
	Event   string                     `json:"hookEventName"`
	Decide  review.Decision            `json:"permissionDecision"`
	Reason  string                     `json:"permissionDecisionReason"`
	Input   map[string]json.RawMessage `json:"updatedInput,omitempty"`
	Context string                     `json:"additionalContext,omitempty"`
}

// Encode writes the answer to a call: one JSON object and a newline, or
// nothing where the client's own flow is to decide. An allow that no panel
// gave is no answer either, because it would loosen that flow, unless the user
// wants it.
func Encode(c call.Call, r review.Record) ([]byte, error) {
	var a answer
	if r.Banner != nil {
		a.SystemMessage = *r.Banner
		if r.Suggestion != nil {
			a.SystemMessage += "; safer form: " + r.Suggestion.Command
		}
	}
	switch r.Decision {
	case review.Pass:
	case review.Allow:
		if len(r.Seats) > 0 || r.Granted {
			a.Specific = &specific{Event: PreToolUse, Decide: r.Decision, Reason: Reason(r)}
		}
	case review.Ask, review.Deny:
		a.Specific = &specific{Event: PreToolUse, Decide: r.Decision, Reason: Reason(r)}
	default:
		return nil, fmt.Errorf("decision %q is none that the client knows: report this fault", r.Decision)
	}
	if a.Specific != nil && r.Rewrite != nil && r.Decision != review.Deny {
		if err := a.Specific.rewrite(c, r.Rewrite); err != nil {
			return nil, err
		}
	}
	if a.Specific == nil && a.SystemMessage == "" {
		return nil, nil
	}
	return encode(a)
}

// encode is one JSON object and a newline.
func encode(answer any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return nil, fmt.Errorf("answer cannot be encoded: %w: report this fault", err)
	}
	return b.Bytes(), nil
}

// rewrite offers the safer command. The client takes the whole input from the
// answer, and does not tell the model that it did.
func (s *specific) rewrite(c call.Call, w *review.Rewrite) error {
	if c.Entry == nil || c.Entry.Field == "" {
		return errors.New("a rewrite has no field to go to: report this fault")
	}
	command, err := json.Marshal(w.Command)
	if err != nil {
		return err
	}
	s.Input = make(map[string]json.RawMessage, len(c.Input))
	for k, v := range c.Input {
		s.Input[k] = v
	}
	s.Input[c.Entry.Field] = command
	s.Context = fmt.Sprintf("The %s of this call was replaced by a safer form (%s): %s", c.Entry.Field, strings.Join(w.Resolves, ", "), w.Command)
	return nil
}

// Reason is the answer in words, for a model: each concern in brackets, what
// was found, and the remedy.
func Reason(r review.Record) string {
	parts := []string{}
	if r.Reason != "" {
		parts = append(parts, r.Reason)
	}
	for _, f := range r.Findings {
		if tag := "[" + f.Concern + "]"; f.Severity >= catalog.High && !strings.Contains(strings.Join(parts, "\n"), tag) {
			parts = append(parts, fmt.Sprintf("%s %s; remedy: %s", tag, f.Message, f.Remedy))
		}
	}
	switch {
	case r.Rewrite == nil:
	case r.Decision == review.Deny:
		parts = append(parts, "safer form: "+r.Rewrite.Command)
	case r.Decision == review.Ask:
		parts = append(parts, "safer form offered: "+r.Rewrite.Command)
	}
	if r.WayOut != "" {
		parts = append(parts, r.WayOut)
	}
	if r.Hint != "" {
		parts = append(parts, r.Hint)
	}
	return strings.Join(parts, "\n")
}
