package config

import (
	"encoding/json"
	"slices"
	"testing"

	built "github.com/ravenclaude/thing/generated/tables"
)

func TestRestore(t *testing.T) {
	w := files{
		"/home/user/.ravenclaude/comfort-posture.yaml":               "categories:\n  shell_readonly: {thing: on}\n",
		"/home/user/project/.ravenclaude/comfort-posture.yaml":       "categories:\n  shell_code_exec: {thing: on, project: deny}\nsecurity_deny: [\"Bash(a:*)\"]\n",
		"/home/user/project/.ravenclaude/thing.yaml":                 "gate_floor: low\nmode: observe\n",
		"/home/user/project/.ravenclaude/comfort-posture.local.yaml": "categories:\n  network_read: {thing: maybe}\n",
	}
	for name, trust := range map[string]Trust{"untrusted": nil, "trusted": func(string, []byte) bool { return true }} {
		p, err := Load(&built.Tables, w, "/home/user/project", trust)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(p.Sources())
		if err != nil {
			t.Fatal(err)
		}
		var kept []Source
		if err := json.Unmarshal(raw, &kept); err != nil {
			t.Fatal(err)
		}
		q := Restore(&built.Tables, kept)
		if q.Any != p.Any || len(q.Reviewed) != 2 || !q.Reviewed["shell_readonly"] || !q.Reviewed["shell_code_exec"] || len(q.Deny) != 1 || len(q.Rules) != 1 ||
			!slices.Equal(q.Problems, p.Problems) || q.Settings.Observe != p.Settings.Observe || len(q.values) != len(p.values) || q.Hash() != p.Hash() {
			t.Errorf("%s: of\n%+v\nis left\n%+v", name, p, q)
		}
		// What holds is what either asks for.
		j := Join(&built.Tables, &Posture{}, q)
		if !j.Any || len(j.Reviewed) != 2 || len(j.Deny) != 1 || len(j.Rules) != 1 || len(j.Problems) != len(p.Problems) {
			t.Errorf("%s: joined with none: %+v", name, j)
		}
	}
}
