package host

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/call"
)

// Events that are no tool calls.
const (
	SessionStart     = "SessionStart"
	SessionEnd       = "SessionEnd"
	UserPromptSubmit = "UserPromptSubmit"
)

// Sources of a session that begins anew; one that goes on has others.
const (
	SourceStartup = "startup"
	SourceClear   = "clear"
)

// noted completes an event that is no tool call.
func noted(c call.Call, event map[string]json.RawMessage) (call.Call, error) {
	var err error
	switch c.Event {
	case SessionStart:
		if c.Source, _, err = text(event, "source", "source"); err != nil {
			return c, err
		}
	case UserPromptSubmit:
		if c.Prompt, _, err = text(event, "prompt", "prompt"); err != nil {
			return c, err
		}
	default:
		return c, nil
	}
	if c.Dir, err = required(event, "cwd"); err != nil {
		return c, err
	}
	if !filepath.IsAbs(c.Dir) {
		return c, fmt.Errorf("cwd %q is not absolute: send the full path", c.Dir)
	}
	c.Dir = filepath.Clean(c.Dir)
	return c, nil
}

// Tell is the answer to an event that is no tool call: what the user reads, and
// what the model does. Where both are "" there is none.
func Tell(event, user, model string) ([]byte, error) {
	if user == "" && model == "" {
		return nil, nil
	}
	type specific struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	}
	a := struct {
		SystemMessage string    `json:"systemMessage,omitempty"`
		Specific      *specific `json:"hookSpecificOutput,omitempty"`
	}{SystemMessage: user}
	if model != "" {
		a.Specific = &specific{event, model}
	}
	return encode(a)
}
