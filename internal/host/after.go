package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
)

// Events that tell what became of a tool call.
const (
	PostToolUse        = "PostToolUse"
	PostToolUseFailure = "PostToolUseFailure"
	PermissionDenied   = "PermissionDenied"
)

// Outcome is what such an event says beside the call itself.
type Outcome struct {
	Ran        bool
	Status     *int            // that a command ended with, nil if that is not said
	DurationMS *int64          // nil if that is not said
	Error      string          // why it failed, or who refused it
	Response   json.RawMessage // what the tool gave back, nil if nothing
}

// After reports whether an event tells what became of a tool call.
func After(event string) bool {
	return event == PostToolUse || event == PostToolUseFailure || event == PermissionDenied
}

// Named is the name of an event of which only the beginning is there, "" if it
// does not stand in that. The client names the event before what a tool gave back.
func Named(prefix []byte) string {
	d := json.NewDecoder(bytes.NewReader(prefix))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	for {
		key, err := d.Token()
		if err != nil {
			return ""
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return ""
		}
		if key == "hook_event_name" {
			name := ""
			if json.Unmarshal(value, &name) != nil {
				return ""
			}
			return name
		}
	}
}

// Became reads an event that After holds for: the call as it was made in the
// end, and its outcome. What is missing of the outcome is left out, since the
// call is over; a call that cannot be read is an error.
func Became(stdin []byte, t *catalog.Tables) (call.Call, Outcome, error) {
	var o Outcome
	event, err := object(stdin, "the event")
	if err != nil {
		return call.Call{}, o, err
	}
	c := call.Call{Host: Claude}
	if c.Event, err = required(event, "hook_event_name"); err != nil {
		return c, o, err
	}
	if c.Session, _, err = text(event, "session_id", "session_id"); err != nil {
		return c, o, err
	}
	if c.Tool, err = required(event, "tool_name"); err != nil {
		return c, o, err
	}
	if c.Dir, err = required(event, "cwd"); err != nil {
		return c, o, err
	}
	c.ID, _, _ = text(event, "tool_use_id", "tool_use_id")
	if c, err = named(c, event, t); err != nil {
		return c, o, err
	}
	o.Ran = c.Event != PermissionDenied
	if n, err := strconv.ParseInt(string(event["duration_ms"]), 10, 64); err == nil && n >= 0 {
		o.DurationMS = &n
	}
	switch c.Event {
	case PostToolUse:
		o.Response = event["tool_response"]
		if c.Entry != nil && c.Entry.Shape == catalog.ShapeShell && ended(o.Response) {
			o.Status = new(int)
		}
	case PostToolUseFailure:
		o.Error, _, _ = text(event, "error", "error")
		o.Status = exitStatus(o.Error)
	default:
		o.Error, _, _ = text(event, "reason", "reason")
	}
	return c, o, nil
}

// ended reports whether a command's response is that of one which came to its
// end: one that goes on in the background is named in it.
func ended(response json.RawMessage) bool {
	m, err := object(response, "tool_response")
	_, background := m["backgroundTaskId"]
	return err == nil && !background && string(m["interrupted"]) != "true" && m["stdout"] != nil
}

// exitStatus is the status that the text of a failed command begins with.
func exitStatus(s string) *int {
	rest, ok := strings.CutPrefix(s, "Exit code ")
	if !ok {
		return nil
	}
	digits, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return nil
	}
	return &n
}

// UserPromptExpansion is the event of a command or skill that the user typed
// and whose text is about to be read.
const UserPromptExpansion = "UserPromptExpansion"

// expanded completes the event as if the agent called the same skill.
func expanded(c call.Call, event map[string]json.RawMessage, t *catalog.Tables) (call.Call, error) {
	var err error
	if c.Dir, err = required(event, "cwd"); err != nil {
		return c, err
	}
	if !filepath.IsAbs(c.Dir) {
		return c, fmt.Errorf("cwd %q is not absolute: send the full path", c.Dir)
	}
	c.Dir = filepath.Clean(c.Dir)
	tool := skillTool(t, c.Host)
	if tool == nil {
		return c, nil
	}
	name, ok, err := text(event, "command_name", "command_name")
	if err != nil || !ok || name == "" {
		return c, err // what expands is no command
	}
	c.Tool = tool.Name
	input, err := json.Marshal(map[string]json.RawMessage{tool.Prompt.Skill: event["command_name"], tool.Field: orEmpty(event["command_args"])})
	if err != nil {
		return c, err
	}
	return Fill(c, t, input)
}

func orEmpty(raw json.RawMessage) json.RawMessage {
	if raw == nil || kind(raw) == "null" {
		return json.RawMessage(`""`)
	}
	return raw
}

// skillTool is the host's tool that reads skills, nil if it has none.
func skillTool(t *catalog.Tables, host string) *catalog.Tool {
	for i := range t.Hosts {
		if t.Hosts[i].ID != host {
			continue
		}
		for j := range t.Hosts[i].Tools {
			if tool := &t.Hosts[i].Tools[j]; tool.Prompt != nil && tool.Prompt.Skill != "" {
				return tool
			}
		}
	}
	return nil
}

// Block is the answer that stops an event which is no tool call, with the
// reason that the user reads.
func Block(reason string) ([]byte, error) {
	return encode(struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}{"block", reason})
}
