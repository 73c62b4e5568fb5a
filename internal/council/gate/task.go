package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ravenclaude/thing/internal/council/docket"
	"github.com/ravenclaude/thing/internal/file"
)

const (
	maxTask  = 1 << 20
	maxTasks = 100000
)

// find is the name of a task's file without its ending: that of the id itself,
// or the only one that ends with it behind a dash. "" if there is none.
func find(dir, id string) (string, error) {
	names, err := file.List(dir, maxTasks)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var found []string
	for _, n := range names {
		base, ok := strings.CutSuffix(n, ".json")
		if ok && (base == id || strings.HasSuffix(base, "-"+id)) && docket.IsName(base) {
			found = append(found, base)
		}
	}
	switch {
	case len(found) == 0:
		return "", nil
	case len(found) > 1:
		return "", fmt.Errorf("task id %s may be any of %s: give each task a name of its own", id, strings.Join(found, ", "))
	}
	return found[0], nil
}

// requires tells whether a task's file asks for the council. Only true and false
// are answers.
func requires(dir, name string) (bool, error) {
	b, err := file.Read(filepath.Join(dir, name+".json"), maxTask)
	if err != nil {
		return false, fmt.Errorf("task file %s.json cannot be read: %w", name, err)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(b, &m); err != nil {
		return false, fmt.Errorf("task file %s.json is not a valid JSON object: %w", name, err)
	}
	raw, ok := m["requires_council"]
	if !ok {
		return false, nil
	}
	var want bool
	if string(raw) == "null" || json.Unmarshal(raw, &want) != nil {
		return false, fmt.Errorf("task file %s.json: requires_council is %s: write true or false", name, short(raw))
	}
	return want, nil
}

func short(b []byte) string {
	const most = 40
	if len(b) > most {
		return string(b[:most]) + "…"
	}
	return string(b)
}
