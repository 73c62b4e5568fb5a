//go:build e2e

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ravenclaude/thing/internal/fake"
)

// seats has a fake program answer for every seat with a verdict, as a person sets
// it up, and returns the program.
func (b *machine) seats(verdict map[string]any) string {
	b.t.Helper()
	if !ownersKnown() {
		b.t.Skip("the system's directories seem to belong to nobody here, so no program is recorded: run as root, or with E2E=-network")
	}
	for key, value := range map[string]any{"concerns_cited": []string{}, "edited_command": nil, "reasoning": "It names no version.", "confidence": 0.9, "injection_detected": false} {
		if _, given := verdict[key]; !given {
			verdict[key] = value
		}
	}
	answer, err := json.Marshal(verdict)
	if err != nil {
		b.t.Fatal(err)
	}
	dir := filepath.Join(filepath.Dir(b.home), "fakes")
	if err := os.Mkdir(dir, 0o755); err != nil {
		b.t.Fatal(err)
	}
	path := fake.Install(b.t, dir, "codex", fake.Plan{Stdout: fake.Says["codex"](string(answer))})
	b.write("home/.ravenclaude/thing.yaml", "gate_floor: off\npanel:\n  forseti: {backend: codex}\n  mimir: {backend: codex}\n  heimdall: {backend: codex}\n  thor: {backend: codex}\n", 0o600)
	b.path = dir + ":" + b.path
	b.contains(b.run(plugin+"/bin/thing", "backends", "detect"), path+" is recorded")
	return path
}

// manager is a package manager that says what it was started with.
func (b *machine) manager() {
	b.write("bin/pip", "#!/bin/sh\necho \"$@\" >>\"$HOME/project/installed\"\necho done: \"$@\"\n", 0o755)
	b.path = filepath.Join(filepath.Dir(b.home), "bin") + ":" + b.path
}

// installed is what the package manager was started with.
func (b *machine) installed() string {
	text, err := os.ReadFile(filepath.Join(b.work, "installed"))
	if err != nil && !os.IsNotExist(err) {
		b.t.Fatal(err)
	}
	return string(text)
}

// The safer form that a panel writes is what the client runs, and the model is
// told so.
func TestPanelEdit(t *testing.T) {
	b := reviewed(t)
	b.manager()
	codex := b.seats(map[string]any{"verdict": "edit", "edited_command": "pip install requests==2.32.3", "concerns_cited": []string{"spi.no-pinned-version"}})
	s := b.talk(plugin, &model{turns: []use{bash("pip install requests")}}, trusting...)
	s.ran(0)
	s.decided(0, "accept hook")
	if got := b.installed(); got != "install requests==2.32.3\n" {
		t.Errorf("installed: %q", got)
	}
	if got := s.result(0).Text; !strings.Contains(got, "done: install requests==2.32.3") {
		t.Errorf("result: %q", got)
	}
	if !s.heard("The command of this call was replaced by a safer form (spi.no-pinned-version): pip install requests==2.32.3") {
		t.Error("the model was not told that another command ran, and why")
	}
	if len(fake.Calls(t, codex)) < 2 {
		t.Error("the edit was not put before another seat")
	}
	thing := plugin + "/bin/thing"
	b.contains(b.run(thing, "log", "list"), "heimdall edit", "mimir edit")
	b.contains(b.run(thing, "why"), "safer form: pip install requests==2.32.3", "in the safer form that was offered", "seat mimir (codex): edit, confidence 0.90 [spi.no-pinned-version], 7 tokens in, 3 out")
}

// What a panel denies does not run, and the model is told whose word that is.
func TestPanelDeny(t *testing.T) {
	b := reviewed(t)
	b.manager()
	b.seats(map[string]any{"verdict": "deny", "concerns_cited": []string{"spi.no-pinned-version"}})
	s := b.talk(plugin, &model{turns: []use{bash("pip install requests"), bash("touch after")}}, trusting...)
	s.refused(0, "It names no version.")
	if got := b.installed(); got != "" {
		t.Errorf("installed: %q", got)
	}
}
