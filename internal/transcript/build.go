package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ravenclaude/thing/internal/call"
	"github.com/ravenclaude/thing/internal/catalog"
	"github.com/ravenclaude/thing/internal/host"
)

// nameSeparator stands between the parts of a tool's name.
const nameSeparator = "__"

// build makes a call of what stands in a transcript, as the host's hook would
// announce it.
func build(t *catalog.Tables, hostID, dir string, form *catalog.TranscriptCall, n *node) (call.Call, error) {
	c := call.Call{Host: hostID, Event: host.PreToolUse, Dir: dir, Tool: form.Tool}
	if c.Tool == "" {
		var err error
		if c.Tool, err = name(form, n); err != nil {
			return call.Call{}, err
		}
	}
	tool := host.Tool(t, hostID, c.Tool)
	raw, err := input(form, tool, n)
	if err != nil {
		return call.Call{}, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return call.Call{}, fmt.Errorf("input of a call of %s is no JSON object, so that it is not known what it does", c.Tool)
	}
	changed := rename(members, form.Aliases)
	if tool != nil && tool.Shape == catalog.ShapeShell {
		joined, err := command(members, tool.Field)
		if err != nil {
			return call.Call{}, fmt.Errorf("command of a call of %s %w", c.Tool, err)
		}
		changed = changed || joined
	}
	for _, key := range form.Dir {
		if d, ok := (&node{raw: members[key]}).text(); ok && d != "" {
			if !filepath.IsAbs(d) {
				d = filepath.Join(c.Dir, d)
			}
			c.Dir = filepath.Clean(d)
			break
		}
	}
	if changed {
		if raw, err = json.Marshal(members); err != nil {
			return call.Call{}, err
		}
	}
	return host.Fill(c, t, raw)
}

func name(form *catalog.TranscriptCall, n *node) (string, error) {
	var parts []string
	for i, path := range form.Name {
		part, ok := n.at(path).text()
		if part != "" {
			parts = append(parts, part)
		} else if last := i == len(form.Name)-1; last {
			if ok {
				return "", errors.New("name of a called tool is empty, so that it is not known what it does")
			}
			return "", errors.New("name of a called tool is missing, so that it is not known what it does")
		}
	}
	return strings.Join(parts, nameSeparator), nil
}

// input is the tool's input as a JSON object.
func input(form *catalog.TranscriptCall, tool *catalog.Tool, n *node) (json.RawMessage, error) {
	value := n.at(form.Input)
	if value == nil {
		return nil, errors.New("input of a call is missing, so that it is not known what it does")
	}
	switch form.Form {
	case catalog.FormJSON:
		text, ok := value.text()
		if !ok {
			return value.raw, nil
		}
		if strings.TrimSpace(text) == "" {
			text = "{}" // a tool without parameters
		}
		return json.RawMessage(text), nil
	case catalog.FormText:
		key := form.Input[strings.LastIndexByte(form.Input, '.')+1:]
		if tool != nil && tool.Field != "" {
			key = tool.Field
		}
		return json.Marshal(map[string]json.RawMessage{key: value.raw})
	}
	return value.raw, nil
}

// rename gives keys their present names.
func rename(members map[string]json.RawMessage, aliases []catalog.Alias) bool {
	changed := false
	for _, a := range aliases {
		old, ok := members[a.Old]
		if _, taken := members[a.New]; !ok || taken {
			continue
		}
		delete(members, a.Old)
		members[a.New], changed = old, true
	}
	return changed
}

// command makes a shell command of a list of words, and reports whether it
// was one.
func command(members map[string]json.RawMessage, field string) (bool, error) {
	raw := members[field]
	if len(raw) == 0 || raw[0] != '[' {
		return false, nil
	}
	var words []*string
	if err := json.Unmarshal(raw, &words); err != nil {
		return false, errors.New("is a list with more than words in it, so that it is not known what it does")
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		if w == nil {
			return false, errors.New("is a list with more than words in it, so that it is not known what it does")
		}
		q, err := syntax.Quote(*w, syntax.LangBash)
		if err != nil {
			return false, fmt.Errorf("has a word that no shell can be given (%w)", err)
		}
		quoted[i] = q
	}
	text, err := json.Marshal(strings.Join(quoted, " "))
	members[field] = text
	return true, err
}
