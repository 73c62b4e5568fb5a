package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ravenclaude/thing/spec"
)

// sampleEntry is one call, and whether the concern is found in it.
type sampleEntry struct {
	Concern string `json:"concern"`
	Want    string `json:"want"` // hit or miss
	Call    any    `json:"call"`
}

// emitSamples renders every sample as a whole call, one in a line. Secrets
// keep their «kind»: no file holds one that looks real.
func emitSamples(s *spec.Spec) (map[string][]byte, error) {
	var entries []string
	for _, c := range s.Concerns {
		for _, list := range []struct {
			want    string
			samples []json.RawMessage
		}{{"hit", c.Samples.Hit}, {"miss", c.Samples.Miss}} {
			for _, raw := range list.samples {
				call, err := whole(raw)
				if err != nil {
					return nil, err
				}
				entry, err := compact(sampleEntry{c.ID, list.want, call})
				if err != nil {
					return nil, err
				}
				entries = append(entries, "    "+entry)
			}
		}
	}
	file := fmt.Sprintf("{\n  \"$comment\": %q,\n  \"samples\": [\n%s\n  ]\n}\n", mark, strings.Join(entries, ",\n"))
	return map[string][]byte{"samples.json": []byte(file)}, nil
}

// whole is a sample as a whole call, without what is empty in it.
func whole(raw json.RawMessage) (any, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, err
	}
	if line, ok := v.(string); ok {
		return map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": line}}, nil
	}
	if call, ok := v.(map[string]any); ok {
		call["given"] = pruned(call["given"])
		if call["given"] == nil {
			delete(call, "given")
		}
	}
	return v, nil
}

// pruned is v without empty objects and lists, or nil if nothing is left.
func pruned(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, x := range v {
			if x == nil {
				continue // a directory
			}
			if v[key] = pruned(x); v[key] == nil {
				delete(v, key)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

// compact is v as JSON in one line.
func compact(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
