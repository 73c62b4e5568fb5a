//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// needs skips a scenario of a hook that the plugin does not register.
func needs(t *testing.T, event string) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(plugin, "hooks", "hooks.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), `"`+event+`": [`) {
		t.Skipf("the plugin has no hook for %s", event)
	}
}

// The line that a session begins with reaches the user and the model.
func TestSessionLine(t *testing.T) {
	needs(t, "ConfigChange") // the session line came with it
	s := reviewed(t).talk(plugin, &model{}, trusting...)
	const line = "thing: tool calls of 12 of 12 categories are reviewed before they run"
	if len(s.hooks) == 0 || s.hooks[0].Event != "SessionStart" || !strings.Contains(s.hooks[0].Printed, `"systemMessage":"`+line) {
		t.Errorf("hooks: %+v", s.hooks)
	}
	if !s.heard(line) {
		t.Error("the model was not told what is reviewed")
	}
}

// settle is how long the client takes to notice settings that changed, with
// room for a slow machine. There is nothing to wait for instead: a change that
// is held has no effect.
const settle = 6 * time.Second

// Settings that would switch all hooks off have no effect in the session that
// goes on.
func TestSettingsHeld(t *testing.T) {
	needs(t, "ConfigChange")
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	settings := filepath.Join(b.work, ".claude", "settings.json")
	b.write("home/project/.claude/settings.json", "{}", 0o644)
	silence := func() {
		if err := os.WriteFile(settings, []byte(`{"disableAllHooks": true}`), 0o644); err != nil {
			t.Error(err)
		}
		time.Sleep(settle)
	}
	denied := bash("rm -rf ~/documents")
	denied.First = silence
	s := b.talk(plugin, &model{turns: []use{bash("touch before"), denied}}, trusting...)
	s.ran(0)
	s.refused(1, "[xc.outside-project-tree]")
	s.file("../documents/precious", true)
}
