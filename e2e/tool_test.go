//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"
	"testing"
)

func TestSubagent(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	agent := use{Tool: "Agent", Input: map[string]any{
		"description": "a helper", "prompt": agentMark + ": do it", "subagent_type": "general-purpose", "run_in_background": false,
	}}
	s := b.talk(plugin, &model{turns: []use{agent}, agent: []use{bash("rm -rf ~/documents"), bash("touch ran")}}, trusting...)
	s.refused(0, "[xc.outside-project-tree]")
	s.ran(1)
	s.file("../documents/precious", true)
	s.file("ran", true)
}

// Monitor runs commands as well, and no rule of the client's for Bash sees it.
func TestMonitor(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	s := b.talk(plugin, &model{turns: []use{{Tool: "Monitor", Input: map[string]any{
		"command": "rm -rf ~/documents; touch ran", "description": "watch", "timeout_ms": 2000,
	}}}}, trusting...)
	s.refused(0, "PreToolUse:Monitor hook error", "[xc.outside-project-tree]")
	s.file("../documents/precious", true)
	s.file("ran", false)
}

func TestServer(t *testing.T) {
	b := reviewed(t)
	servers, err := json.Marshal(object{"mcpServers": object{"notes": object{"command": filepath.Join(*inside, "server"), "args": []string{}}}})
	if err != nil {
		t.Fatal(err)
	}
	note := func(file string) use {
		return use{Tool: "mcp__notes__create_note", Input: map[string]any{"file": file, "text": "x"}}
	}
	m := &model{turns: []use{note(b.work + "/note"), note(b.home + "/.bashrc")}}
	s := b.talk(plugin, m, append([]string{"--mcp-config", string(servers)}, trusting...)...)
	s.ran(0)
	s.file("note", true)
	s.refused(1, "PreToolUse:mcp__notes__create_note")
	s.file("../.bashrc", false)
}
