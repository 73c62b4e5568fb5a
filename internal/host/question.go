package host

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/decide"
)

// Question is the one question that a call puts to the user. The error says why
// there is none: several, or one that cannot be read.
func Question(c call.Call) (q decide.Question, err error) {
	if c.Entry == nil || c.Entry.Questions == nil {
		return q, fmt.Errorf("tool %q asks the user nothing", c.Tool)
	}
	f := c.Entry.Questions
	list, err := objectsOf(c.Input, f.List)
	if err != nil {
		return q, err
	}
	if len(list) != 1 {
		return q, fmt.Errorf("%s has %d questions, a panel answers one", f.List, len(list))
	}
	m := list[0]
	if q.Text, _, err = text(m, f.Text, f.Text); err != nil {
		return q, err
	}
	if q.Header, _, err = text(m, f.Title, f.Title); err != nil {
		return q, err
	}
	if raw, ok := m[f.Many]; ok && json.Unmarshal(raw, &q.Multi) != nil {
		return q, fmt.Errorf("%s is no truth value", f.Many)
	}
	options, err := objectsOf(m, f.Options)
	if err != nil {
		return q, err
	}
	if len(options) == 0 {
		return q, errors.New("the question has no options")
	}
	for _, m := range options {
		var o decide.Option
		if o.Label, err = required(m, f.Label); err != nil {
			return q, err
		}
		if o.Description, _, err = text(m, f.Detail, f.Detail); err != nil {
			return q, err
		}
		q.Options = append(q.Options, o)
	}
	return q, nil
}

// objectsOf is a list of objects in a member.
func objectsOf(m map[string]json.RawMessage, key string) ([]map[string]json.RawMessage, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(m[key], &raw); err != nil {
		return nil, fmt.Errorf("%s is no list", key)
	}
	list := make([]map[string]json.RawMessage, len(raw))
	for i := range raw {
		var err error
		if list[i], err = object(raw[i], key); err != nil {
			return nil, err
		}
	}
	return list, nil
}
