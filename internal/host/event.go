package host

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
)

// Events that are no tool calls.
const (
	SessionStart     = "SessionStart"
	SessionEnd       = "SessionEnd"
	UserPromptSubmit = "UserPromptSubmit"
	ConfigChange     = "ConfigChange"
)

// Sources of a session that begins anew; one that goes on has others.
const (
	SourceStartup = "startup"
	SourceClear   = "clear"
)

// noted completes an event that is no tool call.
func noted(c call.Call, event map[string]json.RawMessage, t *catalog.Tables) (call.Call, error) {
	var err error
	if c.Mode, _, err = text(event, "permission_mode", "permission_mode"); err != nil {
		return c, err
	}
	switch c.Event {
	case UserPromptExpansion:
		return expanded(c, event, t)
	case ConfigChange:
		if c.Source, _, err = text(event, "source", "source"); err != nil {
			return c, err
		}
		if c.File, _, err = text(event, "file_path", "file_path"); err != nil {
			return c, err
		}
	case SessionEnd:
		if event["cwd"] == nil {
			return c, nil // the session is over whether it can be summed up or not
		}
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
