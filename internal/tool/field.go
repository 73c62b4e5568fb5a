package tool

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Field is the string at a place in a tool's input, as At.Field names it: keys
// and indexes from the outermost value inwards, as in edits[0].new_string.
func Field(input map[string]json.RawMessage, path string) (string, bool) {
	raw, rest := input[path], ""
	if raw == nil {
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			return "", false
		}
		raw, rest = input[path[:end]], path[end:]
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return "", false
	}
	for rest != "" {
		if after, ok := strings.CutPrefix(rest, "["); ok {
			digits, more, _ := strings.Cut(after, "]")
			items, _ := v.([]any)
			n, err := strconv.Atoi(digits)
			if err != nil || n < 0 || n >= len(items) {
				return "", false
			}
			v, rest = items[n], more
			continue
		}
		key := strings.TrimPrefix(rest, ".")
		if end := strings.IndexAny(key, ".["); end >= 0 {
			key, rest = key[:end], key[end:]
		} else {
			rest = ""
		}
		members, _ := v.(map[string]any)
		v = members[key]
	}
	s, ok := v.(string)
	return s, ok
}
