package config

import "github.com/ravenclaude/thing/internal/catalog"

// OnFloor names a rule that no file takes away and that has a command in common
// with r, "" for none.
func OnFloor(t *catalog.Tables, r *Rule) string {
	var floor []Rule
	for _, text := range t.Posture.Floor {
		if f, err := ParseRule(text); err == nil {
			floor = append(floor, f)
		}
	}
	if len(r.Commands) == 0 {
		return ""
	}
	return shadowed(r, floor)
}
