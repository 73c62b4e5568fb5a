//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listed skips a scenario that installs from the repository where the
// repository is no marketplace.
func listed(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(repository, ".claude-plugin", "marketplace.json")); err != nil {
		t.Skip("the repository is no marketplace")
	}
}

// The plugin as the README has people install it, and gone again.
func TestMarketplace(t *testing.T) {
	listed(t)
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	b.run(*client, "plugin", "validate", "--strict", plugin)
	b.run(*client, "plugin", "marketplace", "add", repository)
	b.run(*client, "plugin", "install", "thing@ravenclaude")
	s := b.talk("", &model{turns: []use{bash("rm -rf ~/documents")}}, trusting...)
	if !slices.Contains(s.plugins, "thing") {
		t.Errorf("plugins: %q", s.plugins)
	}
	s.refused(0, "[xc.outside-project-tree]")
	s.file("../documents/precious", true)

	b.run(*client, "plugin", "uninstall", "thing@ravenclaude")
	b.run(*client, "plugin", "marketplace", "remove", "ravenclaude")
	s = b.talk("", &model{turns: []use{bash("touch ran")}}, trusting...)
	s.ran(0)
	if slices.Contains(s.plugins, "thing") || len(s.hooks) > 0 {
		t.Errorf("after it was uninstalled: plugins %q, hooks %+v", s.plugins, s.hooks)
	}
	if list := b.run(*client, "plugin", "list"); strings.Contains(list, "thing@") {
		t.Errorf("plugins: %s", list)
	}
}

// The hook registered in the user's settings, without a plugin, and the
// settings as they were after it.
func TestSettings(t *testing.T) {
	b := reviewed(t)
	b.write("home/documents/precious", "x", 0o644)
	const settings = "{\n  \"model\": \"opus\"\n}\n"
	b.write("home/.claude/settings.json", settings, 0o644)
	thing := filepath.Join(plugin, "bin", "thing")
	b.run(thing, "install")
	b.run(thing, "doctor") // status 0: nothing is wrong
	s := b.talk("", &model{turns: []use{bash("rm -rf ~/documents"), bash("touch done")}}, trusting...)
	s.refused(0, "[xc.outside-project-tree]")
	s.ran(1)
	s.file("../documents/precious", true)
	b.run(thing, "uninstall")
	if now, err := os.ReadFile(filepath.Join(b.home, ".claude", "settings.json")); err != nil || string(now) != settings {
		t.Errorf("settings: %v: %s", err, now)
	}
}
